import ExtractionProtocol

/// What reading one bundle may cost. Counted on real bytes and pages, never on what a header claims. What goes beyond
/// is left out and reported by name.
public struct ReadingLimits: Sendable, Equatable, Decodable {
    /// Entries in one bundle.
    public var entries: Int
    /// Bytes of one entry after decompression.
    public var entryBytes: Int64
    /// Bytes read of all entries of one bundle, after decompression.
    public var bundleBytes: Int64
    /// Decompressed bytes for a compressed byte of an entry, from 1 MiB on.
    public var compressionRatio: Int
    /// Bytes of a metadata file or text sidecar.
    public var metadataBytes: Int
    /// Pages of one document, at most 1,048,575.
    public var pages: Int
    /// UTF-8 bytes of text of one page.
    public var pageTextBytes: Int
    /// Pixels of a page image for recognition; larger pages are rendered at a lower resolution.
    public var pagePixels: Int
    /// Bytes of address space of a worker.
    public var workerMemoryBytes: UInt64
    /// Processor seconds for one page.
    public var processorSeconds: Int

    /// The defaults.
    public init() { self.init(ExtractionLimits()) }

    private enum CodingKeys: String, CodingKey {
        case entries, pages
        case entryBytes = "entry_bytes"
        case bundleBytes = "bundle_bytes"
        case compressionRatio = "compression_ratio"
        case metadataBytes = "metadata_bytes"
        case pageTextBytes = "page_text_bytes"
        case pagePixels = "page_pixels"
        case workerMemoryBytes = "worker_memory_bytes"
        case processorSeconds = "processor_seconds"
    }

    /// Members that are not there keep their defaults.
    public init(from decoder: any Decoder) throws {
        self.init()
        let values = try decoder.container(keyedBy: CodingKeys.self)
        entries = try values.decodeIfPresent(Int.self, forKey: .entries) ?? entries
        entryBytes = try values.decodeIfPresent(Int64.self, forKey: .entryBytes) ?? entryBytes
        bundleBytes = try values.decodeIfPresent(Int64.self, forKey: .bundleBytes) ?? bundleBytes
        compressionRatio = try values.decodeIfPresent(Int.self, forKey: .compressionRatio) ?? compressionRatio
        metadataBytes = try values.decodeIfPresent(Int.self, forKey: .metadataBytes) ?? metadataBytes
        pages = try values.decodeIfPresent(Int.self, forKey: .pages) ?? pages
        pageTextBytes = try values.decodeIfPresent(Int.self, forKey: .pageTextBytes) ?? pageTextBytes
        pagePixels = try values.decodeIfPresent(Int.self, forKey: .pagePixels) ?? pagePixels
        workerMemoryBytes = try values.decodeIfPresent(UInt64.self, forKey: .workerMemoryBytes) ?? workerMemoryBytes
        processorSeconds = try values.decodeIfPresent(Int.self, forKey: .processorSeconds) ?? processorSeconds
    }

    private init(_ limits: ExtractionLimits) {
        entries = limits.entries
        entryBytes = limits.entryBytes
        bundleBytes = limits.bundleBytes
        compressionRatio = limits.compressionRatio
        metadataBytes = limits.metadataBytes
        pages = limits.pages
        pageTextBytes = limits.pageTextBytes
        pagePixels = limits.pagePixels
        workerMemoryBytes = limits.addressSpaceBytes
        processorSeconds = limits.processorSeconds
    }

    var extraction: ExtractionLimits {
        var limits = ExtractionLimits()
        limits.entries = entries
        limits.entryBytes = entryBytes
        limits.bundleBytes = bundleBytes
        limits.compressionRatio = compressionRatio
        limits.metadataBytes = metadataBytes
        limits.pages = min(pages, IndexSchema.maximumPage)
        limits.pageTextBytes = pageTextBytes
        limits.pagePixels = pagePixels
        limits.addressSpaceBytes = workerMemoryBytes
        limits.processorSeconds = processorSeconds
        return limits
    }
}
