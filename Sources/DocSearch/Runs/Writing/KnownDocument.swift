import ExtractionProtocol
import GRDB

struct KnownDocument {
    let id: Int64
    let identifier: String?
    let pageCount: Int
    let format: BundleFormat?
    /// SHA-256 of its own bytes; nil without any.
    private let contentHash: String?
    private let byteCount: Int64
    private let isDescribed: Bool
    private let title: String
    private let fields: [String]

    static let columns = """
        id, entry, path, format, title, identifier, page_count, content_hash, content_bytes, has_content, authors, tags, summary, date,
        raw_metadata IS NOT NULL AS is_described, instr(indexed_head, '"kind":"package"') > 0 AS is_in_package,
        instr(indexed_head, '"name":""') > 0 AS is_called_by_file
        """

    init(_ row: Row) throws {
        let path: String = try row.value("path")
        title = try row.value("title")
        let (hash, hasContent): (String?, Bool) = (try row.value("content_hash"), try row.value("has_content"))
        (id, identifier) = (try row.value("id"), try row.value("identifier"))
        (pageCount, byteCount) = (try row.value("page_count"), try row.value("content_bytes"))
        format = (try row.value("format") as String?).flatMap { BundleFormat(rawValue: $0) }
        contentHash = hasContent ? hash : nil
        isDescribed = try row.value("is_described")
        let isCalledByFile: Bool = try row.value("is_called_by_file")
        // Without a title a document is called by its file, which may have had another name.
        fields = Self.fields(
            title: isCalledByFile || title == PathText.name(path) ? nil : title, identifier,
            authors: try row.value("authors"),
            tags: try row.value("tags"), description: try row.value("summary"),
            isInPackage: try row.value("is_in_package"))
    }

    var identities: [String] { Self.identities(identifier, contentHash) }

    /// `isAlone` where no other document of the bundle has its identifier.
    func identities(isAlone: Bool) -> [String] { isAlone ? identities : Self.identities(nil, contentHash) }

    static func identities(_ identifier: String?, _ contentHash: String?) -> [String] {
        [identifier.map { "id \($0)" }, contentHash.map { "hash \($0)" }].compactMap { $0 }
    }

    func wasChangedInPlace(_ frame: DocumentFrame) -> Bool {
        contentHash != nil && contentHash != frame.contentHash && frame.byteCount > 0 && byteCount == frame.byteCount
    }

    func hasSameBytes(as frame: DocumentFrame) -> Bool { contentHash != nil && contentHash == frame.contentHash }

    func lostFields(in metadata: DocumentMetadata) -> [String] {
        let isNamed = !metadata.isCalledByFile || metadata.title == title
        let left = Self.fields(
            title: isNamed ? metadata.title : nil, metadata.identifier, authors: metadata.authors.joined(),
            tags: metadata.tags.joined(), description: metadata.description,
            isInPackage: metadata.details.contains { $0.kind == .package })
        return fields.filter { !left.contains($0) }
    }

    /// Its own bytes are as they were, and its description is gone, or it is called by its file now, or no field of its own is
    /// left.
    func isUndescribed(_ frame: DocumentFrame, lost: [String]) -> Bool {
        guard hasSameBytes(as: frame) else { return false }
        if hasLostSidecar(frame) { return !lost.isEmpty }
        let own = fields.filter { $0 != Self.package }
        return lost.contains(Self.titleField) || !own.isEmpty && own.allSatisfy(lost.contains)
    }

    /// Its own bytes are as they were, and nothing describes it any more.
    func hasLostSidecar(_ frame: DocumentFrame) -> Bool {
        hasSameBytes(as: frame) && isDescribed && frame.rawMetadata == nil && frame.isDescribedWithOthers != true
    }

    static let description = "description"
    private static let titleField = "title"
    private static let package = "details of its package"

    private static func fields(
        title: String?, _ identifier: String?, authors: String, tags: String, description: String?, isInPackage: Bool
    ) -> [String] {
        let fields: [(name: String, value: String?)] = [
            (Self.titleField, title), ("identifier", identifier), ("authors", authors), ("tags", tags),
            (Self.description, description), (Self.package, isInPackage ? "there" : nil),
        ]
        return fields.filter { $0.value?.isEmpty == false }.map(\.name)
    }
}
