/// How pages are drawn, and what that may cost.
public struct ArchivePagesOptions: Sendable, Equatable {
    /// A folder for what has been drawn, which belongs to this alone and is made when it is not there; nil keeps nothing.
    public var cacheFolder: String?
    /// Bytes that the cache may have on disk. What was used longest ago goes first.
    public var cacheBytes: Int64 = 512 << 20
    /// Reading programs that work at the same time; nil means one a processor, four at most.
    public var readers: Int?
    /// Documents that each of them keeps open.
    public var openDocuments = 3
    /// Bytes of memory of one open document beyond which it is closed after use.
    public var documentMemory: Int64 = 256 << 20
    /// How long a document stays open that nothing is asked of.
    public var idleTime: Duration = .seconds(60)
    /// How long drawing one image may take; opening the document has the same time.
    public var timeout: Duration = .seconds(30)
    /// How long it is remembered what a reader took too long for, or died of: it is not tried again until then.
    public var failureTime: Duration = .seconds(120)
    /// Requests that may wait; beyond them an error with code ``DocSearchError/Code/busy`` comes at once.
    public var mostWaiting = 256
    /// Pixels of one image.
    public var imagePixels = 24_000_000
    /// Bytes of one image as JPEG or PNG.
    public var imageBytes = 32 << 20
    /// How good JPEGs are, 1 to 100.
    public var jpegQuality = 75
    /// The `docsearch-extract` program; nil looks in the folders where `make install` puts it.
    public var extractorPath: String?
    /// See ``IndexingOptions/usesSandbox``.
    public var usesSandbox = true
    /// See ``IndexingOptions/passwords``.
    public var passwords: [String] = []
    /// What reading one bundle may cost.
    public var limits = ReadingLimits()

    /// The defaults.
    public init() {}
}
