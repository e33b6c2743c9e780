import DocSearchTestSupport
import ExtractionProtocol
import Testing

@testable import BundleReading

/// Every file of a bundle is in a document, in a bundle within it, describes something, or is passed over by name.
@Suite struct FileAccountTests {
    private static func page(_ ids: String...) -> String {
        "<div TYPE=\"page\">\(ids.map { "<fptr FILEID=\"\($0)\"/>" }.joined())</div>"
    }

    /// A METS document with one image, whose name says where it belongs.
    private static func mets(_ name: String, image: String) -> [(String, String)] {
        let mets = LayoutFixture.mets(files: LayoutFixture.file("I", image), pages: page("I"))
        return [(name, mets), (image, "image")]
    }

    private static let alto =
        "<alto><Layout><Page><PrintSpace><TextBlock><TextLine><String CONTENT=\"weir\"/></TextLine></TextBlock>"
        + "</PrintSpace></Page></Layout></alto>"
    private static let hocr =
        "<html><body><div class='ocr_page'><span class='ocrx_word'>sluice</span></div></body></html>"
    private static let mail = "From: Ada <ada@example.org>\nSubject: mill\nMessage-ID: <1@example.org>\n\nThe mill.\n"

    private static let parts: [(name: String, files: [(String, String)])] = [
        ("bag", LayoutFixture.bag), ("OCFL", LayoutFixture.ocfl), ("Paperless", LayoutFixture.paperless),
        ("DSpace", LayoutFixture.simpleArchive), ("Internet Archive", LayoutFixture.internetArchive),
        ("comic", LayoutFixture.comic), ("METS", LayoutFixture.mets),
        ("METS by a mark", mets("Ms-germ-17.xml", image: "m.tif")),
        ("hOCR", [("h.hocr", hocr), ("h.png", "image")]), ("hOCR alone", [("alone.hocr", hocr)]),
        ("ALTO alone", [("9.xml", alto)]), ("mail", [("a.eml", mail)]), ("mailbox called Inbox", [("Inbox", mail)]),
        ("PDF", [("letter.pdf", LayoutFixture.pdf), ("letter.txt", "text"), ("letter.hocr", hocr)]),
        ("PDF without an ending", [("0001", LayoutFixture.pdf)]), ("others", [("notes.docx", "x"), ("b/c.wav", "y")]),
        ("images", [("p/1.png", "image"), ("p/2.png", "image")]),
    ]

    /// The files that nothing is known of: neither used nor described nor named.
    private func lost(_ bundle: OpenedBundle, among names: [String]) -> [String] {
        var found = Set(bundle.passedOver)
        found.formUnion(bundle.problems.compactMap(\.entry))
        var used: Set<UInt64> = []
        for reference in bundle.documents.flatMap(\.references) {
            // An OCFL object calls its files otherwise.
            if let first = reference.way.first ?? reference.entry { used.insert(first.index) }
        }
        let root = bundle.session.root?.entries ?? []
        for entry in root where used.contains(entry.index) { found.insert(entry.name) }
        for entry in root where bundle.session.account.isDescribed(entry.index, in: []) { found.insert(entry.name) }
        let documents = bundle.documents.map(\.entry)
        return names.filter { name in
            !found.contains(name) && !documents.contains { $0 == name || $0.hasPrefix("\(name)!/") }
                && !bundle.passedOver.contains { $0.hasPrefix("\(name)!/") }
        }
    }

    @Test(arguments: 0..<60)
    func everyFileIsAccountedForWhateverLiesTogether(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        var files: [(String, String)] = []
        var names: [String] = []
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            guard let part = Self.parts.randomElement(using: &random) else { continue }
            names.append(part.name)
            let top = ["", "", "sub/", "data/", "a/b/"].randomElement(using: &random) ?? ""
            let isPacked = Int.random(in: 0..<5, using: &random) == 0
            if isPacked {
                let bytes = LayoutFixture.zip(part.files)
                files.append(("\(top)inner\(files.count).zip", String(decoding: bytes, as: UTF8.self)))
            } else {
                files += part.files.map { (top + $0.0, $0.1) }
            }
        }
        var known: Set<String> = []
        files = files.filter { known.insert($0.0).inserted }
        for isOnDisk in [false, true] {
            let bundle = try isOnDisk ? FolderOnDisk(files).open() : LayoutFixture.open(files)
            #expect(lost(bundle, among: files.map(\.0)).isEmpty, "\(names), on disk: \(isOnDisk)")
        }
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

    @Test(arguments: [("alto", alto), ("PAGE", "<PcGts><Page><TextRegion/></Page></PcGts>")])
    func textsOfPagesWithoutImagesAreDocuments(name: String, text: String) throws {
        let bundle = try LayoutFixture.open([("1.xml", text), ("2.xml", text)])
        #expect(bundle.documents.map(\.entry) == ["1.xml", "2.xml"], "\(name)")
    }

    @Test func imagesBeyondThePagesOfAPDFAreDocuments() throws {
        let names = ["scan.pdf", "scan-1.png", "scan-2.png", "scan-front.png"]
        let zip = ZipWriter(names.map { ZipWriter.Entry($0, $0.hasSuffix("pdf") ? LayoutFixture.pdf : "image") }).bytes
        let file = try OpenFile(zip)
        for (pages, documents, passed) in [
            (1, ["scan.pdf", "scan-2.png", "scan-front.png"], ["scan-1.png"]),
            (2, ["scan.pdf", "scan-front.png"], ["scan-1.png", "scan-2.png"]),
        ] {
            let bundle = try BundleReader(limits: ExtractionLimits()).open(
                descriptor: file.descriptor, path: "b.zip", countPages: { _ in pages })
            #expect(bundle.documents.map(\.entry) == documents)
            #expect(bundle.passedOver == passed)
        }
    }
}
