import DocSearchTestSupport
import Foundation
import Testing

@Suite struct OtherNameTests {
    private let program: Program

    init() throws { program = try Program() }

    private func write(_ text: String, _ name: String) throws {
        try program.folder.write(PDFWriter(texts: [text]).bytes, to: "archive/\(name)")
    }

    private func index() throws -> String {
        let run = try program.run(["index", "--ocr", "never", "archive"])
        #expect(run.exitCode == 0, "\(run.errors)")
        return run.errors
    }

    private func paths(_ query: String) throws -> [String] {
        try program.run(["find", "--jsonl", "--all", query]).output.split(separator: "\n").map(String.init)
    }

    private func passedOver() throws -> [String] {
        try program.run(["status", "--passed-over"]).output.split(separator: "\n")
            .map { String($0.split(separator: "/").last ?? "") }
    }

    @Test func contentDecidesWhatAFileIs() throws {
        for (number, name) in ["0005", "0006.PDF;1", "0007.pdf.", "note.dat"].enumerated() {
            try write("heron \(number)", name)
        }
        let mail = "From: Ada <ada@example.org>\nSubject: heron\nMessage-ID: <1@example.org>\n\nA heron.\n"
        try program.folder.write(mail.utf8, to: "archive/mails/0001")
        try program.folder.write(
            "From ada@example.org Tue Jun  3 18:30:05 2003\n\(mail)".utf8, to: "archive/mails/Inbox")
        try program.folder.write("heron".utf8, to: "archive/readme")
        try program.folder.write("heron".utf8, to: "archive/notes.dat2")
        #expect(try index().contains("2 files passed over"))
        #expect(try paths("heron").count == 6)
        #expect(try passedOver() == ["notes.dat2", "readme"])
        // Nothing is read again, and what changes is seen.
        #expect(try index().contains("nothing new"))
        #expect(try index().contains("nothing new"))
        try write("heron in the rain", "readme")
        #expect(try index().contains("1 new"))
        #expect(try passedOver() == ["notes.dat2"])
        try program.folder.write("no longer a letter".utf8, to: "archive/0005")
        let run = try program.run(["index", "--ocr", "never", "archive"])
        #expect(run.exitCode == 3)
        #expect(run.errors.contains("0005"), "\(run.errors)")
        #expect(try paths("heron").count == 7, "what is damaged keeps its text")
    }

    @Test func aPackageIsFoundWhateverItsMETSIsCalled() throws {
        let mets = """
            <mets xmlns:xlink="http://www.w3.org/1999/xlink" LABEL="Heron"><fileSec><file ID="A">
            <FLocat xlink:href="text/1.xml"/></file></fileSec></mets>
            """
        try program.folder.write(mets.utf8, to: "archive/box/Ms-germ-17.xml")
        let alto =
            "<alto><Layout><Page><PrintSpace><TextBlock><TextLine><String CONTENT=\"weir\"/></TextLine></TextBlock>"
            + "</PrintSpace></Page></Layout></alto>"
        try program.folder.write(alto.utf8, to: "archive/box/text/1.xml")
        try program.folder.write(alto.replacing("weir", with: "the weir").utf8, to: "archive/texts/1.xml")
        try program.folder.write("<a/>".utf8, to: "archive/other/1.xml")
        _ = try index()
        #expect(try paths("weir").count == 2)
        #expect(try index().contains("nothing new"))
        #expect(try paths("weir").count == 2)
        #expect(try passedOver() == ["1.xml"])
    }

    @Test func imagesAreAPDFsPagesAsFarAsItHasThem() throws {
        let image = try Data(contentsOf: URL(fileURLWithPath: SampleArchive.path + "/../bundles/image-alone.png"))
        for number in 1...3 { try program.folder.write(image + [UInt8(number)], to: "archive/scan-\(number).png") }
        try program.folder.write(image + [9], to: "archive/scan-front.png")
        try write("heron", "scan.pdf")
        _ = try index()
        let status = try program.run(["status", "--json"]).json()
        #expect(status["documents"]?.int == 4)
        #expect(try passedOver() == ["scan-1.png"])
        #expect(try index().contains("nothing new"))
        try program.folder.write(PDFWriter(texts: ["heron", "plover"]).bytes, to: "archive/scan.pdf")
        _ = try index()
        #expect(try program.run(["status", "--json"]).json()["documents"]?.int == 3)
        #expect(try passedOver() == ["scan-1.png", "scan-2.png"])
    }

    @Test func filesInBundlesThatBecomeNothingAreListed() throws {
        let zip = ZipWriter([
            ZipWriter.Entry("a.pdf", String(decoding: PDFWriter(texts: ["heron"]).bytes, as: UTF8.self)),
            ZipWriter.Entry("b.docx", "x"), ZipWriter.Entry("c/d.wav", "y"),
        ]).bytes
        try program.folder.write(zip, to: "archive/box.zip")
        #expect(try index().contains("2 files in bundles passed over"))
        let listed = try program.run(["status", "--passed-over"]).output
        #expect(
            listed.contains("/archive/box.zip!/b.docx") && listed.contains("/archive/box.zip!/c/d.wav"), "\(listed)")
        #expect(try program.run(["status", "--json"]).json()["passed_over_in_bundles"]?.int == 2)
        #expect(try index().contains("2 files in bundles passed over"))
        let described = try program.run(["bundles", "archive/box.zip"]).output
        #expect(described.contains("passed over: b.docx, c/d.wav"), "\(described)")
    }

    @Test func aNameThatIsNotUTF8IsNoFailure() throws {
        try write("heron", "e.pdf")
        let archive = program.folder.path + "/archive/"
        let misnamed = Array(archive.utf8) + [0xE9, 0x2E, 0x70, 0x64, 0x66, 0]
        let status = misnamed.withUnsafeBytes { bytes in
            rename(archive + "e.pdf", bytes.bindMemory(to: CChar.self).baseAddress!)
        }
        try #require(status == 0)
        // The exit code is 0 each time.
        for _ in 1...2 { _ = try index() }
        #expect(try paths("heron").count == 1)
        #expect(try program.run(["status", "--failed"]).errors.contains("Nothing has failed"))
    }
}
