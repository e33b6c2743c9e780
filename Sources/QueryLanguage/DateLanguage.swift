/// How a language other than English says dates: `vom März 1931`, `avant 1950`, `entre 1920 y 1930`.
///
/// Prepositions and months of different languages do not go together, so that `pictures of Mars 1976` is about no month.
struct DateLanguage: Sendable {
    enum Relation: CaseIterable {
        /// Dates a document also with a year alone: `im Jahr 1931`.
        case within
        /// Dates it with a month or a day: `vom März 1931`.
        case of
        case before, after, since, until
    }

    /// From 1, in lower case.
    let months: [String: Int]
    /// Each a few words in a row.
    let prepositions: [Relation: [[String]]]
    /// The first word of a pair with the words that join it to the second: `zwischen` and `und`.
    let pairs: [(opening: String, joints: Set<String>)]
    /// Stand before a date and say nothing: `vor dem 5. März`, `del año`.
    let fillers: Set<String>
    /// Those of ``fillers`` that make the number behind them a year.
    let years: Set<String>
    /// Before a decade: `années 1930`. German has `1930er Jahre`.
    let decade: String?

    private init(
        months: String, within: String, of: String, before: String, after: String, since: String, until: String,
        pairs: [(String, String)], fillers: String, years: String, decade: String? = nil
    ) {
        self.months = Dictionary(
            months.split(separator: " ").enumerated().flatMap { index, names in
                names.split(separator: "/").map { (String($0), index + 1) }
            }
        ) { first, _ in first }
        func phrases(_ text: String) -> [[String]] {
            text.split(separator: ",").map { $0.split(separator: " ").map(String.init) }.sorted { $0.count > $1.count }
        }
        prepositions = [
            .within: phrases(within), .of: phrases(of), .before: phrases(before), .after: phrases(after),
            .since: phrases(since), .until: phrases(until),
        ]
        self.pairs = pairs.map { ($0, Set($1.split(separator: " ").map(String.init))) }
        self.years = Set(years.split(separator: " ").map(String.init))
        self.fillers = Set(fillers.split(separator: " ").map(String.init)).union(self.years)
        self.decade = decade
    }

    static let all = [german, french, spanish, italian, dutch]

    static func isMonth(_ word: String) -> Bool { all.contains { $0.months[word] != nil } }

    private static let german = DateLanguage(
        months:
            "januar/jänner februar/feber märz/maerz april mai juni juli august september oktober november dezember",
        within: "im,in,in den,während", of: "vom,von,aus,aus dem,am,für", before: "vor", after: "nach",
        since: "seit,ab",
        until: "bis,bis zum", pairs: [("zwischen", "und"), ("von", "bis"), ("vom", "bis")],
        fillers: "dem den der monat", years: "jahr jahre")

    private static let french = DateLanguage(
        months:
            "janvier février/fevrier mars avril mai juin juillet août/aout septembre octobre novembre décembre/decembre",
        within: "en,pendant,durant,dans les,au cours de", of: "de,du,le,au,des", before: "avant", after: "après,apres",
        since: "depuis,dès", until: "jusqu'en,jusqu'à,jusqu'au",
        pairs: [("entre", "et"), ("de", "à jusqu'à jusqu'en"), ("du", "au")],
        fillers: "le la mois de du", years: "an année l'an l'année", decade: "années")

    private static let spanish = DateLanguage(
        months: "enero febrero marzo abril mayo junio julio agosto septiembre/setiembre octubre noviembre diciembre",
        within: "en,durante,en los", of: "de,del,el", before: "antes de,antes del", after: "después de,después del",
        since: "desde", until: "hasta",
        pairs: [("entre", "y e"), ("de", "a hasta"), ("del", "al"), ("desde", "hasta")],
        fillers: "el mes de del", years: "año", decade: "años")

    private static let italian = DateLanguage(
        months: "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
        within: "nel,in,negli,durante", of: "di,del,il", before: "prima di,prima del", after: "dopo", since: "dal",
        until: "fino al,fino a,sino al", pairs: [("tra", "e"), ("fra", "e"), ("dal", "al")],
        fillers: "il mese di del", years: "anno l'anno dell'anno nell'anno", decade: "anni")

    private static let dutch = DateLanguage(
        months: "januari februari maart april mei juni juli augustus september oktober november december",
        within: "in,uit,gedurende,in de", of: "van,uit,op", before: "voor,vóór", after: "na", since: "sinds,vanaf",
        until: "tot,tot en met", pairs: [("tussen", "en"), ("van", "tot"), ("vanaf", "tot")],
        fillers: "de het maand", years: "jaar", decade: "jaren")

    /// Months that are words of their own, or names, where no preposition of their language comes before them.
    static let ambiguousMonths: Set<String> = ["mars", "mai", "mei", "mayo", "augustus"]

    /// Before a date whose middle or neighbourhood is meant, or that a text is about.
    static let blurring: Set<String> = [
        "um", "gegen", "etwa", "ca", "circa", "rund", "ungefähr", "über", "anfang", "mitte", "ende", "vers", "environ",
        "autour", "sur", "début", "fin", "milieu", "hacia", "alrededor", "sobre", "principios", "mediados", "finales",
        "fines", "verso", "intorno", "su", "inizio", "metà", "fine", "rond", "omstreeks", "ongeveer", "over", "begin",
        "midden", "eind", "einde",
    ]
    static let turning: Set<String> = [
        "nicht", "ohne", "außer", "oder", "kein", "keine", "pas", "sans", "sauf", "ou", "hormis", "sin", "salvo", "o",
        "senza", "non", "tranne", "niet", "zonder", "behalve", "of", "als", "que", "che", "dan",
    ]
    /// Behind a date that goes on, or of which there is a choice.
    static let continuing: Set<String> = [
        "bis", "oder", "à", "au", "ou", "jusqu'à", "jusqu'en", "a", "al", "o", "hasta", "fino", "tot", "of", "-", "–",
    ]
    static let joining: Set<String> = ["und", "et", "y", "e", "en"]
    /// Words for things that a number of four digits counts: `vor 1950 Jahren`.
    static let counted: Set<String> = [
        "jahre", "jahren", "tage", "tagen", "mark", "taler", "gulden", "euro", "stück", "mann", "meter", "metern",
        "exemplare", "exemplaren", "personen", "seiten", "menschen", "ans", "années", "jours", "francs", "mètres",
        "hommes", "personnes", "exemplaires", "pages", "euros", "años", "días", "pesetas", "metros", "hombres",
        "personas", "ejemplares", "páginas", "anni", "giorni", "lire", "metri", "uomini", "persone", "copie", "pagine",
        "jaar", "jaren", "dagen", "frank", "stuks", "mensen", "exemplaren", "uur", "uhr", "kilometer", "kilometern",
        "km",
        "kilomètres", "kilómetros", "chilometri", "prozent", "%",
    ]

    /// `en` is “and” in Dutch.
    static let wordsOfDutch: Set<String> = [
        "van", "het", "een", "voor", "met", "tussen", "werd", "zijn", "der", "in", "op",
    ]

    /// Whether the word can only begin a date before or after another: `nach`, and not `bis`.
    static func isBound(_ word: String) -> Bool { bounds.contains(word) }

    private static let bounds: Set<String> = Set(
        all.flatMap { language in
            [.before, .after, .since].flatMap { language.prepositions[$0] ?? [] }.compactMap(\.first)
        }
    ).subtracting(joining).subtracting(continuing)

    /// Before a date, in any of the languages.
    static let linking: Set<String> = Set(
        all.flatMap { language in
            language.prepositions.values.flatMap { $0.flatMap { $0 } }
                + language.pairs.flatMap { [$0.opening] + $0.joints }
        })

    static let beginnings: Set<String> = Set(
        all.flatMap { language in
            language.prepositions.values.flatMap { $0.compactMap(\.first) } + language.pairs.map(\.opening)
                + language.months.keys + [language.decade].compactMap { $0 }
        })
}
