/// What a reader may spend on one request, counted on real bytes and real pages, never on what a header claims.
package struct ExtractionLimits: Codable, Sendable, Equatable {
    /// Bytes of one file as it lies on the disk: the bundle's own, or one in a folder that is a bundle.
    package var fileBytes: Int64 = 100 << 30
    /// Entries in one bundle.
    package var entries = 100_000
    /// Bytes of one entry after decompression.
    package var entryBytes: Int64 = 2 << 30
    /// By how many bytes what is read of a bundle's entries may be more than the bundle itself: bombs grow, scans do not.
    package var bundleBytes: Int64 = 8 << 30
    /// Decompressed bytes for each compressed byte of an entry, applied once an entry gave more than fits in
    /// memory (``memoryBytes``). Of gzipped text it is applied from 1 MiB on.
    package var compressionRatio = 200
    /// Bytes of a metadata file or a text sidecar.
    package var metadataBytes = 16 << 20
    /// UTF-8 bytes of one value of a document's metadata: a title, an author, a tag, a description. The rest is cut.
    package var valueBytes = 64 << 10
    /// Authors of one document, and its tags. The rest is left out.
    package var values = 1_000
    /// Bytes of all metadata of one document, as found included. A bundle may have ``recordsOfBundle`` times as many.
    package var recordBytes = 2 << 20
    /// Bytes of one XML file, such as the text of a book with its words' boxes. It is never in memory as a whole.
    package var markupBytes = 256 << 20
    /// Elements within elements.
    package var markupDepth = 256
    /// Bytes of one mail message, which is in memory while its attachments are read.
    package var mailBytes: Int64 = 256 << 20
    /// Bytes of the headers of a mail message, or of one of its parts.
    package var mailHeaderBytes = 4 << 20
    /// Bundles within bundles, at most ``mostNesting``.
    package var nesting = 3
    /// Entry names longer than this (UTF-8 bytes) are refused.
    package var nameBytes = 4096
    /// Pages of one document.
    package var pages = 100_000
    /// UTF-8 bytes of text kept for one page; the rest is cut and reported.
    package var pageTextBytes = 4 << 20
    /// Words of one page whose boxes are kept; the rest is left out.
    package var pageWords = 50_000
    /// Entries up to this size are held in memory, larger ones in an unlinked temporary file.
    package var memoryBytes: Int64 = 64 << 20
    /// Address space of a reader (`RLIMIT_AS`), in bytes.
    package var addressSpaceBytes: UInt64 = 3 << 29
    /// Processor seconds for one page, or for opening a bundle (`RLIMIT_CPU`).
    package var processorSeconds = 300
    /// Pixels of a rendered page.
    package var pagePixels = 24_000_000
    /// Bytes of an image when it is decoded, as its header tells: four for a pixel in colour.
    package var imageBytes = 512 << 20

    /// The code page of names in zips that do not say theirs; nil where it is to be guessed.
    package var zipNames: CodePage?

    package static let mostNesting = 8

    /// Temporary files of one reading: for the document, each bundle it may lie in, and what the outermost unpacks to.
    package var temporaryFiles: Int { 2 + min(max(0, nesting), Self.mostNesting) }

    /// So many times ``recordBytes`` all documents of a bundle may have.
    package static let recordsOfBundle = 64

    package init() {}
}
