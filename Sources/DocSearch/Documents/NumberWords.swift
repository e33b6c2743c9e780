/// Words beside a number in a name, which tell that it is a date or something else. In lower case.
enum NumberWords {
    /// Papers that are written every year, or gathered for one: a year follows.
    static let yearly = words(
        """
        report reports minutes accounts budget census yearbook almanac calendar diary proceedings bericht
        berichte jahresbericht protokoll protokolle jahrbuch kalender tagebuch haushaltsplan jahresabschluss
        geschäftsbericht rapport verbal verbaux comptes annuaire almanach recensement journal informe memoria
        acta actas presupuesto anuario censo diario relazione verbale verbali bilancio annuario notulen
        verslag jaarverslag jaarboek begroting dagboek
        """)
    /// A number follows that only looks like a day.
    static let codes = words(
        """
        isbn issn tel telefon telephone phone fax nr no num inv acc ref id iban
        """)
    /// A number follows that begins with a year.
    static let serials = words(
        """
        invoice rechnung facture factura fattura factuur order bestellung accession zugang inventar inventory
        signatur bestand case docket az issue heft band vol
        """)
    /// Between two days of a span.
    static let betweenDays = words(
        """
        to and bis und au et al y e tot en
        """)
    /// Things that a number before them counts.
    static let counted = words(
        """
        m km metre metres meter meters mètres metros kg dpi men words miles years yards acres houses copies
        soldiers x mm cm px pixel pixels pages seiten stück euro eur dollar dollars mark gulden francs lire
        pesetas einwohner jahre ans años mann hommes volt watt
        """)
    /// The name of a street follows.
    static let roads = words(
        """
        rue via calle avenue piazza plaza place
        """)
    /// Streets, after the number of a house and a name.
    static let streets = words(
        """
        broadway street st road rd avenue ave lane drive boulevard blvd
        """)

    private static func words(_ text: String) -> Set<String> {
        Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
    }
}
