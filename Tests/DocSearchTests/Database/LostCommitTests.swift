import DocSearch
import DocSearchTestSupport
import Foundation
import Testing

/// What a power failure leaves: each of the files as it was after one commit or another, never in pieces. Imitated with
/// copies of the files from between runs.
@Suite("Commits that were lost with the power")
struct LostCommitTests {
    /// Which of the files has lost the commits of the second run.
    enum Loss: CaseIterable {
        case ofTheIndex, ofTheTexts, ofBoth

        var names: [String] {
            switch self {
            case .ofTheIndex: ["index.sqlite"]
            case .ofTheTexts: ["pages.sqlite"]
            case .ofBoth: ["index.sqlite", "pages.sqlite"]
            }
        }
    }

    /// An archive that was indexed twice, and its index after the first run.
    private func archive(_ change: (inout IndexingOptions) -> Void = { _ in }) async throws -> (TestArchive, String) {
        let archive = try TestArchive()
        try archive.write(["a heron in the first reed bed", "a plover on the second page"], to: "a.pdf")
        try archive.write(["a curlew in the third reed bed"], to: "b.pdf")
        try await archive.update(nil, change)
        let earlier = archive.folder.path + "/earlier"
        try FileManager.default.copyItem(atPath: archive.indexPath, toPath: earlier)
        try archive.write(["a heron that has flown", "a plover on the second page"], to: "a.pdf")
        try archive.write(["a kestrel over the moor"], to: "c.pdf")
        try archive.write(SampleArchive.bytes(of: "letters/1949-library-gift.pdf"), to: "scan.pdf")
        try await archive.update(nil, change)
        return (archive, earlier)
    }

    private func lose(_ loss: Loss, _ archive: TestArchive, _ earlier: String) throws {
        for name in loss.names {
            for suffix in ["", "-wal", "-shm"] {
                unlink(archive.indexPath + "/" + name + suffix)
                // What processes share is made again from the log.
                let copy = earlier + "/" + name + suffix
                guard suffix != "-shm", FileManager.default.fileExists(atPath: copy) else { continue }
                try FileManager.default.copyItem(atPath: copy, toPath: archive.indexPath + "/" + name + suffix)
            }
        }
    }

    @Test(arguments: Loss.allCases)
    func lostCommitsAreNoticedByTheNextRun(loss: Loss) async throws {
        let (archive, earlier) = try await archive()
        try lose(loss, archive, earlier)
        // Texts that could take the places of those that are lost.
        for number in 1...4 { try archive.write(["a bittern with number \(number)"], to: "0\(number).pdf") }
        let run = try await archive.update()
        #expect(run.failures.isEmpty, "\(run.report)")
        #expect(run.report.warnings.isEmpty, "\(run.report)")
        #expect(run.report.new >= 4, "\(run.report)")
        let index = ArchiveIndex(at: archive.indexPath)
        #expect(try archive.find("bittern").count == 4)
        #expect(try archive.find("heron") == ["a.pdf"])
        #expect(try archive.find("flown") == ["a.pdf"])
        #expect(try archive.find("first").isEmpty)
        #expect(try archive.find("kestrel") == ["c.pdf"])
        for (path, word) in [("a.pdf", "flown"), ("b.pdf", "curlew"), ("c.pdf", "kestrel"), ("01.pdf", "bittern")] {
            #expect(try index.pages(of: index.document(path))[0].text.contains(word), "\(path)")
        }
        #expect(try index.verify().isEmpty)
        #expect(try await archive.update().report.unchanged == 8)
    }

    @Test func lostCommitsAreReadAgainInFoldersThatTheRunDoesNotName() async throws {
        let (archive, earlier) = try await archive()
        try lose(.ofTheTexts, archive, earlier)
        try archive.folder.write(TestDocument("", pages: ["a bittern"]).pdf, to: "other/bittern.pdf")
        let run = try await archive.update([archive.folder.path + "/other"])
        #expect(run.report.new == 1, "\(run.report)")
        #expect(run.report.changed == 2, "\(run.report)")
        #expect(try archive.find("kestrel") == ["c.pdf"])
        #expect(try archive.index.verify().isEmpty)
    }

    @Test func lostCommitsCostNoRecognitionThatIsKept() async throws {
        let (archive, earlier) = try await archive { $0.ocr = .auto }
        try lose(.ofTheIndex, archive, earlier)
        let run = try await archive.update { $0.ocr = .auto }
        #expect(run.report.recognized == 0, "\(run.report)")
        #expect(run.report.waiting == 0, "\(run.report)")
        #expect(run.failures.isEmpty, "\(run.report)")
        #expect(try archive.index.pages(of: archive.index.document("scan.pdf"))[0].origin == .ocr)
        try lose(.ofTheTexts, archive, earlier)
        let again = try await archive.update { $0.ocr = .auto }
        #expect(again.report.recognized == 1, "\(again.report)")
        #expect(again.report.waiting == 0, "\(again.report)")
        #expect(again.failures.isEmpty, "\(again.report)")
        #expect(try archive.index.verify().isEmpty)
    }
}
