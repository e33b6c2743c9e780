internal import CivilCalendar
internal import ExtractionProtocol

/// Yiana's metadata of a document. Only the required keys are certain: its programs drop each other's optional fields.
struct YianaMetadata {
    let metadata: DocumentMetadata
    private let json: ParsedJSON
    let fullText: String?

    private static let requiredKeys = ["id", "title", "created", "modified", "pageCount", "tags", "ocrCompleted"]
    /// Seconds from 1970 to 2001: `JSONEncoder` counts dates from 2001 by default.
    private static let referenceDate = 978_307_200.0

    var rawText: String? { json.rawText }

    static func missingKeys(in json: ParsedJSON) -> [String] {
        guard let members = json.object else { return requiredKeys }
        return requiredKeys.filter { members[$0] == nil }
    }

    init?(_ json: ParsedJSON) {
        guard Self.missingKeys(in: json).isEmpty, let members = json.object else { return nil }
        var metadata = DocumentMetadata()
        metadata.identifier = members["id"]?.text
        metadata.setTitle(members["title"]?.text)
        metadata.date = members["created"].flatMap(Self.date)
        metadata.tags = members["tags"].map { SidecarMetadata.list($0) } ?? []
        metadata.claimedPageCount = members["pageCount"]?.count
        self.metadata = metadata
        self.json = json
        fullText = if case .string(let text)? = members["fullText"], !text.isEmpty { text } else { nil }
    }

    private static func date(_ json: ParsedJSON) -> String? {
        switch json {
        case .integer(let seconds): CivilInstant(secondsSinceEpoch: Double(seconds) + referenceDate)?.description
        case .number(let seconds): CivilInstant(secondsSinceEpoch: seconds + referenceDate)?.description
        // Older notes of Yiana describe ISO 8601 dates, and other programs write them.
        case .string(let text): ISODate(text)?.description
        case .null, .bool, .array, .object: nil
        }
    }
}
