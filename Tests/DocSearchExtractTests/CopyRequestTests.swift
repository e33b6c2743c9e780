import DocSearchTestSupport
import ExtractionProtocol
import Foundation
import Testing

@testable import DocSearchExtract

@Suite("A request for a document's bytes", .serialized)
struct CopyRequestTests {
    private static let pdf = PDFWriter(texts: ["The harbour accounts"]).bytes
    private static let zip = ZipWriter([.init("a.pdf", pdf), .init("b.pdf", PDFWriter(texts: ["Other"]).bytes)]).bytes

    private func copy(of entry: String, in bundle: [UInt8]) throws -> (frames: [ExtractionFrame], bytes: [UInt8]) {
        let folder = try TemporaryFolder()
        let path = try folder.write([], to: "copy")
        let output = open(path, O_WRONLY)
        defer { close(output) }
        let request = CopyDocumentRequest(path: "bundle", entry: entry, page: nil, limits: Conversation.limits)
        let frames = try Conversation.frames(.copyDocument(request), bundle: bundle, output: output)
        return (frames, Array(try Data(contentsOf: URL(fileURLWithPath: path))))
    }

    @Test(arguments: [("", pdf), ("a.pdf", zip)])
    func copyRequestIsAnsweredWithTheBytesAlone(entry: String, bundle: [UInt8]) throws {
        let (frames, bytes) = try copy(of: entry, in: bundle)
        #expect(bytes == Self.pdf)
        #expect(frames.summaries == ["starting document \(entry)#0", "finished complete"])
        #expect(frames.outcome?.holdsOnePage == nil)
    }

    @Test func copyRequestFailsWhereTheDocumentIsGone() throws {
        let (frames, bytes) = try copy(of: "c.pdf", in: Self.zip)
        #expect(bytes.isEmpty)
        #expect(frames.problems.map(\.code) == [.changed])
        #expect(frames.outcome?.outcome == .failed)
    }
}
