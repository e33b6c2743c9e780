/// Field names before a colon, in any case.
enum FieldName: String, CaseIterable {
    case title, author, tag, text, note, label, path, root, bundle, document, id, person, package, lang, format, origin,
        confidence, pages, has
    case date, on, before, after, modified

    init?(typed scalars: ArraySlice<Unicode.Scalar>) {
        guard (2...10).contains(scalars.count) else { return nil }
        self.init(rawValue: String(scalars: scalars).lowercased())
    }

    var termField: QueryTerm.Field? { QueryTerm.Field(rawValue: rawValue) }

    var isDate: Bool { [.date, .on, .before, .after, .modified].contains(self) }

    var example: String {
        switch self {
        case .title, .author, .tag, .text, .note, .label: "\(rawValue):word or \(rawValue):\"a phrase\""
        case .date, .on, .before, .after, .modified: "\(rawValue):1931-03"
        case .path: "path:letters/1931"
        case .root: "root:minutes or root:\"/srv/archive\""
        case .bundle: "bundle:minutes.zip"
        case .document: "document:17"
        case .id: "id:17"
        case .person: "person:merian or person:\"van Dyke\""
        case .package: "package:2018 or package:\"city archive\""
        case .lang: "lang:en"
        case .format: "format:pdf"
        case .pages: "pages:>100, pages:12 or pages:10..20"
        case .origin: "origin:ocr, origin:text-layer or origin:sidecar"
        case .confidence: "confidence:<0.6, confidence:>=90% or confidence:0.5..0.8"
        case .has:
            "has:text, has:notes, has:highlights, has:attachments, has:title, has:author, has:date, has:tags, has:language or has:hidden"
        }
    }
}
