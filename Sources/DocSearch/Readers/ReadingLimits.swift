import ExtractionProtocol

/// Limits on reading one bundle, and the encoding of its names. Measured on real bytes and pages, never on stated
/// sizes. Parts beyond a limit are left out and reported by the limit's name.
///
/// The configuration file has these names in snake case. Impossible values (`LimitRule`) count as the nearest possible.
public struct ReadingLimits: Sendable, Equatable {
    private static let usual = ExtractionLimits()

    /// The defaults.
    public init() {}

    /// Bytes of one file on disk: the bundle, or a file in a folder that is a bundle. A larger one is not read.
    public var fileBytes = Int(Self.usual.fileBytes)
    /// Entries in one bundle.
    public var entries = Self.usual.entries
    /// Bytes of one entry after decompression.
    public var entryBytes = Int(Self.usual.entryBytes)
    /// Bytes by which all data read from a bundle's entries may exceed the bundle.
    public var bundleBytes = Int(Self.usual.bundleBytes)
    /// Decompressed bytes for each compressed byte of an entry, once it gave more than ``memoryBytes``.
    public var compressionRatio = Self.usual.compressionRatio
    /// Bytes of a metadata file or text sidecar.
    public var metadataBytes = Self.usual.metadataBytes
    /// UTF-8 bytes of a title, an author, a tag or another value of a document's metadata, at least 256.
    public var valueBytes = Self.usual.valueBytes
    /// Authors of one document, and its tags.
    public var values = Self.usual.values
    /// Bytes of all metadata of one document, at least 4,096. A bundle may have 64 times as many.
    public var recordBytes = Self.usual.recordBytes
    /// Bytes of an XML or HTML file with the text of pages.
    public var markupBytes = Self.usual.markupBytes
    /// Depth of nested elements, at most 1,024.
    public var markupDepth = Self.usual.markupDepth
    /// Depth of nested bundles, at most 8.
    public var nesting = Self.usual.nesting
    /// UTF-8 bytes of a name in a bundle.
    public var nameBytes = Self.usual.nameBytes
    /// Pages of one document, at most 1,048,575.
    public var pages = Self.usual.pages
    /// UTF-8 bytes of text of one page.
    public var pageTextBytes = Self.usual.pageTextBytes
    /// Words of one page stored with boxes.
    public var pageWords = Self.usual.pageWords
    /// Bytes up to which an entry is held in memory; larger ones go to an unnamed temporary file.
    public var memoryBytes = Int(Self.usual.memoryBytes)
    /// Pixels of a page image for recognition; larger pages are rendered at a lower resolution.
    public var pagePixels = Self.usual.pagePixels
    /// Bytes of a message of a mail or mailbox.
    public var mailBytes = Int(Self.usual.mailBytes)
    /// Bytes of the headers of a message, or of a part of it.
    public var mailHeaderBytes = Self.usual.mailHeaderBytes
    /// Bytes of a decoded image according to its header.
    public var imageBytes = Self.usual.imageBytes
    /// Bytes of address space of a reading process, at least 256 MiB.
    public var addressSpaceBytes = Int(Self.usual.addressSpaceBytes)
    /// Processor seconds for one page, or for opening a bundle.
    public var processorSeconds = Self.usual.processorSeconds

    /// The code page of names in zips that do not state one, as in `cp866` or `Shift_JIS`. With nil or an unknown one
    /// it is guessed from the names.
    public var zipNames: String?

    package static func refusal(ofCodePage name: String) -> String? {
        guard CodePage(named: name) == nil else { return nil }
        return "it must be a code page: \(CodePage.names.joined(separator: ", "))"
    }

    /// Corrected so that no limit can overflow or stop readers.
    var extraction: ExtractionLimits {
        var told = ExtractionLimits()
        for rule in LimitRule.all { rule.set(&told, rule.nearest(self[keyPath: rule.value])) }
        told.zipNames = zipNames.flatMap(CodePage.init(named:))
        return told
    }
}
