import DocSearch
import DocSearchTestSupport
import Foundation
import Testing

/// Their files are read one by one, as those of any folder.
@Suite("Folders with the names of a bundle that turn out to be none")
struct OrdinaryFolderTests {
    @Test func documentsOfOtherBundlesAreNotMixedUpMeanwhile() async throws {
        let archive = try TestArchive()
        // More wait than are handed out at once, so that some are handed out when a folder has turned out.
        let names = (100..<240).map { ($0 < 160 ? "a" : "c") + "/\($0)" }
        for number in 1...6 { try Self.writeFolder("b/\(number)", to: archive) }
        for name in names {
            try archive.write([TestDocument("heron", pages: ["heron \(name) stands here"])], to: "\(name).zip")
        }
        let run = try await archive.update { $0.jobs = 2 }
        #expect(run.failures.isEmpty)
        let texts = try archive.texts()
        #expect(texts.count == names.count + 6)
        for name in names { #expect(texts["\(name).zip!/heron.pdf"] == ["heron \(name) stands here"]) }
    }

    @Test func whatIsWrongWithARootIsSaidOnce() async throws {
        let archive = try TestArchive()
        let names = (1...12).map { "\($0).pdf" }
        for name in names { try archive.write(["a heron stands here"], to: name) }
        try await archive.update()
        for name in names { try archive.write(Array("rubbish".utf8), to: name) }
        for number in 1...3 { try Self.writeFolder("f\(number)", to: archive) }
        let run = try await archive.update()
        #expect(run.report.warnings.count == 1, "\(run.report.warnings)")
    }

    /// A folder with the names of an item of the Internet Archive. Nothing in it is listed.
    private static func writeFolder(_ name: String, to archive: TestArchive) throws {
        try archive.write(Array("<metadata/>".utf8), to: "\(name)/x_meta.xml")
        try archive.write(Array("<files/>".utf8), to: "\(name)/x_files.xml")
        try archive.write(["\(name) has a letter"], to: "\(name)/letter.pdf")
    }
}
