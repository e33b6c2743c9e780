import ExtractionProtocol

/// What reading one bundle may cost, and what its names are written in. Counted on real bytes and pages, never on what a header claims. What goes beyond
/// is left out and reported by name.
///
/// The configuration file has these names in snake case. Impossible values (`LimitRule`) count as the nearest possible.
public struct ReadingLimits: Sendable, Equatable {
    private static let usual = ExtractionLimits()

    /// The defaults.
    public init() {}

    /// Bytes of one file on the disk: the bundle's own, or one in a folder that is a bundle. A larger one is not read.
    public var fileBytes = Int(Self.usual.fileBytes)
    /// Entries in one bundle.
    public var entries = Self.usual.entries
    /// Bytes of one entry after decompression.
    public var entryBytes = Int(Self.usual.entryBytes)
    /// By how many bytes what is read of a bundle's entries may be more than the bundle itself.
    public var bundleBytes = Int(Self.usual.bundleBytes)
    /// Decompressed bytes for a compressed byte of an entry, once it gave more than ``memoryBytes``.
    public var compressionRatio = Self.usual.compressionRatio
    /// Bytes of a metadata file or text sidecar.
    public var metadataBytes = Self.usual.metadataBytes
    /// UTF-8 bytes of a title, an author, a tag or another value of a document's metadata, at least 256.
    public var valueBytes = Self.usual.valueBytes
    /// Authors of one document, and its tags.
    public var values = Self.usual.values
    /// Bytes of all metadata of one document, at least 4,096; those of a bundle may have 64 times as many.
    public var recordBytes = Self.usual.recordBytes
    /// Bytes of an XML or HTML file with the text of pages.
    public var markupBytes = Self.usual.markupBytes
    /// Elements within elements, at most 1,024.
    public var markupDepth = Self.usual.markupDepth
    /// Bundles within bundles, at most 8.
    public var nesting = Self.usual.nesting
    /// UTF-8 bytes of a name in a bundle.
    public var nameBytes = Self.usual.nameBytes
    /// Pages of one document, at most 1,048,575.
    public var pages = Self.usual.pages
    /// UTF-8 bytes of text of one page.
    public var pageTextBytes = Self.usual.pageTextBytes
    /// Words of one page whose boxes are kept.
    public var pageWords = Self.usual.pageWords
    /// Bytes of an entry that is held in memory; larger ones go to a temporary file without a name.
    public var memoryBytes = Int(Self.usual.memoryBytes)
    /// Pixels of a page image for recognition; larger pages are rendered at a lower resolution.
    public var pagePixels = Self.usual.pagePixels
    /// Bytes of a message of a mail or mailbox.
    public var mailBytes = Int(Self.usual.mailBytes)
    /// Bytes of the headers of a message, or of a part of it.
    public var mailHeaderBytes = Self.usual.mailHeaderBytes
    /// Bytes of an image when it is decoded, as its header tells.
    public var imageBytes = Self.usual.imageBytes
    /// Bytes of address space of a process that reads, at least 256 MiB.
    public var addressSpaceBytes = Int(Self.usual.addressSpaceBytes)
    /// Processor seconds for one page, or for opening a bundle.
    public var processorSeconds = Self.usual.processorSeconds

    /// The code page of names in zips that do not say theirs, as in `cp866` or `Shift_JIS`; nil, and one that is not known,
    /// has it guessed from the names.
    public var zipNames: String?

    /// What is wrong with a code page for ``zipNames``; nil for one that is known.
    package static func refusal(ofCodePage name: String) -> String? {
        guard CodePage(named: name) == nil else { return nil }
        return "it must be a code page: \(CodePage.names.joined(separator: ", "))"
    }

    /// As readers are told them: none that could overflow or stop them.
    var extraction: ExtractionLimits {
        var told = ExtractionLimits()
        for rule in LimitRule.all { rule.set(&told, rule.nearest(self[keyPath: rule.value])) }
        told.zipNames = zipNames.flatMap(CodePage.init(named:))
        return told
    }
}
