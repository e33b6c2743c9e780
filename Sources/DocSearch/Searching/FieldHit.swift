import QueryLanguage

/// A part of what is known of a document as a whole that has words of the query.
public struct FieldHit: Sendable, Hashable {
    /// The parts of the metadata that are searched.
    public enum Field: String, Sendable, CaseIterable {
        case title, author, tag, note
        /// The words of a highlight, or the comment on them.
        case highlight
        /// The label of a highlight.
        case label
        /// Further metadata: other identifiers, people of every role, what is said of the package.
        case detail
    }

    /// The kind of field.
    public var field: Field
    /// All of it, or the best part of a long note.
    public var text: String
    /// Where the words are: Unicode scalar ranges in ``text``.
    public var marks: [Range<Int>]
    /// The page, from 1, of a highlight or of a note on a page.
    public var page: Int?
}

struct FieldMarker {
    let index: IndexStore
    private var patterns: [FieldHit.Field: [MarkPattern]] = [:]

    private static let words = 64

    init(_ plan: SearchPlan, _ index: IndexStore, _ forms: WordForms?) throws {
        self.index = index
        for (number, typed) in plan.units.enumerated() where plan.weights[number] > 0 {
            let unit = try forms?.completed(typed) ?? typed
            let kind: MarkPattern.Kind =
                if case .part(let text) = unit.kind {
                    .anyOf(try forms?.compounds(with: text) ?? [])
                } else {
                    Self.kind(unit)
                }
            for field in FieldHit.Field.allCases where Self.isLookedInto(field, unit) {
                patterns[field, default: []].append(MarkPattern(kind: kind, unit: number))
            }
        }
    }

    init(of unit: SearchUnit, _ index: IndexStore) {
        self.index = index
        if let field = FieldHit.Field(rawValue: unit.field.rawValue) {
            patterns[field] = [MarkPattern(kind: Self.kind(unit), unit: 0)]
        }
    }

    private static func isLookedInto(_ field: FieldHit.Field, _ unit: SearchUnit) -> Bool {
        unit.field == .any || unit.field.rawValue == field.rawValue || unit.field == .note && field == .highlight
    }

    /// In the order of `documents`; `said` are people's decisions.
    func fields(of documents: [ArchiveDocument], said: [[Annotation]] = []) throws -> [[FieldHit]] {
        var found = [[FieldHit]](repeating: [], count: documents.count)
        var fields = FieldHit.Field.allCases.filter { patterns[$0] != nil }
        // A marker takes long to make: one for all fields in which the same words are looked for.
        while let first = fields.first, let wanted = patterns[first] {
            let alike = fields.filter { patterns[$0] == wanted }
            fields.removeAll(where: alike.contains)
            var texts: [(number: Int, field: FieldHit.Field, text: String, page: Int)] = []
            for (number, document) in documents.enumerated() {
                let said = number < said.count ? said[number] : []
                for field in alike {
                    texts += try Self.texts(field, of: document, said: said).map { (number, field, $0.text, $0.page) }
                }
            }
            let marks = try index.marks(
                of: wanted, in: Dictionary(uniqueKeysWithValues: texts.enumerated().map { (Int64($0), $1.text) }))
            for (key, text) in texts.enumerated() {
                guard let marks = marks[Int64(key)], !marks.isEmpty else { continue }
                let snippet = Snippet(text.text, marks: marks, words: Self.words)
                let page = text.page > 0 ? text.page : nil
                found[text.number].append(
                    FieldHit(field: text.field, text: snippet.text, marks: snippet.marks, page: page))
            }
        }
        return found
    }

    private static func texts(
        _ field: FieldHit.Field, of document: ArchiveDocument, said: [Annotation]
    ) throws -> [(text: String, page: Int)] {
        switch field {
        case .title: return [(document.title, 0)]
        case .author: return (document.authors + document.authorAddresses).map { ($0, 0) }
        case .detail: return document.details.map { ("\($0.label): \($0.value)", 0) }
        case .tag: return document.tags.map { ($0, 0) }
        case .note: return said.filter { $0.kind == .note }.map { ($0.value, $0.page) }
        case .highlight, .label:
            return try said.filter { $0.kind == .highlight }.flatMap { annotation in
                let highlight = try StoredHighlight(annotation)
                let texts = field == .label ? [highlight.label].compactMap { $0 } : highlight.texts
                return texts.map { ($0, annotation.page) }
            }
        }
    }

    private static func kind(_ unit: SearchUnit) -> MarkPattern.Kind {
        switch unit.kind {
        case .stems(let text): .stems([text] + unit.equals)
        case .near(let texts, _): .stems(texts + texts.flatMap { unit.otherForms[$0] ?? [] })
        case .exact(let text): .written(text)
        case .prefix(let text): .prefix(text)
        case .fuzzy(let text), .part(let text): .anyOf([text])
        }
    }
}
