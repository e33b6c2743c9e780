internal import CivilCalendar
internal import ExtractionProtocol

struct PaperlessDocument {
    let key: Int64
    struct ExportedFile: Equatable {
        let path: String
        /// In lower case; MD5 or SHA-256 by its length.
        let checksum: String?
    }

    /// Nil when only the document's record was exported, or the path leads out of the export.
    let exportedFile: ExportedFile?
    /// The searchable PDF that Paperless made from it.
    let exportedArchive: ExportedFile?
    let exportedPaths: [String]
    let originalFileName: String?
    let content: String?
    let isDeleted: Bool
    let metadata: DocumentMetadata
    /// Without the text and users, and with the names of referenced records under `resolved`.
    let rawText: String?

    /// The text is stored elsewhere.
    private static let leftOut: Set<String> = ["content", "owner", "modified_by"]

    init(_ record: PaperlessManifest.Record, resolved: [String: ParsedJSON], metadata: DocumentMetadata) {
        let fields = record.fields
        func path(_ name: String) -> String? { record.members[name]?.text.flatMap { ConfinedPath.path($0) } }
        func file(_ name: String, _ checksum: String) -> ExportedFile? {
            path(name).map { ExportedFile(path: $0, checksum: fields[checksum]?.text?.lowercased()) }
        }
        key = record.key
        exportedFile = file("__exported_file_name__", "checksum")
        exportedArchive = file("__exported_archive_name__", "archive_checksum")
        exportedPaths = ["__exported_file_name__", "__exported_archive_name__", "__exported_thumbnail_name__"]
            .compactMap(path)
        originalFileName = fields["original_filename"]?.text
        content = if case .string(let text)? = fields["content"], !text.isEmpty { text } else { nil }
        isDeleted = fields["deleted_at"]?.text != nil
        self.metadata = metadata

        var raw = record.members.filter { $0.key.hasPrefix("__exported_") }
        raw["model"] = .string("documents.document")
        raw["pk"] = .integer(key)
        raw["fields"] = .object(fields.filter { !Self.leftOut.contains($0.key) })
        raw["resolved"] = resolved.nonEmpty.map(ParsedJSON.object)
        rawText = ParsedJSON.object(raw).rawText
    }

    /// A document has a date without a time, which older versions write as midnight, or as the time in UTC that it was
    /// then: `2024-01-01T23:00:00Z` is midnight of the next day in Paris. From UTC+1 to UTC+13 that is at 11:00 or later.
    static func date(_ text: String) -> String? {
        guard case .instant(let instant)? = ISODate(text) else { return DescriptiveDate.normalized(text) }
        let day = CivilInstant.secondsPerDay
        let second = (instant.wallSeconds % day + day) % day
        if second == 0 { return DescriptiveDate.normalized(String(text.prefix(10))) }
        // Zones differ by quarters of an hour.
        guard instant.zone == 0, second % 900 == 0, second >= 11 * 3600 else {
            return DescriptiveDate.normalized(instant.description)
        }
        let midnight = CivilInstant(secondsSinceEpoch: instant.secondsSinceEpoch + day - second)
        return DescriptiveDate.normalized(String(midnight.description.prefix(10)))
    }
}
