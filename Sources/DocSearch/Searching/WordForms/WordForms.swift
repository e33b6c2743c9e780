import GRDB

/// The other forms of words in the languages of the archive, and the longer words that they are parts of, from the table
/// `word_form`. A question is in any of these languages: nobody says in which.
///
/// Where only some pages may be seen, a row of the table counts if one of them, in the language of the row, has its word:
/// nothing found depends on the others.
struct WordForms {
    private let index: IndexStore
    private let rows: [Range<Int64>]?
    private let languages: [FormLanguage]
    private let hasKorean: Bool
    private let keys: FormKeys
    private let stems: TokenReader

    /// No stem of 1.2 million words in eight languages has more than 37 forms; badly read pages make more of them.
    private static let mostForms = 64
    /// As many as there are ways to write a phrase with the forms of its words.
    private static let mostPhrases = 64
    private static let mostCompounds = 200
    private static let mostLookedAt = 50
    /// A part of at least this length is no ending of other words by chance. Shorter ones are parts only beside a word of
    /// the archive.
    private static let longPart = 6
    private static let shortestPart = 3
    /// Beside a short part.
    private static let shortestKnownPart = 4

    /// Nil where no word has forms: in English archives. `rows` are ascending, and nil for all pages.
    init?(_ db: Database, _ index: IndexStore, within rows: [Range<Int64>]?) throws {
        // A file of an earlier release has no table of forms until a run has brought it up to date.
        guard try db.exists("SELECT 1 FROM sqlite_schema WHERE name = 'word_form'"),
            try index.stemmer() != .none
        else { return nil }
        let known: [String] = try db.fetchAll(
            """
            WITH RECURSIVE known(name) AS (
                SELECT min(language) FROM word_form
                UNION ALL SELECT (SELECT min(language) FROM word_form WHERE language > name) FROM known
                WHERE name IS NOT NULL)
            SELECT name FROM known WHERE name IS NOT NULL
            """)
        guard !known.isEmpty else { return nil }
        (self.index, self.rows) = (index, rows)
        languages = known.compactMap(FormLanguage.init)
        hasKorean = known.contains(FormKeys.korean)
        keys = try FormKeys(db, languages)
        stems = try TokenReader(db, index.tokenizer())
    }

    // MARK: - Forms

    /// The unit with the other forms of its words. Exact words and signed phrases stay as they are.
    func completed(_ unit: SearchUnit) throws -> SearchUnit {
        var unit = unit
        switch unit.kind {
        case .stems(let text) where unit.signs == nil:
            let others = try others(text, besides: unit.equals)
            unit.equals += others
            unit.hasForms = !others.isEmpty
        case .near(let texts, _):
            for text in texts { unit.otherForms[text] = try others(text, besides: []) }
        default: break
        }
        return unit
    }

    /// Other ways to say a word or phrase, none of which has the same words for the full-text table as another.
    private func others(_ text: String, besides equals: [String]) throws -> [String] {
        let words = try keys.words(of: text)
        let forms = try words.map { try self.forms(of: $0) }
        let count = forms.count { !$0.isEmpty }
        guard count > 0 else { return [] }
        // Each word of a phrase has its share in the number of ways.
        var most = words.count == 1 ? Self.mostForms : 1
        while words.count > 1, Self.power(most + 2, count) <= Self.mostPhrases { most += 1 }
        var phrases = [""]
        for (word, forms) in zip(words, forms) {
            let ways = [word.token] + forms.prefix(most)
            phrases = phrases.flatMap { phrase in ways.map { phrase.isEmpty ? $0 : "\(phrase) \($0)" } }
        }
        var known = Set(try ([text] + equals).map { try stems.words($0) })
        return try phrases.filter { known.insert(try stems.words($0)).inserted }
    }

    private static func power(_ base: Int, _ exponent: Int) -> Int {
        var result = 1
        for _ in 0..<exponent where result <= mostPhrases { result *= base }
        return result
    }

    /// The likest first.
    private func forms(of word: FormKeys.Word) throws -> [String] {
        guard word.isWord else { return [] }
        var found: Set<String> = []
        for language in languages {
            guard let stem = try keys.stem(of: word, language) else { continue }
            found.formUnion(try words(language, stem))
        }
        found.remove(word.token)
        return first(Self.mostForms, of: found) { form in
            (form.commonPrefix(with: word.token).unicodeScalars.count, form.unicodeScalars.count)
        }
    }

    private func words(_ language: FormLanguage, _ stem: String) throws -> [String] {
        try index.fetchAll("SELECT word FROM word_form WHERE language = ? AND stem = ?", [language.rawValue, stem])
            .filter { try isSeen($0, language) }
    }

    private func isSeen(_ word: String, _ language: FormLanguage?) throws -> Bool {
        guard let rows else { return true }
        let found = try index.wordPostings(FullTextExpression.quoted(word), within: rows).rows
        guard let language else { return !found.isEmpty }
        let rowMap = try index.documentRowMap()
        return try found.prefix(Self.mostLookedAt).contains { row in
            guard let ordinal = rowMap.ordinal(ofRow: row) else { return false }
            let (document, page) = (rowMap.ids[ordinal], Int(row - rowMap.firstRows[ordinal]))
            let name = try index.language(document: document, page: page) ?? index.language(document: document)
            return FormLanguage.named(name).contains(language)
        }
    }

    /// Those with more in common first, and of these the shorter ones.
    private func first(
        _ most: Int, of words: Set<String>, likeness: (String) -> (common: Int, length: Int)
    ) -> [String] {
        let ordered = words.map { (word: $0, likeness: likeness($0)) }.sorted {
            ($1.likeness.common, $0.likeness.length, $0.word) < ($0.likeness.common, $1.likeness.length, $1.word)
        }.map(\.word)
        return Array(ordered.prefix(most))
    }

    // MARK: - Parts of words

    /// Longer words of which a word is a part: `Stadtverwaltung` and `Verwaltungsgericht` for `Verwaltung`.
    func compounds(with text: String) throws -> [String] {
        let words = try keys.words(of: text)
        guard words.count == 1, let word = words.first, word.isWord else { return [] }
        var found: Set<String> = []
        if word.isKorean {
            guard hasKorean else { return [] }
            found.formUnion(try range(FormKeys.korean, word.token).map(\.word).filter { try isSeen($0, nil) })
        } else {
            for language in languages where FormLanguage.compounding.contains(language) {
                guard let stem = try keys.stem(of: word, language),
                    min(stem.unicodeScalars.count, word.token.unicodeScalars.count) >= Self.shortestPart
                else { continue }
                let isLong = stem.unicodeScalars.count >= Self.longPart
                // As the second part it may have any ending.
                for (key, compound) in try range(language.rawValue, FormKeys.reversed(stem)) {
                    let first = String(FormKeys.reversed(key).dropFirst().dropLast(stem.count + 1))
                    if try isPart(first, language, isFree: isLong, linkedAtEnd: true), try isSeen(compound, language) {
                        found.insert(compound)
                    }
                }
                // As the first part it stands as it is, and letters that link may follow.
                let isWhole = word.token.unicodeScalars.count >= Self.longPart
                for (key, compound) in try range(language.rawValue, word.token) {
                    let second = String(key.dropFirst(word.token.count))
                    if try isPart(second, language, isFree: isWhole, linkedAtEnd: false),
                        try isSeen(compound, language)
                    {
                        found.insert(compound)
                    }
                }
                found.subtract(try self.words(language, stem))
            }
        }
        found.remove(word.token)
        return first(Self.mostCompounds, of: found) { (0, $0.unicodeScalars.count) }
    }

    /// Rows whose key begins with `beginning`.
    private func range(_ language: String, _ beginning: String) throws -> [(key: String, word: String)] {
        try index.read { db in
            try db.fetchAll(
                "SELECT stem, word FROM word_form WHERE language = ? AND stem >= ? AND stem < ?",
                [language, beginning, beginning + "\u{10FFFF}"]
            ) { (key: try $0.value(at: 0), word: try $0.value(at: 1)) }
        }
    }

    private static let links = ["", "s", "es", "n", "en", "e", "er"]

    /// Whether the rest of a word may be one. Beside a long part anything may.
    private func isPart(
        _ rest: String, _ language: FormLanguage, isFree: Bool, linkedAtEnd isLinkedAtEnd: Bool
    ) throws -> Bool {
        let length = rest.unicodeScalars.count
        guard length >= Self.shortestPart, !isFree else { return length >= Self.shortestPart }
        let parts = Self.links.compactMap { link -> String? in
            guard length - link.count >= Self.shortestKnownPart,
                isLinkedAtEnd ? rest.hasSuffix(link) : rest.hasPrefix(link)
            else { return nil }
            return String(isLinkedAtEnd ? rest.dropLast(link.count) : rest.dropFirst(link.count))
        }
        guard rows == nil else { return try parts.contains { try !words(language, $0).isEmpty } }
        let marks = parts.map { _ in "?" }.joined(separator: ", ")
        return try !parts.isEmpty
            && index.exists(
                "SELECT 1 FROM word_form WHERE language = ? AND stem IN (\(marks))",
                StatementArguments([language.rawValue] + parts))
    }
}

extension IndexStore {
    func wordForms(within rows: [Range<Int64>]? = nil) throws -> WordForms? {
        try read { db in try WordForms(db, self, within: rows) }
    }
}
