import DocSearchTestSupport
import ExtractionProtocol
import Foundation
import Testing

@testable import BundleReading

/// Every file of a bundle is in a document, in a bundle within it, describes something, or is passed over by name.
@Suite struct FileAccountTests {
    /// A METS document with one image, whose name says where it belongs.
    private static func mets(_ name: String, image: String) -> [(String, String)] {
        let mets = LayoutFixture.mets(files: LayoutFixture.file("I", image), pages: LayoutFixture.page("I"))
        return [(name, mets), (image, "image")]
    }

    private static let hocr =
        "<html><body><div class='ocr_page'><span class='ocrx_word'>sluice</span></div></body></html>"
    private static let mail = "From: Ada <ada@example.org>\nSubject: mill\nMessage-ID: <1@example.org>\n\nThe mill.\n"

    private static let parts: [(name: String, files: [(String, String)])] = [
        ("bag", LayoutFixture.bag), ("OCFL", LayoutFixture.ocfl), ("Paperless", LayoutFixture.paperless),
        ("DSpace", LayoutFixture.simpleArchive), ("Internet Archive", LayoutFixture.internetArchive),
        ("comic", LayoutFixture.comic), ("METS", LayoutFixture.mets),
        ("METS by a mark", mets("Ms-germ-17.xml", image: "m.tif")), ("hOCR", [("h.hocr", hocr), ("h.png", "image")]),
        ("hOCR alone", [("alone.hocr", hocr)]), ("ALTO alone", [("9.xml", LayoutFixture.alto)]),
        ("mail", [("a.eml", mail)]), ("mailbox called Inbox", [("Inbox", mail)]),
        ("PDF", [("letter.pdf", LayoutFixture.pdf), ("letter.txt", "text"), ("letter.hocr", hocr)]),
        ("PDF without an ending", [("0001", LayoutFixture.pdf)]), ("others", [("notes.docx", "x"), ("b/c.wav", "y")]),
        ("images", [("p/1.png", "image"), ("p/2.png", "image")]),
    ]

    @Test(arguments: 0..<60)
    func everyFileIsAccountedForWhateverLiesTogether(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        var files: [(String, [UInt8])] = []
        var names: [String] = []
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            guard let part = Self.parts.randomElement(using: &random) else { continue }
            names.append(part.name)
            let top = ["", "", "sub/", "data/", "a/b/"].randomElement(using: &random) ?? ""
            if Int.random(in: 0..<5, using: &random) == 0 {
                files.append(("\(top)inner\(files.count).zip", LayoutFixture.zip(part.files)))
            } else {
                files += part.files.map { (top + $0.0, Array($0.1.utf8)) }
            }
        }
        var known: Set<String> = []
        files = files.filter { known.insert($0.0).inserted }
        let zip = try openZip(files.map { ZipWriter.Entry($0.0, $0.1) })
        #expect(try zip.lostFiles() == [], "\(names)")
        let folder = try TemporaryFolder()
        for (name, bytes) in files { try folder.write(bytes, to: name) }
        #expect(try openBundle(at: folder.path).lostFiles() == [], "\(names)")
        // What is packed is whole.
        #expect(!zip.problems.contains { $0.code == .damaged && $0.entry?.hasSuffix(".zip") == true }, "\(names)")
    }

    private static let samples = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Samples").path

    @Test func everyFileOfTheSamplesIsAccountedFor() throws {
        #expect(try opened(below: Self.samples) > 60)
    }

    @Test(.enabled(if: Corpus.has("bundles"), "the corpus is not here"))
    func everyFileOfTheCorpusIsAccountedFor() throws {
        var count = 0
        for part in ["bundles", "zip", "mail"] { count += try opened(below: Corpus.path + "/" + part) }
        #expect(count > 500)
    }

    /// Opens each file and each folder as a bundle, and gives the number of those that are.
    private func opened(below path: String) throws -> Int {
        let files = try #require(filesBelow(path))
        let folders = Set(files.map { $0.split(separator: "/").dropLast().joined(separator: "/") }).subtracting([""])
        var count = 0
        for name in files + folders {
            do {
                let bundle = try openBundle(at: path + "/" + name)
                let lost = try bundle.lostFiles()
                #expect(lost == [], "\(name)")
                count += 1
            } catch is BundleError {
                // It is no bundle, or a damaged one as a whole, which is said.
            }
        }
        return count
    }

    @Test(arguments: [false, true])
    func everyMETSGivesItsDocuments(isOnDisk: Bool) throws {
        for second in ["sub/mets.xml", "b.mets.xml", "Ms-17.xml", "sub/Ms-17.xml", "sub/deeper/x_mets.xml"] {
            let folder = second.split(separator: "/").dropLast().map { "\($0)/" }.joined()
            var files = Self.mets("a.mets.xml", image: "1.tif")
            files += Self.mets("mets.xml", image: "2.tif").map { name, text in
                (name == "mets.xml" ? second : folder + name, text)
            }
            let bundle = try isOnDisk ? FolderOnDisk(files).open() : LayoutFixture.open(files)
            let images = bundle.documents.flatMap(\.fileNames)
            #expect(images.sorted() == ["1.tif", folder + "2.tif"].sorted(), "\(second)")
            #expect(bundle.documents.allSatisfy { $0.metadata.title == "The Opening" }, "\(second)")
            #expect(bundle.passedOver.isEmpty, "\(second)")
            #expect(Set(bundle.documents.map(\.entry)).count == 2, "\(second)")
        }
    }

    @Test func filesUnderOtherNamesAreWhatTheirBytesSay() throws {
        for name in ["0001", "0002.PDF;1", "0003.pdf ", "note.dat", "letter 04.04.2024"] {
            let bundle = try LayoutFixture.open([(name, LayoutFixture.pdf), ("x.txt", "x")])
            #expect(bundle.documents.map(\.entry) == [name])
            #expect(bundle.passedOver == ["x.txt"])
        }
        let mailbox = try LayoutFixture.open([("Inbox", Self.mail)])
        #expect(mailbox.documents.map(\.entry) == ["Inbox"])
    }

    @Test func officeDocumentsInABundleArePassedOverByName() throws {
        // The header of a zip's first file, whose name has 19 letters.
        let office =
            "PK\u{3}\u{4}" + String(repeating: "\u{0}", count: 22) + "\u{13}\u{0}\u{0}\u{0}[Content_Types].xml"
        let bundle = try LayoutFixture.open([("a.pdf", LayoutFixture.pdf), ("b.docx", office), ("c.dat", office)])
        #expect(bundle.passedOver == ["b.docx", "c.dat"])
        #expect(bundle.problems.isEmpty)
    }

    @Test(arguments: [("alto", LayoutFixture.alto), ("PAGE", "<PcGts><Page><TextRegion/></Page></PcGts>")])
    func textsOfPagesWithoutImagesAreDocuments(name: String, text: String) throws {
        let bundle = try LayoutFixture.open([("1.xml", text), ("2.xml", text)])
        #expect(bundle.documents.map(\.entry) == ["1.xml", "2.xml"], "\(name)")
    }

    @Test func imagesBeyondThePagesOfAPDFAreDocuments() throws {
        let names = ["scan.pdf", "scan-1.png", "scan-2.png", "scan-front.png"]
        let zip = ZipWriter(names.map { ZipWriter.Entry($0, $0.hasSuffix("pdf") ? LayoutFixture.pdf : "image") }).bytes
        for (pages, documents, passed) in [
            (1, ["scan.pdf", "scan-2.png", "scan-front.png"], ["scan-1.png"]),
            (2, ["scan.pdf", "scan-front.png"], ["scan-1.png", "scan-2.png"]),
        ] {
            let bundle = try openBundle(zip, countPages: { _, _ in pages })
            #expect(bundle.documents.map(\.entry) == documents)
            #expect(bundle.passedOver == passed)
        }
    }

    /// A PDF's files are taken apart when the PDF is read.
    private final class Attached: EmbeddedFiles {
        let files: [(String, [UInt8])]
        var names: [String] { files.map(\.0) }
        let missing = 0

        init(_ files: [(String, [UInt8])]) { self.files = files }

        func read(_ index: Int, _ consume: (UnsafeRawBufferPointer) throws -> Void) throws {
            try files[index].1.withUnsafeBytes(consume)
        }
    }

    @Test func filesWithinPDFsAreAccountedFor() throws {
        let inner = LayoutFixture.zip([("a.pdf", LayoutFixture.pdf), ("c.wav", "y")])
        let attached = Attached([
            ("table.xlsx", Array("x".utf8)), ("exhibit.pdf", Fixture.pdf), ("files.zip", inner),
            ("empty.zip", LayoutFixture.zip([("d.wav", "y")])),
        ])
        let zip = ZipWriter([.init("letter.pdf", Fixture.pdf), .init("e.wav", "z")]).bytes
        let bundle = try openBundle(zip, embeddedFiles: { _, _ in attached })
        #expect(bundle.passedOver == ["e.wav"])
        let letter = try #require(bundle.documents.first)
        for _ in 1...2 {
            let parts = try bundle.parts(of: letter)
            #expect(
                parts.documents.map(\.entry) == ["letter.pdf!/exhibit.pdf", "letter.pdf!/files.zip!/a.pdf"])
            #expect(
                bundle.passedOver.sorted() == [
                    "e.wav", "letter.pdf!/empty.zip", "letter.pdf!/files.zip!/c.wav", "letter.pdf!/table.xlsx",
                ])
        }
    }

    @Test func aPDFOfNothingButOtherFilesNamesThem() throws {
        let attached = Attached([("table.xlsx", Array("x".utf8))])
        let bundle = try openBundle(Fixture.pdf, embeddedFiles: { _, _ in attached })
        #expect(try bundle.parts(of: try #require(bundle.documents.first)).documents.isEmpty)
        #expect(bundle.passedOver == ["table.xlsx"])
    }

    @Test func pagesAreCountedByTheNameOfTheirPDF() throws {
        let inner = LayoutFixture.zip([("scan.pdf", LayoutFixture.pdf), ("scan-1.png", "image")])
        var names: [String] = []
        let bundle = try openBundle(
            ZipWriter([.init("inner.zip", inner)]).bytes,
            countPages: { _, name in
                names.append(name)
                return nil
            })
        #expect(names == ["inner.zip!/scan.pdf"])
        #expect(bundle.documents.map(\.entry) == ["inner.zip!/scan.pdf", "inner.zip!/scan-1.png"])
    }
}
