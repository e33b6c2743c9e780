import DocSearchTestSupport
import ExtractionProtocol
import Testing

@testable import DocSearch

@Suite("What the bytes of an image say")
struct ImageFileCheckTests {
    private static func drawn(_ format: PageImageRequest.Format) async throws -> [UInt8] {
        let (archive, document) = try await TestArchive.quarters()
        var request = PageImageRequest(page: 1, width: 321, height: 123)
        request.format = format
        return try await archive.pages().image(request, of: document).bytes
    }

    @Test(arguments: PageImageRequest.Format.allCases)
    func theBytesOfAWholeImageTellItsSize(_ format: PageImageRequest.Format) async throws {
        let bytes = try await Self.drawn(format)
        let own: ImageFormat = format == .png ? .png : .jpeg
        let size = try #require(ImageFileCheck.size(of: bytes, own))
        #expect(size == (321, 123))
        #expect(ImageFileCheck.size(of: bytes, own == .png ? .jpeg : .png) == nil)
        // Something before or behind it, or its end missing.
        #expect(ImageFileCheck.size(of: [0] + bytes, own) == nil)
        #expect(ImageFileCheck.size(of: bytes + Array("<script>".utf8), own) == nil)
        for count in [0, 1, 2, 3, 8, 20, 30, bytes.count / 2, bytes.count - 1] {
            #expect(ImageFileCheck.size(of: Array(bytes.prefix(count)), own) == nil, "\(count) bytes")
        }
    }

    @Test(arguments: PageImageRequest.Format.allCases)
    func anyBytesCanBeAskedForTheSizeOfAnImage(_ format: PageImageRequest.Format) async throws {
        let bytes = try await Self.drawn(format)
        var generator = SeededGenerator(seed: 16)
        for _ in 0..<3_000 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                damaged[Int.random(in: 0..<min(200, bytes.count), using: &generator)] = .random(
                    in: 0...255, using: &generator)
            }
            // Whatever comes of it, it is a number of the header or nothing.
            let size = ImageFileCheck.size(of: damaged, format == .png ? .png : .jpeg)
            #expect(size.map { $0.width >= 0 && $0.height >= 0 } ?? true)
        }
    }
}
