internal import CivilCalendar
internal import ExtractionProtocol

/// Metadata from JSON beside a PDF, or `metadata.json` for a zip: keys in any case; values of other types are ignored.
struct SidecarMetadata {
    let metadata: DocumentMetadata
    let rawText: String?

    init(parsing bytes: [UInt8]) throws {
        let json = try ParsedJSON(parsing: bytes)
        guard let members = json.object else { throw BundleError(.damaged, "it is not a JSON object") }
        let fields = Dictionary(members.map { ($0.key.lowercased(), $0.value) }) { first, _ in first }
        func first<Value>(_ keys: [String], _ read: (ParsedJSON) -> Value?) -> Value? {
            keys.compactMap { fields[$0].flatMap(read) }.first
        }

        var metadata = DocumentMetadata()
        metadata.identifier = first(["identifier", "id"], \.text)
        metadata.setTitle(first(["title"], \.text))
        metadata.authors = first(["authors", "author", "creator"]) { Self.list($0, separators: ";").nonEmpty } ?? []
        metadata.setDate(["date", "issued", "created"].compactMap { fields[$0].flatMap(Self.statement) })
        if metadata.date == nil, metadata.details.isEmpty, let stated = fields["date"], stated.object != nil {
            metadata.details.add(.other, called: DocumentMetadata.statedDate, stated.rawText)
        }
        metadata.tags =
            first(["tags", "keywords", "subjects", "subject"]) { Self.list($0, separators: ",;").nonEmpty } ?? []
        metadata.language = first(["language", "lang"], \.text)
        metadata.description = first(["description"], \.text)
        metadata.claimedPageCount = first(["pagecount", "page_count"], \.count)
        self.metadata = metadata
        rawText = json.rawText
    }

    /// A date, or the beginning of a range.
    private static func statement(_ json: ParsedJSON) -> String? {
        json.text ?? ["start", "from", "begin", "value", "@value"].lazy.compactMap { json[$0]?.text }.first
    }

    /// Accepts a list of texts, a list of objects with a `name`, or one text that is split at any of `separators`.
    static func list(_ json: ParsedJSON, separators: String = "") -> [String] {
        let texts =
            switch json {
            case .array(let values): values.compactMap { $0["name"]?.text ?? $0.text }
            case .object: [json["name"]?.text].compactMap { $0 }
            case .null, .bool, .integer, .number, .string:
                (json.text ?? "").split { separators.contains($0) }.map(String.init)
            }
        return texts.eachOnce
    }
}
