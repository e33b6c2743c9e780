import QueryLanguage

/// A part of what is known of a document as a whole that has words of the query.
public struct FieldHit: Sendable, Hashable {
    /// What is known of it.
    public enum Field: String, Sendable, CaseIterable {
        case title, author, tag, note
    }

    /// What it is.
    public var field: Field
    /// All of it, or the best part of a long note.
    public var text: String
    /// Where the words are: Unicode scalar ranges in ``text``.
    public var marks: [Range<Int>]
}

/// Finds the fields of documents that have words of a query.
struct FieldMarker {
    let index: IndexStore
    /// By field; units that look into pages alone have none.
    private var patterns: [FieldHit.Field: [MarkPattern]] = [:]

    /// Longer notes are cut to so many words.
    private static let words = 64

    init(_ plan: SearchPlan, _ index: IndexStore) {
        self.index = index
        for (number, unit) in plan.units.enumerated() where plan.weights[number] > 0 {
            for field in FieldHit.Field.allCases where unit.field == .any || unit.field.rawValue == field.rawValue {
                patterns[field, default: []].append(MarkPattern(kind: Self.kind(unit), unit: number))
            }
        }
    }

    func fields(of document: ArchiveDocument, notes: [String]) throws -> [FieldHit] {
        let texts =
            [(FieldHit.Field.title, document.title)] + document.authors.map { (.author, $0) }
            + document.tags.map { (.tag, $0) } + notes.map { (.note, $0) }
        return try texts.compactMap { field, text in
            guard let patterns = patterns[field] else { return nil }
            let marks = try index.marks(of: patterns, in: [0: text])[0] ?? []
            guard !marks.isEmpty else { return nil }
            let snippet = Snippet(text, marks: marks, words: Self.words)
            return FieldHit(field: field, text: snippet.text, marks: snippet.marks)
        }
    }

    private static func kind(_ unit: SearchUnit) -> MarkPattern.Kind {
        switch unit.kind {
        case .stems(let text): .stems([text])
        case .near(let texts, _): .stems(texts)
        case .exact(let text): .written(text)
        case .prefix(let text): .prefix(text)
        case .fuzzy(let text): .anyOf([text])
        }
    }
}
