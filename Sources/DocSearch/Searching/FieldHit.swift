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

    init(of unit: SearchUnit, _ index: IndexStore) {
        self.index = index
        if let field = FieldHit.Field(rawValue: unit.field.rawValue) {
            patterns[field] = [MarkPattern(kind: Self.kind(unit), unit: 0)]
        }
    }

    /// The fields with words of each document, in its order; `notes` are those of each.
    func fields(of documents: [ArchiveDocument], notes: [[String]] = []) throws -> [[FieldHit]] {
        var found = [[FieldHit]](repeating: [], count: documents.count)
        var fields = FieldHit.Field.allCases.filter { patterns[$0] != nil }
        // What looks for the words takes long to make: once for all fields in which the same ones are looked for.
        while let first = fields.first, let wanted = patterns[first] {
            let alike = fields.filter { patterns[$0] == wanted }
            fields.removeAll(where: alike.contains)
            let texts = documents.indices.flatMap { number in
                alike.flatMap { field in
                    Self.texts(field, documents[number], number < notes.count ? notes[number] : [])
                        .map { (number: number, field: field, text: $0) }
                }
            }
            let marks = try index.marks(
                of: wanted, in: Dictionary(uniqueKeysWithValues: texts.enumerated().map { (Int64($0), $1.text) }))
            for (key, text) in texts.enumerated() {
                guard let marks = marks[Int64(key)], !marks.isEmpty else { continue }
                let snippet = Snippet(text.text, marks: marks, words: Self.words)
                found[text.number].append(FieldHit(field: text.field, text: snippet.text, marks: snippet.marks))
            }
        }
        return found
    }

    private static func texts(_ field: FieldHit.Field, _ document: ArchiveDocument, _ notes: [String]) -> [String] {
        switch field {
        case .title: [document.title]
        case .author: document.authors
        case .tag: document.tags
        case .note: notes
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
