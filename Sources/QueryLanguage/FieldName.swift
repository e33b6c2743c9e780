/// The names that may stand before a colon, in any case.
enum FieldName: String, CaseIterable {
    case title, author, tag, date, on, before, after, path, lang, format, pages, origin

    init?(typed scalars: ArraySlice<Unicode.Scalar>) {
        guard scalars.count <= 6 else { return nil }
        self.init(rawValue: String(scalars: scalars).lowercased())
    }

    /// The field of a term; nil for the fields that look at facts.
    var termField: QueryTerm.Field? {
        switch self {
        case .title: .title
        case .author: .author
        case .tag: .tag
        default: nil
        }
    }

    var isDate: Bool { [.date, .on, .before, .after].contains(self) }

    /// A value that the field takes, for a hint.
    var example: String {
        switch self {
        case .title, .author, .tag: "\(rawValue):word or \(rawValue):\"a phrase\""
        case .date, .on, .before, .after: "\(rawValue):1931-03"
        case .path: "path:letters/1931"
        case .lang: "lang:en"
        case .format: "format:pdf"
        case .pages: "pages:>100, pages:12 or pages:10..20"
        case .origin: "origin:ocr, origin:text-layer or origin:sidecar"
        }
    }
}

/// The words that are operators when typed in capitals.
enum QueryOperator: String {
    case and = "AND"
    case or = "OR"
    case not = "NOT"
}
