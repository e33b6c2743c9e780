import DocSearchTestSupport
import Foundation
import Testing

/// What people shorten is shorter; what was lost is kept.
@Suite("Files of bundles that become shorter", .enabled(if: WorseSampleTests.hasSamples, "Samples are not there"))
struct ShortenedPartTests {
    // MARK: Texts beside scans

    @Test func aTextThatAPersonShortenedIsShorter() async throws {
        for isZip in [true, false] {
            let archive = try TestArchive()
            try Self.write(Self.scan, "a.txt", Self.text, to: archive, asZip: isZip)
            try await archive.update()
            #expect(try archive.find("egret").count == 1)
            let text = Array("a heron stands\nnear the lake\n".utf8)
            try Self.write(Self.scan, "a.txt", text, to: archive, asZip: isZip)
            let run = try await archive.update()
            #expect(run.failures.isEmpty, "\(run.failures)")
            #expect(try archive.find("egret").isEmpty)
            #expect(try archive.find("heron").count == 1)
        }
    }

    @Test(arguments: [
        "", "<!DOCTYPE html><html><body>404</body></html>", "a heron stands\nnear the lake\nwhile an eg",
        "a heron stands\nnear the lake\n" + String(repeating: "\0", count: 40), "Not Found\n",
        "{\"error\": \"no such page\"}",
        String(repeating: "\u{1}heron\u{2} egret", count: 9),
    ])
    func aTextThatWasLostIsKept(text: String) async throws {
        for isZip in [true, false] {
            let archive = try TestArchive()
            try Self.write(Self.scan, "a.txt", Self.text, to: archive, asZip: isZip)
            try await archive.update()
            try Self.write(Self.scan, "a.txt", Array(text.utf8), to: archive, asZip: isZip)
            for isFull in [false, true] {
                let run = try await archive.update { $0.full = isFull }
                #expect(run.report.standingFailures > 0)
                #expect(try archive.find("egret").count == 1)
            }
            let found = try #require(archive.find("egret").first)
            try await archive.reread(found)
            #expect(try archive.find("egret").isEmpty)
        }
    }

    @Test func aTextThatLostItsBeginningIsKept() async throws {
        let archive = try TestArchive()
        try Self.write(Self.scan, "a.txt", Self.text, to: archive, asZip: false)
        try await archive.update()
        try Self.write(Self.scan, "a.txt", Array(Self.text.dropFirst(5)), to: archive, asZip: false)
        #expect(try await archive.update().report.standingFailures > 0)
        #expect(try archive.find("heron").count == 1)
    }

    @Test func anEmptyTextIsNoFaultByItself() async throws {
        let archive = try TestArchive()
        for isZip in [true, false] { try Self.write(Self.scan, "a.txt", [], to: archive, asZip: isZip) }
        #expect(try await archive.update().failures.isEmpty)
    }

    // MARK: hOCR

    @Test("A web page in place of hOCR takes no text along", arguments: ["a_hocr.html", "a.html", "a.hocr"])
    func aWebPageInPlaceOfHOCR(name: String) async throws {
        let archive = try TestArchive()
        let image = try Self.image
        for isZip in [true, false] {
            try Self.write(image, as: "a.png", name, Self.hocr("a heron stands here"), to: archive, asZip: isZip)
        }
        try await archive.update()
        let count = try archive.find("heron").count
        #expect(count >= 1)
        for lost in ["<!DOCTYPE html><html><body>404</body></html>", ""] {
            for isZip in [true, false] {
                try Self.write(image, as: "a.png", name, Array(lost.utf8), to: archive, asZip: isZip)
            }
            let run = try await archive.update()
            #expect(try archive.find("heron").count == count)
            #expect(run.report.standingFailures >= count)
        }
        for isZip in [true, false] {
            try Self.write(image, as: "a.png", name, Self.hocr("a heron"), to: archive, asZip: isZip)
        }
        #expect(try await archive.update().report.standingFailures == 0, "good hOCR with fewer words is good")
        #expect(try archive.find("stands").isEmpty)
        #expect(try archive.find("heron").count == count)
    }

    // MARK: METS

    @Test func aPageThatAPersonTookOutOfAMETSIsGone() async throws {
        let archive = try TestArchive()
        let pages = ["egret", "heron"]
        for path in ["a.zip", "b"] { try Self.writeMETS(of: pages, to: archive, path) }
        try await archive.update()
        #expect(try archive.find("egret").count == 2)
        try archive.remove("b")
        for path in ["a.zip", "b"] { try Self.writeMETS(of: ["heron"], to: archive, path) }
        let run = try await archive.update()
        #expect(run.failures.isEmpty, "\(run.failures)")
        #expect(try archive.find("egret").isEmpty)
        #expect(try archive.find("heron").count == 2)
    }

    @Test func oneOfSeveralMETSThatIsAWebPageTakesNoTextAlong() async throws {
        let archive = try TestArchive()
        func write(_ second: [UInt8]?) throws {
            var files: [ZipWriter.Entry] = []
            for issue in ["heron", "egret"] {
                let mets = issue == "egret" ? second : nil
                files += Self.metsFiles(of: [issue]).map { file in
                    .init("\(issue)/\(file.name)", file.name.hasSuffix("mets.xml") ? mets ?? file.bytes : file.bytes)
                }
            }
            try archive.write(ZipWriter(files).bytes, to: "issues.zip")
        }
        try write(nil)
        try await archive.update()
        #expect(try archive.find("egret").count == 1)
        for lost in ["<html><body>404</body></html>", ""] {
            try write(Array(lost.utf8))
            let run = try await archive.update()
            #expect(run.report.standingFailures > 0)
            #expect(try archive.find("egret").count >= 1)
        }
    }

    // MARK: What is written

    private static let text = Array("a heron stands\nnear the lake\nwhile an egret flies by\n".utf8)

    private static var scan: [UInt8] {
        get throws { Array(try SampleArchive.bytes(of: "letters/1949-library-gift.pdf")) }
    }

    private static var image: [UInt8] {
        get throws {
            Array(try Data(contentsOf: URL(fileURLWithPath: SampleArchive.samples + "/bundles/image-alone.png")))
        }
    }

    /// Writes a document and a file that is said to be its text, if any, into `box.zip` or `box`.
    private static func write(
        _ document: [UInt8], as name: String = "a.pdf", _ textName: String, _ text: [UInt8], to archive: TestArchive,
        asZip isZip: Bool
    ) throws {
        let files = [(name, document), (textName, text)]
        if isZip {
            try archive.write(ZipWriter(files.map { .init($0.0, $0.1) }).bytes, to: "box.zip")
        } else {
            for (name, bytes) in files { try archive.write(bytes, to: "box/\(name)") }
        }
    }

    private static func hocr(_ text: String) -> [UInt8] {
        let words = text.split(separator: " ").enumerated().map { number, word in
            "<span class='ocrx_word' title='bbox \(number * 10) 0 \(number * 10 + 9) 9'>\(word)</span>"
        }
        return Array(
            """
            <!DOCTYPE html>
            <html><body><div class='ocr_page' title='bbox 0 0 200 100'><span class='ocr_line' title='bbox 0 0 90 9'>\
            \(words.joined(separator: " "))</span></div></body></html>

            """.utf8)
    }

    private static func writeMETS(of pages: [String], to archive: TestArchive, _ path: String) throws {
        let files = metsFiles(of: pages)
        if path.hasSuffix(".zip") {
            try archive.write(ZipWriter(files.map { .init($0.name, $0.bytes) }).bytes, to: path)
        } else {
            for file in files { try archive.write(file.bytes, to: "\(path)/\(file.name)") }
        }
    }

    /// A METS document and an ALTO file for each page, which has one word.
    private static func metsFiles(of pages: [String]) -> [(name: String, bytes: [UInt8])] {
        let files = pages.map { "<file ID='\($0)'><FLocat LOCTYPE='URL' xlink:href='alto/\($0).xml'/></file>" }.joined()
        let divisions = pages.map { "<div TYPE='page'><fptr FILEID='\($0)'/></div>" }.joined()
        let mets = """
            <mets xmlns='http://www.loc.gov/METS/' xmlns:xlink='http://www.w3.org/1999/xlink'>
            <fileSec><fileGrp USE='FULLTEXT'>\(files)</fileGrp></fileSec>
            <structMap TYPE='PHYSICAL'><div TYPE='book'>\(divisions)</div></structMap></mets>
            """
        return [("mets.xml", Array(mets.utf8))]
            + pages.map { page in
                let alto = """
                    <alto xmlns='http://www.loc.gov/standards/alto/ns-v4#'><Layout><Page WIDTH='100' HEIGHT='100'>
                    <PrintSpace><TextBlock><TextLine><String CONTENT='\(page)' HPOS='0' VPOS='0' WIDTH='9' HEIGHT='9'/>
                    </TextLine></TextBlock></PrintSpace></Page></Layout></alto>
                    """
                return ("alto/\(page).xml", Array(alto.utf8))
            }
    }
}
