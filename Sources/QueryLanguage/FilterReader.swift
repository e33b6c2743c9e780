enum FilterReader {
    static func read(_ value: String, of field: FieldName) -> QueryFilter.Condition? {
        guard !value.isEmpty else { return nil }
        let name = value.lowercased()
        return switch field {
        case .path: .path(value)
        case .root: .root(value)
        case .bundle: .bundle(value)
        case .document: Int64(value).map { .document($0) }
        case .id: .id(value)
        case .person: .person(value)
        case .package: .package(value)
        case .lang: isCode(value) ? .language(name) : nil
        case .format: isCode(value) ? .format(name) : nil
        case .pages: NumberRange(typed: value).map { .pageCount($0) }
        case .confidence: ConfidenceRange(typed: value).map { .confidence($0) }
        case .origin: ["ocr", "text-layer", "sidecar"].contains(name) ? .origin(name) : nil
        case .has: feature(name).map { .has($0) }
        default: nil
        }
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
