/// The names that may stand before a colon, in any case.
enum FieldName: String, CaseIterable {
    case title, author, tag, date, on, before, after

    init?(typed scalars: ArraySlice<Unicode.Scalar>) {
        guard scalars.count <= 6 else { return nil }
        self.init(rawValue: String(scalars: scalars).lowercased())
    }

    /// The field of a term; nil for the fields that take a date.
    var termField: QueryTerm.Field? {
        switch self {
        case .title: .title
        case .author: .author
        case .tag: .tag
        case .date, .on, .before, .after: nil
        }
    }

    var isDate: Bool { termField == nil }
}

/// The words that are operators when typed in capitals.
enum QueryOperator: String {
    case and = "AND"
    case or = "OR"
    case not = "NOT"
}
