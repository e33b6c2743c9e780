import BundleConventions
import ExtractionProtocol

/// A document on its way into the index.
struct DocumentRecord: Sendable {
    var bundleID: Int64
    var bundlePath: String
    var contentID: Int64
    var frame: DocumentFrame
    var hasContent: Bool
    /// The settings of the text that came with the bundle, when it brought any.
    var sidecarSource: TextSource?

    var path: String { PathForm.path(bundlePath, entry: frame.entry) }

    /// What the name of its file says.
    var name: DocumentName { DocumentName(entry: frame.entry, bundlePath: bundlePath) }

    /// From the metadata.
    var date: DocumentDate? { frame.metadata.date.flatMap { DocumentDate($0) } }

    /// What the full-text tables hold of the metadata.
    var head: IndexedHead {
        let metadata = frame.metadata
        return IndexedHead(
            title: metadata.title ?? PathText.name(path),
            authors: metadata.authors.joined(separator: IndexedHead.separator),
            tags: metadata.tags.joined(separator: IndexedHead.separator), summary: metadata.description ?? "",
            addresses: metadata.authorAddresses.isEmpty
                ? nil : metadata.authorAddresses.joined(separator: IndexedHead.separator),
            details: metadata.details.isEmpty ? nil : metadata.details
        ).named(name)
    }
}

/// The metadata of a document as the full-text tables hold it.
struct IndexedHead: Codable, Sendable, Equatable {
    var title: String
    var authors: String
    var tags: String
    var summary: String
    /// Mail addresses of the authors, which are found with them; nil without any.
    var addresses: String?
    /// What of the metadata the other fields have no room for; nil without any.
    var details: [MetadataDetail]?
    /// The words of the file's name, when the title is another; nil when a release wrote it that did not keep them.
    var name: String?
    /// Whether the document's date is that in the file's name.
    var dateFromName: Bool?

    /// The same with what the file's name says.
    func named(_ name: DocumentName) -> IndexedHead {
        var head = self
        head.name = name.stem == title ? "" : name.stem
        return head
    }

    /// What the column of authors holds.
    var authorTexts: String { addresses.map { authors + Self.separator + $0 } ?? authors }

    /// What the column of texts holds of the metadata.
    var texts: String {
        guard let details else { return summary }
        let found = details.map { "\($0.label) \($0.value)" }
        return ([summary].filter { !$0.isEmpty } + found).joined(separator: Self.separator)
    }

    /// The details in a stored head; most documents have none, and are not decoded for it.
    static func details(stored: String) -> [MetadataDetail] {
        stored.contains("\"details\":") ? IndexedHead(stored: stored)?.details ?? [] : []
    }

    /// The addresses in a stored head. Nearly all documents have none, and are not decoded for it.
    static func addresses(stored: String) -> [String] {
        guard stored.contains("\"addresses\":"), let head = IndexedHead(stored: stored) else { return [] }
        return head.addresses.map { $0.split(separator: separator).map(String.init) } ?? []
    }

    /// Stands between two values, so that no phrase reaches from one into the next: a private-use character is a word
    /// of its own to the tokenizer, and no query has it.
    static let separator = "\n\u{F8FF}\n"
}

/// A page as the index holds it: which text was chosen, and why.
struct IndexedPage: Sendable, Equatable {
    var number: Int
    var label: String?
    var verdict: TextLayerVerdict
    var layer: TextLayerKind?
    /// Why the verdict is not `good`.
    var reasons: [String] = []
    var origin: TextOrigin?
    var confidence: Double?
    /// Row of `page_text` in `pages.sqlite`; nil for a page without text.
    var textID: Int64?
    var needsRecognition: Bool
}
