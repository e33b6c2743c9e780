package import ExtractionProtocol

/// A document of an opened bundle, with all that the bundle says about it. Its bytes come from
/// ``OpenedBundle/content(of:)``.
package struct BundledDocument: Sendable {
    /// Names the document within its bundle and stays the same from one reading to the next.
    ///
    /// Empty when the file is one document (a PDF, a `.yianazip` of version 1 or of metadata alone); `content.pdf` for a
    /// `.yianazip` of version 2, with or without a PDF; otherwise the entry's name in NFC with control characters
    /// replaced, and `#2`, `#3` appended to names that come again.
    package let entry: String
    package let metadata: DocumentMetadata
    /// The metadata as found, as JSON text without the keys in ``JSONValue/bulkyKeys``.
    package let rawMetadata: String?
    /// A text sidecar split at its form feeds, the first element being page 1. Empty when there is none.
    package let pageTexts: [String]
    /// Text that comes without page borders: Yiana's `fullText`, or a text sidecar without form feeds.
    package let unpagedText: String?
    let place: ContentPlace

    /// False when the bundle has metadata but no PDF.
    package var hasContent: Bool { place != .nowhere }

    init(
        entry: String, place: ContentPlace, metadata: DocumentMetadata = DocumentMetadata(),
        rawMetadata: String? = nil, pageTexts: [String] = [], unpagedText: String? = nil
    ) {
        self.entry = entry
        self.place = place
        self.metadata = metadata
        self.rawMetadata = rawMetadata
        self.pageTexts = pageTexts
        self.unpagedText = unpagedText
    }
}

/// Where a document's bytes are in its bundle.
enum ContentPlace: Sendable, Equatable {
    case nowhere
    case wholeFile
    /// From a byte offset to the end of the file.
    case tail(from: Int64)
    case zipEntry(BundleEntry)
}
