/// Settings and limits for drawing pages.
public struct ArchivePagesOptions: Sendable, Equatable {
    /// A folder for drawn images, used for nothing else and created if missing; nil keeps nothing.
    public var cacheFolder: String?
    /// Bytes of the cache on disk. Least recently used images are removed first.
    public var cacheBytes: Int64 = 512 << 20
    /// Reading programs working at the same time; nil means one for each processor, at most four.
    public var readers: Int?
    /// Documents that each of them keeps open.
    public var openDocuments = 3
    /// Memory of an open document, in bytes, beyond which it is closed after use.
    public var documentMemory: Int64 = 256 << 20
    /// How long an unused document stays open.
    public var idleTime: Duration = .seconds(60)
    /// Time limit for drawing one image, and the same for opening the document.
    public var timeout: Duration = .seconds(30)
    /// How long work is not retried after a reader took too long for it or died.
    public var failureTime: Duration = .seconds(120)
    /// Waiting requests; further ones get an error with code ``DocSearchError/Code/busy`` at once.
    public var mostWaiting = 256
    /// Pixels of one image.
    public var imagePixels = 24_000_000
    /// Bytes of one image as JPEG or PNG.
    public var imageBytes = 32 << 20
    /// JPEG quality, 1 to 100.
    public var jpegQuality = 75
    /// The `docsearch-extract` program; nil searches the folders where `make install` puts it.
    public var extractorPath: String?
    /// See ``IndexingOptions/usesSandbox``.
    public var usesSandbox = true
    /// See ``IndexingOptions/passwords``.
    public var passwords: [String] = []
    /// Limits on reading one bundle.
    public var limits = ReadingLimits()

    /// The defaults.
    public init() {}
}
