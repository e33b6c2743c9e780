/// Reads the value of a field that looks at facts other than dates.
enum FilterReader {
    /// Nil when the field has no such value.
    static func read(_ value: String, of field: FieldName) -> QueryFilter.Condition? {
        switch field {
        case .path: value.isEmpty ? nil : .path(value)
        case .root: value.isEmpty ? nil : .root(value)
        case .bundle: value.isEmpty ? nil : .bundle(value)
        case .id: value.isEmpty ? nil : .id(value)
        case .person: value.isEmpty ? nil : .person(value)
        case .package: value.isEmpty ? nil : .package(value)
        case .lang: isCode(value) ? .language(value.lowercased()) : nil
        case .format: isCode(value) ? .format(value.lowercased()) : nil
        case .pages: NumberRange(typed: value).map { .pageCount($0) }
        case .confidence: ConfidenceRange(typed: value).map { .confidence($0) }
        case .origin:
            ["ocr", "text-layer", "sidecar"].contains(value.lowercased()) ? .origin(value.lowercased()) : nil
        case .has: feature(value.lowercased()).map { .has($0) }
        default: nil
        }
    }

    /// One note is notes.
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
