import ExtractionProtocol

/// What reading one bundle may cost. Counted on real bytes and pages, never on what a header claims. What goes beyond
/// is left out and reported by name.
///
/// The configuration file has the same names in snake case. Values that a limit cannot have (see `LimitRule`) count as
/// the nearest one that it can have.
public struct ReadingLimits: Sendable, Equatable {
    private var limits = ExtractionLimits()

    /// The defaults.
    public init() {}

    /// Bytes of one file as it lies on the disk: the bundle's own, or one in a folder that is a bundle. A larger one is
    /// not read at all.
    public var fileBytes: Int {
        get { self[\.fileBytes] }
        set { self[\.fileBytes] = newValue }
    }
    /// Entries in one bundle.
    public var entries: Int {
        get { self[\.entries] }
        set { self[\.entries] = newValue }
    }
    /// Bytes of one entry after decompression.
    public var entryBytes: Int {
        get { self[\.entryBytes] }
        set { self[\.entryBytes] = newValue }
    }
    /// Bytes read of all entries of one bundle, after decompression.
    public var bundleBytes: Int {
        get { self[\.bundleBytes] }
        set { self[\.bundleBytes] = newValue }
    }
    /// Decompressed bytes for a compressed byte of an entry, once it gave more than ``memoryBytes``.
    public var compressionRatio: Int {
        get { self[\.compressionRatio] }
        set { self[\.compressionRatio] = newValue }
    }
    /// Bytes of a metadata file or text sidecar.
    public var metadataBytes: Int {
        get { self[\.metadataBytes] }
        set { self[\.metadataBytes] = newValue }
    }
    /// UTF-8 bytes of a title, an author, a tag or another value of a document's metadata, at least 256.
    public var valueBytes: Int {
        get { self[\.valueBytes] }
        set { self[\.valueBytes] = newValue }
    }
    /// Authors of one document, and its tags.
    public var values: Int {
        get { self[\.values] }
        set { self[\.values] = newValue }
    }
    /// Bytes of all metadata of one document, at least 4,096; those of a bundle may have 64 times as many.
    public var recordBytes: Int {
        get { self[\.recordBytes] }
        set { self[\.recordBytes] = newValue }
    }
    /// Bytes of an XML or HTML file with the text of pages.
    public var markupBytes: Int {
        get { self[\.markupBytes] }
        set { self[\.markupBytes] = newValue }
    }
    /// Elements within elements, at most 1,024.
    public var markupDepth: Int {
        get { self[\.markupDepth] }
        set { self[\.markupDepth] = newValue }
    }
    /// Bundles within bundles, at most 8.
    public var nesting: Int {
        get { self[\.nesting] }
        set { self[\.nesting] = newValue }
    }
    /// UTF-8 bytes of a name in a bundle.
    public var nameBytes: Int {
        get { self[\.nameBytes] }
        set { self[\.nameBytes] = newValue }
    }
    /// Pages of one document, at most 1,048,575.
    public var pages: Int {
        get { self[\.pages] }
        set { self[\.pages] = newValue }
    }
    /// UTF-8 bytes of text of one page.
    public var pageTextBytes: Int {
        get { self[\.pageTextBytes] }
        set { self[\.pageTextBytes] = newValue }
    }
    /// Words of one page whose places are kept.
    public var pageWords: Int {
        get { self[\.pageWords] }
        set { self[\.pageWords] = newValue }
    }
    /// Bytes of an entry that is held in memory; larger ones go to a temporary file without a name.
    public var memoryBytes: Int {
        get { self[\.memoryBytes] }
        set { self[\.memoryBytes] = newValue }
    }
    /// Pixels of a page image for recognition; larger pages are rendered at a lower resolution.
    public var pagePixels: Int {
        get { self[\.pagePixels] }
        set { self[\.pagePixels] = newValue }
    }
    /// Bytes of a message of a mail or mailbox.
    public var mailBytes: Int {
        get { self[\.mailBytes] }
        set { self[\.mailBytes] = newValue }
    }
    /// Bytes of the headers of a message, or of a part of it.
    public var mailHeaderBytes: Int {
        get { self[\.mailHeaderBytes] }
        set { self[\.mailHeaderBytes] = newValue }
    }
    /// Bytes of an image when it is decoded, as its header tells.
    public var imageBytes: Int {
        get { self[\.imageBytes] }
        set { self[\.imageBytes] = newValue }
    }
    /// Bytes of address space of a process that reads, at least 256 MiB.
    public var addressSpaceBytes: Int {
        get { self[\.addressSpaceBytes] }
        set { self[\.addressSpaceBytes] = newValue }
    }
    /// Processor seconds for one page, or for opening a bundle.
    public var processorSeconds: Int {
        get { self[\.processorSeconds] }
        set { self[\.processorSeconds] = newValue }
    }

    private subscript(path: WritableKeyPath<ExtractionLimits, some FixedWidthInteger>) -> Int {
        get { Int(clamping: limits[keyPath: path]) }
        set { limits[keyPath: path] = .init(clamping: newValue) }
    }

    /// As workers are told them: none that could overflow or stop them.
    var extraction: ExtractionLimits {
        var possible = self
        for rule in LimitRule.all {
            possible[keyPath: rule.value] = rule.nearest(possible[keyPath: rule.value])
        }
        return possible.limits
    }
}
