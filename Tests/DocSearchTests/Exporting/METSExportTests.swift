import DocSearchTestSupport
import Foundation
import Synchronization
import Testing

@testable import DocSearch

@Suite("Exported METS packages")
struct METSExportTests {
    private let folder: TemporaryFolder
    private let archive: TestArchive

    init() throws { (folder, archive) = (try TemporaryFolder(), try TestArchive()) }

    private func export(_ archive: TestArchive? = nil, into path: String? = nil) async throws -> [ExportedDocument] {
        let archive = archive ?? self.archive
        var all: [ArchiveDocument] = []
        try archive.index.forEachDocument { document, _ in all.append(document) }
        let results = Mutex<[ExportedDocument]>([])
        try await archive.pages().export(all, as: .mets, into: path ?? folder.path) { result in
            results.withLock { $0.append(result) }
        }
        return results.withLock { $0 }
    }

    /// All files below a folder, by their paths.
    private func files(_ path: String? = nil) throws -> [String: Data] {
        let path = path ?? folder.path
        var files: [String: Data] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: path)
        where !name.hasPrefix(".docsearch-export") {
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: path + "/" + name, isDirectory: &isFolder), !isFolder.boolValue
            else { continue }
            files[name] = try Data(contentsOf: URL(fileURLWithPath: path + "/" + name))
        }
        return files
    }

    private func mets(_ name: String = "a.mets") throws -> String {
        String(decoding: try #require(try files()["\(name)/mets.xml"]), as: UTF8.self)
    }

    private func correct(_ wrong: String, _ right: String, by author: String, page: Int = 1) throws {
        let document = try archive.index.document(DocumentReference("a.pdf"))
        let shown = try archive.index.pageToCorrect(page, of: document)
        _ = try archive.index.correct(
            shown, of: document, to: shown.text.replacing(wrong, with: right), by: author)
    }

    @Test func packageHasAFileForEachPageWithItsSizeAndChecksum() async throws {
        try await archive.read(["the old reservoir", "the new reservoir"], as: "a.pdf")
        #expect(try await export().map(\.path) == [folder.path + "/a.mets"])
        let files = try files()
        #expect(files.keys.sorted() == ["a.mets/alto/0001.xml", "a.mets/alto/0002.xml", "a.mets/mets.xml"])
        let mets = try mets()
        for (name, bytes) in files where name.contains("alto/") {
            let hash = FileHash.sha256(of: String(decoding: bytes, as: UTF8.self))
            #expect(mets.contains("SIZE=\"\(bytes.count)\" CHECKSUM=\"\(hash)\" CHECKSUMTYPE=\"SHA-256\""), "\(name)")
            #expect(mets.contains("xlink:href=\"\(name.dropFirst("a.mets/".count))\""))
        }
        let hash = try archive.index.document("a.pdf").contentHash
        #expect(mets.contains("<premis:messageDigest>\(hash)</premis:messageDigest>"))
        #expect(mets.contains("<agent ROLE=\"CREATOR\" TYPE=\"OTHER\" OTHERTYPE=\"SOFTWARE\"><name>DOCSEARCH</name>"))
        #expect(mets.contains("<premis:eventType>extraction</premis:eventType>"))
        #expect(mets.contains(/The text layer was read by poppler [\d.]+/))
    }

    /// docsearch reads METS, too.
    @Test func packageThatIsIndexedHasTheSameTextsAndMetadata() async throws {
        let title = "Minutes ]]> & <b>\u{1}\u{FFFE}\u{202E}"
        try await archive.read(
            [
                TestDocument(
                    "a", pages: ["the old reservoir", "the new reservoir"], title: title, tags: ["a & b", "<c>"],
                    identifier: "ALD/\"1\"")
            ], as: "a.zip")
        let before = try archive.index.document("a.zip!/a.pdf")
        try archive.index.correct(before, [.authors: "Ada ]]> \"Dunnock\""], by: "ben")
        _ = try await export()
        let other = try TestArchive()
        try FileManager.default.copyItem(atPath: folder.path + "/a.mets", toPath: other.root + "/package")
        let run = try await other.update()
        #expect(run.failures.isEmpty, "\(run.failures)")
        var found: [ArchiveDocument] = []
        try other.index.forEachDocument { document, _ in found.append(document) }
        let after = try #require(found.first)
        #expect(found.count == 1)
        #expect(after.title.hasPrefix("Minutes ]]> & <b>"))
        #expect(after.identifier == before.identifier)
        #expect(after.authors == ["Ada ]]> \"Dunnock\""])
        #expect(Set(after.tags) == ["a & b", "<c>"])
        #expect(
            try other.index.pages(of: after).map(\.text.words)
                == archive.index.pages(of: before).map(\.text.words))
    }

    @Test func eventsTellWhoCorrectedAPageAndNotWhatItSaidBefore() async throws {
        try await archive.read(["the water Boarcl met", "the sluicc"], as: "a.pdf")
        _ = try await export()
        let before = try files()
        #expect(!(try mets().contains("modification")))
        try correct("Boarcl", "Board ]]>", by: "Ada <a>")
        try correct("sluicc", "sluice", by: "ben", page: 2)
        #expect(try await export().map(\.isWritten) == [true])
        let mets = try mets()
        #expect(mets.contains("Words on page 1 were corrected.") && mets.contains("Words on page 2 were corrected."))
        #expect(!mets.contains("Boarcl") && !mets.contains("sluicc"))
        #expect(mets.contains("<premis:agentName>Ada &lt;a&gt;</premis:agentName>"))
        #expect(mets.components(separatedBy: "<premis:agentType>person").count == 3)
        // The digest, the text layer, and two corrections, each with the page that it is on.
        #expect(mets.contains("ADMID=\"event_2 event_3\"><FLocat LOCTYPE=\"URL\" xlink:href=\"alto/0001.xml\""))
        #expect(mets.contains("ADMID=\"event_2 event_4\"><FLocat LOCTYPE=\"URL\" xlink:href=\"alto/0002.xml\""))
        #expect(!mets.contains("unknown"), "all times are known")
        #expect(try await export().map(\.isWritten) == [false])
        // A different correction by another person takes its place; the first stays without effect.
        try correct("sluice", "sluices", by: "ada", page: 2)
        _ = try await export()
        #expect(try self.mets().contains("<premis:agentName>ada</premis:agentName>"))
        #expect(!(try self.mets().contains("<premis:agentName>ben</premis:agentName>")))
        for _ in 1...3 { _ = try archive.index.undo(by: "ada") }
        _ = try await export()
        #expect(try files() == before, "as if nothing had been said")
    }

    @Test func twoExportsAreTheSame() async throws {
        try await archive.read(["the water Boarcl met"], as: "a.pdf")
        try correct("Boarcl", "Board", by: "ada")
        _ = try await export()
        let other = try TemporaryFolder()
        _ = try await export(into: other.path)
        #expect(try files() == files(other.path))
    }

    @Test func packageOfAChangedDocumentTakesThePlaceOfTheOldOne() async throws {
        try await archive.read(["the old reservoir", "and more"], as: "a.pdf")
        _ = try await export()
        try await archive.read(["the new reservoir"], as: "a.pdf")
        #expect(try await export().map(\.isWritten) == [true])
        #expect(try files().keys.sorted() == ["a.mets/alto/0001.xml", "a.mets/mets.xml"])
        #expect(try await export().map(\.isWritten) == [false])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
    }

    @Test(arguments: ["changed", "added", "removed", "renamed"])
    func packageThatAReaderChangedIsNotReplaced(change: String) async throws {
        try await archive.read(["the old reservoir"], as: "a.pdf")
        _ = try await export()
        switch change {
        case "changed": try folder.write("mine".utf8, to: "a.mets/alto/0001.xml")
        case "added": try folder.write("mine".utf8, to: "a.mets/note.txt")
        case "renamed":
            try FileManager.default.moveItem(
                atPath: folder.path + "/a.mets/alto/0001.xml", toPath: folder.path + "/a.mets/alto/0002.xml")
        default: try FileManager.default.removeItem(atPath: folder.path + "/a.mets/alto/0001.xml")
        }
        let changed = try files()
        #expect(try await export().map(\.path) == [folder.path + "/a-2.mets"])
        #expect(try files().filter { $0.key.hasPrefix("a.mets/") } == changed)
        #expect(try await export().map(\.isWritten) == [false])
    }

    @Test func fileOrFolderOfTheSameNameStays() async throws {
        try await archive.read(["the old reservoir"], as: "a.pdf")
        try folder.write("mine".utf8, to: "a.mets")
        try folder.write("mine".utf8, to: "a-2.mets/mets.xml")
        #expect(try await export().map(\.path) == [folder.path + "/a-3.mets"])
        #expect(try files()["a.mets"] == Data("mine".utf8))
        #expect(try files()["a-2.mets/mets.xml"] == Data("mine".utf8))
    }

    /// As a killed export leaves it.
    @Test func leftoversAreRemovedAfterADay() async throws {
        let old = folder.path + "/" + SafeFile.temporaryName()
        let new = folder.path + "/" + SafeFile.temporaryName()
        for path in [old, new] {
            try FileManager.default.createDirectory(atPath: path + "/alto", withIntermediateDirectories: true)
        }
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -100_000)], ofItemAtPath: old)
        try await archive.read(["the old reservoir"], as: "a.pdf")
        _ = try await export()
        #expect(!FileManager.default.fileExists(atPath: old))
        #expect(FileManager.default.fileExists(atPath: new))
    }

    @Test func textsOfAnIndexOfBeforeHaveNoTime() async throws {
        try await archive.read(["the old reservoir"], as: "a.pdf")
        try archive.damage("pages.sqlite", "UPDATE page_text SET kept_at = NULL")
        _ = try await export()
        #expect(try mets().contains("<premis:eventDateTime>unknown</premis:eventDateTime>"))
    }

    @Test(.enabled(if: Schemas.isThere, "xmllint, or mets.xsd and premis.xsd of the Library of Congress, are missing"))
    func packagesAreValid() async throws {
        let samples = try await SampleArchive.shared()
        let results = try await export(samples.archive)
        #expect(results.contains { $0.document.hasContent })
        for result in results where result.error == nil {
            #expect(try Schemas.errors(in: result.path + "/mets.xml") == "", "\(result.document.path)")
        }
        let recognised = try files().values.contains {
            String(decoding: $0, as: UTF8.self).contains("The text was recognised by tesseract ")
        }
        #expect(recognised)
    }
}

private enum Schemas {
    private static let xmllint = ["/usr/bin/xmllint", "/usr/local/bin/xmllint"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// `$DOCSEARCH_STANDARDS`, else `shared/standards` beside the project.
    private static let folder =
        ProcessInfo.processInfo.environment["DOCSEARCH_STANDARDS"]
        ?? URL(fileURLWithPath: Corpus.path).deletingLastPathComponent().appendingPathComponent("standards").path

    private static let files = ["xlink.xsd", "mets.xsd", "premis.xsd"].map { "\(folder)/\($0)" }

    static let isThere = xmllint != nil && files.allSatisfy { FileManager.default.fileExists(atPath: $0) }

    /// What is wrong; nothing when nothing is.
    static func errors(in path: String) throws -> String {
        let spaces = ["http://www.w3.org/1999/xlink", "http://www.loc.gov/METS/", "http://www.loc.gov/premis/v3"]
        let imports = zip(spaces, files).map { "<xs:import namespace=\"\($0)\" schemaLocation=\"\($1)\"/>" }
        let folder = try TemporaryFolder()
        let schema = try folder.write(
            "<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\">\(imports.joined())</xs:schema>".utf8,
            to: "all.xsd")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(xmllint))
        process.arguments = ["--nonet", "--noout", "--schema", schema, path]
        let output = Pipe()
        process.standardError = output
        try process.run()
        let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return process.terminationStatus == 0 ? "" : said
    }
}

extension String {
    fileprivate var words: [Substring] { split(whereSeparator: \.isWhitespace) }
}
