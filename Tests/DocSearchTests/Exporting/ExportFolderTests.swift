import DocSearchTestSupport
import Foundation
import Synchronization
import Testing

@testable import DocSearch

@Suite("Folders of exported documents")
struct ExportFolderTests {
    private let folder: TemporaryFolder
    private let archive: TestArchive

    init() throws { (folder, archive) = (try TemporaryFolder(), try TestArchive()) }

    private func export(
        as form: ExportForm = .text, _ documents: [ArchiveDocument]? = nil, into path: String? = nil,
        options: SearchablePDFOptions = .init()
    ) async throws -> (results: [ExportedDocument], others: Int) {
        var all: [ArchiveDocument] = []
        try archive.index.forEachDocument { document, _ in all.append(document) }
        let results = Mutex<[ExportedDocument]>([])
        let others = try await archive.pages().export(
            documents ?? all, as: form, into: path ?? folder.path, options: options
        ) { result in results.withLock { $0.append(result) } }
        return (results.withLock { $0 }, others)
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { !$0.hasPrefix(".") }.sorted()
    }

    private func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: folder.path + "/" + name)), as: UTF8.self)
    }

    private func record() throws -> [Substring] {
        try text(".docsearch-export.jsonl").split(separator: "\n")
    }

    @Test func changedDocumentReplacesItsFileUnderTheSameName() async throws {
        try await archive.read(["the old reservoir"], as: "a.pdf")
        _ = try await export()
        try await archive.read(["the new reservoir"], as: "a.pdf")
        #expect(try await export().results.map(\.isWritten) == [true])
        #expect(try names() == ["a.txt"])
        #expect(try text("a.txt").contains("new"))
    }

    /// Its copy would have them in it.
    @Test func portfolioIsExportedWithAllThatIsInItOrByItself() async throws {
        var filing = PDFWriter(texts: ["The filing."])
        filing.files = [.init("exhibit.pdf", PDFWriter(texts: ["A closed exhibit."]).bytes)]
        try archive.write(filing.bytes, to: "filing.pdf")
        try await archive.update()
        let outer = [try archive.document("filing.pdf")]
        let refused = try await export(as: .searchablePDF, outer).results[0].error
        #expect(refused?.message.contains("other documents within it") == true)
        #expect(try names().isEmpty)
        var options = SearchablePDFOptions()
        options.allowsDocumentsWithin = true
        #expect(try await export(as: .searchablePDF, outer, options: options).results[0].error == nil)
        #expect(try await export(as: .searchablePDF).results.map(\.error?.message) == [nil, nil])
    }

    /// As when the program is killed before the new file takes the name.
    @Test func formerFileIsNotTakenForOneOfTheSameLength() async throws {
        try await archive.read(["the old reservoir"], as: "a.pdf")
        _ = try await export()
        #expect(link(folder.path + "/a.txt", folder.path + "/former") == 0)
        try await archive.read(["the new reservoir"], as: "a.pdf")
        _ = try await export()
        #expect(rename(folder.path + "/former", folder.path + "/a.txt") == 0)
        #expect(try text("a.txt").contains("old"))
        #expect(try await export().results.map(\.isWritten) == [true])
        #expect(try text("a.txt").contains("new"))
    }

    @Test(arguments: [ExportForm.text, .alto, .hocr, .mets])
    func pagesThatAreDamagedInTheIndexAreNamed(form: ExportForm) async throws {
        try await archive.read(["the reservoir", "the weir"], as: "a.pdf")
        try archive.damage("pages.sqlite", "UPDATE page_text SET text = x'00' WHERE page = 2")
        for _ in 1...2 {
            let results = try await export(as: form).results
            #expect(results.map(\.unreadPages) == [[2]])
            #expect(results.map(\.isWritten) == [true], "it is made again when it can be whole")
        }
    }

    @Test func documentsOfTheSameNameKeepTheirFiles() async throws {
        try archive.write(["the first"], to: "one/a.pdf")
        try await archive.read(["the second"], as: "two/a.pdf")
        _ = try await export()
        let before = (try text("a.txt"), try text("a-2.txt"))
        #expect(try await export().results.map(\.isWritten) == [false, false])
        #expect((try text("a.txt"), try text("a-2.txt")) == before)
        #expect(try names() == ["a-2.txt", "a.txt"])
    }

    @Test(arguments: [false, true]) func fileThatAReaderChangedIsNotReplaced(isDocumentChanged: Bool) async throws {
        try await archive.read(["the old reservoir"], as: "a.pdf")
        _ = try await export()
        try folder.write("with a note".utf8, to: "a.txt")
        if isDocumentChanged { try await archive.read(["the new reservoir"], as: "a.pdf") }
        _ = try await export()
        #expect(try names() == ["a-2.txt", "a.txt"])
        #expect(try text("a.txt") == "with a note")
        #expect(try text("a-2.txt").contains(isDocumentChanged ? "new" : "old"))
        #expect(try await export().results.map(\.isWritten) == [false])
    }

    @Test func fileThatWasRemovedComesBackUnderItsName() async throws {
        try await archive.read(["the old reservoir"], as: "a.pdf")
        _ = try await export()
        try FileManager.default.removeItem(atPath: folder.path + "/a.txt")
        #expect(try await export().results.map(\.isWritten) == [true])
        #expect(try names() == ["a.txt"])
    }

    @Test func refusedDocumentReservesNoName() async throws {
        let bytes = PDFWriter(texts: ["a deed"]).bytes
        let signed = try #require(String(bytes: bytes, encoding: .isoLatin1)).replacingOccurrences(
            of: "<< /Type /Catalog",
            with: "<< /AcroForm << /SigFlags 3 /Fields [<< /FT /Sig /T (s) /V << /Type /Sig >> >>] >> /Type /Catalog")
        try await archive.read(signed.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }, as: "deed.pdf")
        let refused = try await export(as: .searchablePDF).results
        #expect(refused.map { $0.error?.remedy } == [.exportSigned])
        #expect(try names() == [])
        try folder.write("mine".utf8, to: "deed.pdf")
        var options = SearchablePDFOptions()
        options.allowsSigned = true
        #expect(try await export(as: .searchablePDF, options: options).results.map(\.isWritten) == [true])
        #expect(try names() == ["deed-2.pdf", "deed.pdf"])
        #expect(try text("deed.pdf") == "mine")
        #expect(try await export(as: .searchablePDF).results.map(\.isWritten) == [false])
    }

    @Test func exportsIntoTheIndexAreRefused() async throws {
        try await archive.read(["the reservoir"], as: "a.pdf")
        let error = await #expect(throws: DocSearchError.self) { try await export(into: archive.indexPath + "/a") }
        #expect(error?.message.contains("the folder of the index") == true)
    }

    @Test func exportsIntoTheArchiveOrAroundItAreRefused() async throws {
        try await archive.read(["the old reservoir"], as: "a/a.pdf")
        let link = folder.path + "/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: archive.root)
        for path in [archive.root, archive.root + "/a", archive.root + "/new/new", archive.folder.path, link + "/new"] {
            let error = await #expect(throws: DocSearchError.self) { _ = try await export(into: path) }
            #expect(error?.code == .usage)
            #expect(error?.message.contains(archive.root) == true)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: archive.root) == ["a"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: archive.root + "/a") == ["a.pdf"])
        #expect(try await export(into: archive.root + "-copies").results.map(\.isWritten) == [true])
    }

    @Test func incompleteFileIsMadeAgain() async throws {
        let files = try ExportFolder(folder.path)
        for isWhole in [false, true] {
            _ = try await files.write("a", in: "state", named: "a", ending: "txt") { output in
                _ = write(output, "half", 4)
                return (0, isWhole)
            }
            #expect(files.known("a", in: "state") == (isWhole ? folder.path + "/a.txt" : nil))
        }
        #expect(try names() == ["a.txt"])
    }

    /// As a full disk and a power failure cut it.
    @Test func cutRecordLosesOnlyItsLastLine() async throws {
        try await archive.read(["the old reservoir"], as: "a.pdf")
        _ = try await export()
        try folder.write((try text(".docsearch-export.jsonl") + "{\"name\":\"b").utf8, to: ".docsearch-export.jsonl")
        try await archive.read(["the new reservoir"], as: "b.pdf")
        #expect(try await export().results.map(\.isWritten) == [false, true])
        #expect(try record().count == 2)
        #expect(try record().allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") })
        #expect(try await export().results.map(\.isWritten) == [false, false])
    }

    @Test func recordStaysAboutAsLongAsTheFilesNeed() async throws {
        for number in 1...6 {
            try await archive.read(["reservoir number \(number)"], as: "a.pdf")
            #expect(try await export().results.map(\.isWritten) == [true])
            _ = try await export()
            #expect(try record().count <= 3)
        }
        #expect(try names() == ["a.txt"])
    }

    @Test func filesOfOtherDocumentsAreCounted() async throws {
        try archive.write(["the first"], to: "a.pdf")
        try await archive.read(["the second"], as: "b.pdf")
        #expect(try await export().others == 0)
        #expect(try await export([archive.document("a.pdf")]).others == 1)
        try FileManager.default.removeItem(atPath: folder.path + "/b.txt")
        #expect(try await export([archive.document("a.pdf")]).others == 0)
    }

    @Test func filesMayBeReadAsTheUmaskSays() async throws {
        try await archive.read(["the first"], as: "a.pdf")
        _ = try await export()
        let usual = folder.path + "/usual"
        close(open(usual, O_WRONLY | O_CREAT, 0o666))
        var (one, other) = (stat(), stat())
        #expect(stat(folder.path + "/a.txt", &one) == 0)
        #expect(stat(usual, &other) == 0)
        #expect(one.st_mode == other.st_mode)
    }

    @Test(arguments: ["+-=@cmd": "cmd", "=": "document", "a=b": "a_b", ".hidden": "hidden", "- x. ": "x"])
    func namesBeginAndEndWithHarmlessCharacters(name: String, safe: String) {
        #expect(ExportFolder.safe(name) == safe)
    }
}
