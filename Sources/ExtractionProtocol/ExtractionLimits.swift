/// Limits on one request to a reader, measured on real bytes and pages, never on stated sizes.
package struct ExtractionLimits: Codable, Sendable, Equatable {
    /// Bytes of one file on disk: the bundle, or a file in a folder that is a bundle.
    package var fileBytes: Int64 = 100 << 30
    package var entries = 100_000
    /// Bytes of one entry after decompression.
    package var entryBytes: Int64 = 2 << 30
    /// Bytes by which all data read from a bundle's entries may exceed the bundle: bombs grow, scans do not.
    package var bundleBytes: Int64 = 8 << 30
    /// Decompressed bytes for each compressed byte of an entry, applied once it has given more than fits in memory
    /// (``memoryBytes``). For gzipped text, applied from 1 MiB on.
    package var compressionRatio = 200
    /// Bytes of a metadata file or a text sidecar.
    package var metadataBytes = 16 << 20
    /// UTF-8 bytes of one metadata value: a title, an author, a tag, a description. The rest is cut.
    package var valueBytes = 64 << 10
    /// Authors of one document, and its tags. More are dropped.
    package var values = 1_000
    /// Bytes of all metadata of one document, including the raw record. A bundle may have ``recordsOfBundle`` times as
    /// many.
    package var recordBytes = 2 << 20
    /// Bytes of one XML file, such as the text of a book with its words' boxes. It is never in memory as a whole.
    package var markupBytes = 256 << 20
    package var markupDepth = 256
    /// Bytes of one mail message, which is in memory while its attachments are read.
    package var mailBytes: Int64 = 256 << 20
    /// Bytes of the headers of a mail message or of one of its parts.
    package var mailHeaderBytes = 4 << 20
    /// Depth of nested bundles, at most ``mostNesting``.
    package var nesting = 3
    /// UTF-8 bytes of an entry name; longer ones are refused.
    package var nameBytes = 4096
    package var pages = 100_000
    /// UTF-8 bytes of text stored for one page; the rest is cut and reported.
    package var pageTextBytes = 4 << 20
    /// Words of one page stored with boxes; more are dropped.
    package var pageWords = 50_000
    /// Bytes up to which an entry is held in memory. Larger ones go to an unlinked temporary file.
    package var memoryBytes: Int64 = 64 << 20
    /// Address space of a reader (`RLIMIT_AS`), in bytes.
    package var addressSpaceBytes: UInt64 = 3 << 29
    /// Processor seconds for one page, or for opening a bundle (`RLIMIT_CPU`).
    package var processorSeconds = 300
    package var pagePixels = 24_000_000
    /// Bytes of a decoded image according to its header: four for a pixel in colour.
    package var imageBytes = 512 << 20

    /// The code page of names in zips that do not state one; nil to guess it.
    package var zipNames: CodePage?

    package static let mostNesting = 8

    /// Most temporary files of one request: for the document, each bundle around it, and the outermost one's unpacked
    /// content.
    package var temporaryFiles: Int { 2 + min(max(0, nesting), Self.mostNesting) }

    /// All documents of a bundle together may have this many times ``recordBytes``.
    package static let recordsOfBundle = 64

    package init() {}
}
