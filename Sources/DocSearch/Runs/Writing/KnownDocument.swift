import ExtractionProtocol
import GRDB

struct KnownDocument {
    let id: Int64
    let identifier: String?
    let pageCount: Int
    /// SHA-256 of its own bytes; nil without any.
    private let contentHash: String?
    private let byteCount: Int64
    private let fields: [String]

    static let columns = """
        id, entry, path, title, identifier, page_count, content_hash, content_bytes, has_content, authors, tags, summary, date,
        instr(indexed_head, '"kind":"package"') > 0 AS is_in_package
        """

    init(_ row: Row) throws {
        let (path, title): (String, String) = (try row.value("path"), try row.value("title"))
        let (hash, hasContent): (String?, Bool) = (try row.value("content_hash"), try row.value("has_content"))
        (id, identifier) = (try row.value("id"), try row.value("identifier"))
        (pageCount, byteCount) = (try row.value("page_count"), try row.value("content_bytes"))
        contentHash = hasContent ? hash : nil
        fields = Self.fields(
            // Without a title a document is called by its file.
            title: title == PathText.name(path) ? nil : title, identifier, authors: try row.value("authors"),
            tags: try row.value("tags"), description: try row.value("summary"),
            isInPackage: try row.value("is_in_package"))
    }

    var identities: [String] { Self.identities(identifier, contentHash) }

    static func identities(_ identifier: String?, _ contentHash: String?) -> [String] {
        [identifier.map { "id \($0)" }, contentHash.map { "hash \($0)" }].compactMap { $0 }
    }

    func wasChangedInPlace(_ frame: DocumentFrame) -> Bool {
        contentHash != nil && contentHash != frame.contentHash && frame.byteCount > 0 && byteCount == frame.byteCount
    }

    func lostFields(in metadata: DocumentMetadata) -> [String] {
        let left = Self.fields(
            title: metadata.title, metadata.identifier, authors: metadata.authors.joined(),
            tags: metadata.tags.joined(), description: metadata.description,
            isInPackage: metadata.details.contains { $0.kind == .package })
        return fields.filter { !left.contains($0) }
    }

    private static func fields(
        title: String?, _ identifier: String?, authors: String, tags: String, description: String?, isInPackage: Bool
    ) -> [String] {
        let fields: [(name: String, value: String?)] = [
            ("title", title), ("identifier", identifier), ("authors", authors), ("tags", tags),
            ("description", description), ("details of its package", isInPackage ? "there" : nil),
        ]
        return fields.filter { $0.value?.isEmpty == false }.map(\.name)
    }
}
