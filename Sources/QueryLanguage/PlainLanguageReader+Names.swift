extension PlainLanguageReader {
    private static let longestName = 5
    private static let longestTag = 3

    /// `with attachments`, `has notes`.
    func feature(at start: Int, _ word: String) -> PlainReading? {
        guard word == "with" || word == "has", !endsClause(start) else { return nil }
        let feature: QueryFilter.Feature
        switch self.word(start + 1) {
        case "attachments", "attachment", "files": feature = .attachments
        case "notes": feature = .notes
        case "highlights": feature = .highlights
        default: return nil
        }
        return reading(start..<start + 2, isUnmistakable: false) {
            .filter(QueryFilter(condition: .has(feature), range: $0))
        }
    }

    /// `tagged council`, `#council`.
    mutating func tag(at start: Int, _ word: String) -> PlainReading? {
        if word.hasPrefix("#"), asks({ $0.knowsTag(String(word.dropFirst())) }) {
            let text = String(typed(start).dropFirst())
            return reading(start..<start + 1, isUnmistakable: true) {
                .term(QueryTerm(text: text, field: .tag, range: $0))
            }
        }
        guard word == "tagged", !endsClause(start) else { return nil }
        let name = nameWords(from: start + 1, most: Self.longestTag)
        for count in stride(from: name.count, to: 0, by: -1) where asks({ $0.knowsTag(Self.joined(name, count)) }) {
            let text = (start + 1...start + count).map(typed).joined(separator: " ")
            return reading(start..<start + 1 + count, isUnmistakable: true) {
                .term(QueryTerm(text: text, form: count > 1 ? .phrase : .word, field: .tag, range: $0))
            }
        }
        return nil
    }

    /// The longest run of known words, in any order: `from John Smith`, `by van der Berg`, `Smith, John`.
    mutating func author(at start: Int, _ word: String) -> PlainReading? {
        guard word == "from" || word == "by", !endsClause(start) else { return nil }
        let name = nameWords(from: start + 1, most: Self.longestName)
        for count in stride(from: name.count, to: 0, by: -1) {
            // "the" alone may be part of many names.
            guard let last = name[..<count].last, !StopWords.contains(last),
                last.unicodeScalars.contains(where: \.isLetter),
                asks({ $0.knowsAuthor(Self.joined(name, count)) })
            else { continue }
            let terms = (start + 1...start + count).map { index in
                QueryExpression.term(QueryTerm(text: typed(index), field: .author, range: range(index)))
            }
            // A single name may be an ordinary word.
            return reading(start..<start + 1 + count, isUnmistakable: count > 1) { _ in
                QueryExpression.conjunction(terms) ?? terms[0]
            }
        }
        return nil
    }

    private func nameWords(from start: Int, most: Int) -> [String] {
        var name: [String] = []
        while name.count < most, let word = word(start + name.count),
            word.unicodeScalars.contains(where: \.isLetterOrDigit)
        {
            name.append(word)
            if endsClause(start + name.count - 1) { break }
        }
        return name
    }

    private static func joined(_ name: [String], _ count: Int) -> String {
        name.prefix(count).joined(separator: " ")
    }
}
