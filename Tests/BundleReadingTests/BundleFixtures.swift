import BundleReading
import DocSearchTestSupport
import ExtractionProtocol
import Foundation
import Testing

/// Small bundles, made on the spot.
enum Fixture {
    /// Enough of a PDF for this module, which never looks further than the header.
    static let pdf = Array("%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n".utf8)

    /// Yiana's metadata with all required and some optional keys; `changes` replace or (as nil) remove keys.
    static func yianaMetadata(_ changes: [String: (any Sendable)?] = [:]) throws -> [UInt8] {
        var members: [String: any Sendable] = [
            "id": "6F9A1B2C-0000-4000-8000-000000000001", "title": "Minutes", "created": 781_000_000.25,
            "modified": 781_000_001.0, "pageCount": 3, "tags": ["council", "water"], "ocrCompleted": true,
            "fullText": "The water board met", "ocrSource": "service", "extractedData": "QUJD",
        ]
        for (key, value) in changes { members[key] = value }
        return Array(try JSONSerialization.data(withJSONObject: members))
    }

    static func yianaZip(
        metadata: [UInt8], content: [UInt8]? = pdf, formatInfo: String? = #"{"formatVersion":2}"#
    ) -> [UInt8] {
        var entries = [ZipWriter.Entry("metadata.json", metadata)]
        if let content { entries.append(.init("content.pdf", content)) }
        if let formatInfo { entries.append(.init("format.json", formatInfo)) }
        return ZipWriter(entries).bytes
    }

    static let separator: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF]

    static let bomb = PackedZeros.data
    static let bombSize = PackedZeros.count

    static func bombEntry(_ name: String) -> ZipWriter.Entry { PackedZeros.entry(name) }
}

/// An open file of a test.
final class OpenFile {
    let descriptor: Int32
    private let folder: TemporaryFolder

    init(_ bytes: some Sequence<UInt8>) throws {
        folder = try TemporaryFolder()
        let path = try folder.write(bytes, to: "bundle")
        descriptor = Glibc.open(path, O_RDONLY)
        try #require(descriptor >= 0)
    }

    deinit { close(descriptor) }
}

func openBundle(
    _ bytes: some Sequence<UInt8>, limits: ExtractionLimits = ExtractionLimits(), fixity: Bool = false,
    passwords: [String] = [], embeddedFiles: EmbeddedFilesOpener? = nil,
    countPages: @escaping PageCounter = { _, _ in .max }
) throws -> OpenedBundle {
    let file = try OpenFile(bytes)
    // The reader keeps its own duplicate, so the file may be closed when this returns.
    return try BundleReader(limits: limits, wantsFixity: fixity).open(
        descriptor: file.descriptor, path: "bundle", passwords: { passwords }, embeddedFiles: embeddedFiles,
        countPages: countPages)
}

/// No regression short of work that grows with the square of the input takes so long.
func expectInTime(
    _ most: Duration = .seconds(60), _ location: SourceLocation = #_sourceLocation, _ body: () throws -> Void
) throws {
    #expect(try processorTime(body) < most, sourceLocation: location)
}

func limits(_ change: (inout ExtractionLimits) -> Void) -> ExtractionLimits {
    var limits = ExtractionLimits()
    change(&limits)
    return limits
}

func openZip(_ entries: [ZipWriter.Entry], limits: ExtractionLimits = ExtractionLimits()) throws
    -> OpenedBundle
{
    try openBundle(ZipWriter(entries).bytes, limits: limits)
}

extension OpenedBundle {
    /// The bytes of a document that is a PDF.
    func pdf(of document: BundledDocument) throws -> DocumentContent {
        switch try content(of: document) {
        case .pdf(let content): return content
        case .images: throw BundleError(.unsupported, "it has page images")
        }
    }
}

/// The bytes of a content, wherever it is.
func bytes(of content: DocumentContent) throws -> [UInt8] {
    switch content {
    case .bytes(let bytes): return Array(bytes.buffer)
    case .file(let descriptor, let byteCount):
        var buffer = [UInt8](repeating: 0, count: Int(byteCount))
        let count = pread(descriptor.rawValue, &buffer, buffer.count, 0)
        try #require(count == buffer.count)
        return buffer
    }
}

/// The `BundleError` that `body` throws, recorded as a failure when it throws none.
func bundleError<Value>(_ body: () throws -> Value) throws -> BundleError {
    try #require(throws: BundleError.self) { _ = try body() }
}
