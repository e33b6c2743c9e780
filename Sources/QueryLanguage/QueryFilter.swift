package struct QueryFilter: Sendable, Equatable {
    package enum Condition: Sendable, Equatable {
        case date(CivilDateRange)
        case modified(CivilDateRange)
        /// Case-insensitive.
        case path(String)
        /// The absolute path, or the last name in it.
        case root(String)
        case bundle(String)
        case document(Int64)
        case id(String)
        /// In any role. A part of the name.
        case person(String)
        /// A part of the package's metadata.
        case package(String)
        /// As in metadata, without its region.
        case language(String)
        case format(String)
        case pageCount(NumberRange)
        /// One page is enough.
        case origin(String)
        /// One page is enough.
        case confidence(ConfidenceRange)
        case has(Feature)
        /// A whole tag, character by character.
        case tag(String)
        /// A value that is none of the field. No document has it.
        case unreadable(field: String, value: String)
    }

    package enum Feature: String, Sendable, CaseIterable {
        case text, notes, highlights, attachments, title, author, date, tags, language, hidden
    }

    package var condition: Condition
    /// With its `-` and field name, in Unicode scalars of the query.
    package var range: Range<Int>

    var canonicalText: String { condition.canonicalText }

    private static func quotedIfNeeded(_ text: String) -> String {
        let marks = "-_./".unicodeScalars
        let isPlain = text.unicodeScalars.allSatisfy { $0.isLetterOrDigit || $0.isMark || marks.contains($0) }
        return isPlain ? text : quoted(text)
    }

    /// In quotation marks, with those in it written twice.
    package static func quoted(_ value: String) -> String {
        let scalars = value.unicodeScalars.flatMap { $0.isQuote ? [$0, $0] : [$0] }
        return "\"\(String(scalars: scalars))\""
    }

    static func withoutDoubledQuotes(_ text: String) -> String {
        var kept: [Unicode.Scalar] = []
        var isSecond = false
        for scalar in text.unicodeScalars {
            isSecond = scalar.isQuote && !isSecond && kept.last == scalar
            if !isSecond { kept.append(scalar) }
        }
        return String(scalars: kept)
    }
}

extension QueryFilter.Condition {
    /// As it is typed.
    package var canonicalText: String {
        switch self {
        case .date(let dates): "date:\(dates)"
        case .modified(let dates): "modified:\(dates)"
        case .path(let part): "path:" + QueryFilter.quotedIfNeeded(part)
        case .root(let name): "root:" + QueryFilter.quotedIfNeeded(name)
        case .bundle(let name): "bundle:" + QueryFilter.quotedIfNeeded(name)
        case .document(let number): "document:\(number)"
        case .id(let text): "id:" + QueryFilter.quotedIfNeeded(text)
        case .person(let part): "person:" + QueryFilter.quotedIfNeeded(part)
        case .package(let part): "package:" + QueryFilter.quotedIfNeeded(part)
        case .language(let code): "lang:\(code)"
        case .format(let name): "format:\(name)"
        case .pageCount(let range): "pages:\(range)"
        case .origin(let name): "origin:\(name)"
        case .confidence(let range): "confidence:\(range)"
        case .has(let feature): "has:\(feature.rawValue)"
        case .tag(let name): "tag:=" + QueryFilter.quotedIfNeeded(name)
        case .unreadable(let field, let value): "\(field):" + QueryFilter.quotedIfNeeded(value)
        }
    }
}

extension QueryFilter.Condition {
    /// Nil for what is no value of the field.
    init?(_ value: String, of field: FieldName) {
        guard !value.isEmpty else { return nil }
        let name = value.lowercased()
        let condition: Self? =
            switch field {
            case .path: .path(value)
            case .root: .root(value)
            case .bundle: .bundle(value)
            case .document: Int64(value).map { .document($0) }
            case .id: .id(value)
            case .person: .person(value)
            case .package: .package(value)
            case .lang: Self.isCode(value) ? .language(name) : nil
            case .format: Self.isCode(value) ? .format(name) : nil
            case .pages: NumberRange(typed: value).map { .pageCount($0) }
            case .confidence: ConfidenceRange(typed: value).map { .confidence($0) }
            case .origin: ["ocr", "text-layer", "sidecar"].contains(name) ? .origin(name) : nil
            case .has: Self.feature(name).map { .has($0) }
            default: nil
            }
        guard let condition else { return nil }
        self = condition
    }

    private static func feature(_ name: String) -> QueryFilter.Feature? {
        switch name {
        case "note": .notes
        case "highlight": .highlights
        case "attachment", "files": .attachments
        case "tag": .tags
        default: QueryFilter.Feature(rawValue: name)
        }
    }

    private static func isCode(_ text: String) -> Bool {
        (1...20).contains(text.utf8.count) && text.first != "-"
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    }
}
