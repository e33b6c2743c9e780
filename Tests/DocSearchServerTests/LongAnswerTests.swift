import DocSearch
import DocSearchServer
import DocSearchTestSupport
import Foundation
import Synchronization
import Testing

/// Documents of many pages.
@Suite struct LongAnswerTests {
    @Test func longDocumentsAreSentAsTheirPagesAreRead() async throws {
        let folder = try TemporaryFolder()
        let words = (1...230).map { "leaf number \($0)" }
        try folder.write(PDFWriter(texts: words).bytes, to: "archive/long.pdf")
        let index = ArchiveIndex(at: folder.path + "/index")
        try await index.read(folder)
        var settings = SiteSettings.forTests(index: folder.path + "/index")
        settings.imageFolder = folder.path + "/images"
        let answer = await Site(settings).askForPieces("/api/v1/documents/1")
        guard case .pieces(nil, let write) = answer.body else {
            Issue.record("it comes in pieces, not as \(answer.status) \(answer.text)")
            return
        }
        let pieces = Mutex<[[UInt8]]>([])
        try await write { bytes in pieces.withLock { $0.append(bytes) } }
        let all = pieces.withLock { $0 }
        #expect(all.count == 5)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(all.joined())) as? [String: Any])
        #expect(object["id"] as? Int == 1)
        let pages = try #require(object["pages"] as? [[String: Any]])
        #expect(pages.compactMap { $0["page"] as? Int } == Array(1...230))
        #expect(pages.compactMap { $0["text"] as? String } == words)
    }
}
