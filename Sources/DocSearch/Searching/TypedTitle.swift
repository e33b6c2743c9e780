/// A query that is a title, word by word and in order, words such as “the” included. The documents that are called so go
/// first.
struct TypedTitle {
    private let texts: Set<String>
    private let index: IndexStore

    /// Each takes a look at its title. Among so many with all words in their titles one that is called so hardly stands
    /// out.
    static let mostRead = 200

    /// Filters beside the words are no part of a title, but words that were taken for a date are.
    init(_ query: String, _ plan: SearchPlan, _ index: IndexStore) {
        texts = [query, plan.typedText]
        self.index = index
    }

    /// Capitals and the width of blanks make no difference.
    static func folded(_ title: String) -> String {
        FullTextExpression.composed(title).lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// A single word is no title.
    var isPossible: Bool { texts.contains { text in !text.allSatisfy { $0.isLetter || $0.isNumber } } }

    func documents(among ids: [Int64]) throws -> Set<Int64> {
        guard isPossible, !ids.isEmpty else { return [] }
        let titles = try index.titles(documents: ids)
        return try index.read { db in
            let reader = try TokenReader(db, Stemmer.none.tokenizer)
            let wordings = try texts.map(reader.words).filter { $0.count > 1 }
            return Set(try titles.filter { try wordings.contains(reader.words($0.value)) }.keys)
        }
    }
}
