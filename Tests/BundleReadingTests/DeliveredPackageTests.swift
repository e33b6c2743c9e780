import DocSearchTestSupport
import ExtractionProtocol
import Testing

@testable import BundleReading

/// Packages as archives deliver them, in which nothing is wrong, or what is wrong is said once and by its name.
@Suite("Delivered packages") struct DeliveredPackageTests {
    private static let png = "\u{89}PNG"

    private func open(
        _ files: [(String, [UInt8])], limits: ExtractionLimits = ExtractionLimits(), fixity: Bool = false
    ) throws -> OpenedBundle {
        let file = try OpenFile(ZipWriter(files.map { ZipWriter.Entry($0.0, $0.1) }).bytes)
        return try BundleReader(limits: limits, wantsFixity: fixity)
            .open(descriptor: file.descriptor, path: "bundle", countPages: { _, _ in 1 })
    }

    private func open(_ files: [(String, String)], fixity: Bool = false) throws -> OpenedBundle {
        try open(files.map { ($0.0, Self.bytes($0)) }, fixity: fixity)
    }

    /// Images need the bytes that they begin with.
    private static func bytes(_ file: (String, String)) -> [UInt8] {
        file.0.hasSuffix(".png") || file.0.hasSuffix(".jpg")
            ? [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Array(file.1.utf8) : Array(file.1.utf8)
    }

    // MARK: - Archivematica

    private static func file(_ id: String, _ path: String, group: String? = nil) -> String {
        "<file ID=\"\(id)\"\(group.map { " GROUPID=\"\($0)\"" } ?? "")><FLocat xlink:href=\"\(path)\"/></file>"
    }

    private static func item(_ id: String, _ label: String) -> String {
        "<div TYPE=\"Item\" LABEL=\"\(label)\"><fptr FILEID=\"\(id)\"/></div>"
    }

    private static func mets(_ groups: [(String, String)], _ items: String) -> String {
        let files = groups.map { "<fileGrp USE=\"\($0.0)\">\($0.1)</fileGrp>" }.joined()
        return """
            <mets xmlns:xlink="http://www.w3.org/1999/xlink"><fileSec>\(files)</fileSec>
            <structMap TYPE="physical" LABEL="Archivematica default">
            <div TYPE="Directory" LABEL="Box 12-0c7a0b3e-3a11-4f5c-9a1b-0123456789ab">
            <div TYPE="Directory" LABEL="objects">\(items)</div></div></structMap></mets>
            """
    }

    private static let submission = "objects/submissionDocumentation/transfer-1/METS.xml"

    private static let package: [(String, String)] = [
        (
            "METS.0c7a0b3e-3a11-4f5c-9a1b-0123456789ab.xml",
            mets(
                [
                    ("original", file("a", "objects/a.png", group: "G1") + file("b", "objects/b.png", group: "G2")),
                    (
                        "preservation",
                        file("a2", "objects/a-77.png", group: "G1") + file("b2", "objects/b-77.png", group: "G2")
                    ),
                    ("submissionDocumentation", file("s", submission)), ("metadata", file("m", "objects/metadata.csv")),
                ],
                item("a2", "a-77.png") + item("a", "a.png") + item("b2", "b-77.png") + item("b", "b.png")
                    + item("m", "metadata.csv") + item("s", "METS.xml"))
        ),
        ("objects/a.png", "1"), ("objects/b.png", "2"), ("objects/a-77.png", "3"), ("objects/b-77.png", "4"),
        ("objects/metadata.csv", "x,y"), ("thumbnails/77.jpg", "5"),
        (submission, mets([("original", file("a", "objects/old-name.png"))], item("a", "old-name.png"))),
    ]

    @Test(arguments: ["", "bag/data/"]) func originalsAreThePagesOfAPackage(top: String) throws {
        let bag = top.isEmpty ? [] : [("bag/bagit.txt", "BagIt-Version: 0.97\nTag-File-Character-Encoding: UTF-8\n")]
        let bundle = try open(bag + Self.package.map { (top + $0.0, $0.1) })
        #expect(bundle.problems.isEmpty, "\(bundle.problems)")
        #expect(bundle.documents.count == 1, "\(bundle.documents.map(\.entry))")
        let document = try #require(bundle.documents.first)
        guard case .images(let images) = document.files else {
            Issue.record("it has no images")
            return
        }
        #expect(images.map { $0.entry?.path } == [top + "objects/a.png", top + "objects/b.png"])
        #expect(document.metadata.title == "Box 12")
        // Of thumbnails nobody needs more than the name.
        #expect(bundle.passedOver.contains(top + "thumbnails/77.jpg"), "\(bundle.passedOver)")
    }

    /// Where the original is lost, or is nothing that can be read, the copy stands for it.
    @Test func copiesStandForOriginalsThatCannotBeRead() throws {
        let lost = try open(Self.package.filter { $0.0 != "objects/a.png" })
        #expect(lost.problems.map(\.entry) == ["objects/a.png"])
        guard case .images(let images) = lost.documents.first?.files else {
            Issue.record("it has no images")
            return
        }
        #expect(images.map { $0.entry?.path } == ["objects/a-77.png", "objects/b.png"])
        let mets = Self.mets(
            [
                ("original", Self.file("o", "objects/a.doc", group: "G")),
                ("preservation", Self.file("p", "objects/a-77.pdf", group: "G")),
            ], Self.item("o", "a.doc") + Self.item("p", "a-77.pdf"))
        let word = try open([("METS.xml", mets), ("objects/a.doc", "x"), ("objects/a-77.pdf", LayoutFixture.pdf)])
        expectBundle(word, entries: ["objects/a-77.pdf"], problems: [])
    }

    @Test func aPDFAndItsCopyForKeepingAreOneDocument() throws {
        let mets = Self.mets(
            [
                ("original", Self.file("o", "objects/a.pdf", group: "G")),
                ("preservation", Self.file("p", "objects/a-77.pdf", group: "G")),
            ], Self.item("p", "a-77.pdf") + Self.item("o", "a.pdf"))
        let bundle = try open([
            ("METS.xml", mets), ("objects/a.pdf", LayoutFixture.pdf), ("objects/a-77.pdf", LayoutFixture.pdf),
        ])
        #expect(bundle.documents.map(\.entry) == ["objects/a.pdf"])
    }

    @Test func rowsOfAStructureThatAreNoPagesAreNotMissed() throws {
        let mets = Self.mets(
            [("original", Self.file("a", "objects/a.png")), ("metadata", Self.file("m", "objects/premis.xml"))],
            Self.item("m", "premis.xml") + Self.item("a", "a.png"))
        let bundle = try open([("METS.xml", mets), ("objects/a.png", "1"), ("objects/premis.xml", "<premis/>")])
        #expect(bundle.problems.isEmpty, "\(bundle.problems)")
        #expect(bundle.documents.count == 1)
        let alone = try open([("METS.xml", mets), ("objects/premis.xml", "<premis/>")])
        #expect(alone.problems.map(\.entry).contains("objects/a.png"), "\(alone.problems)")
        #expect(
            alone.documents.allSatisfy { document in
                if case .none = document.text { true } else { false }
            }, "no XML is the text of a page")
    }

    /// A folder of letters and photos is no book: nothing in it may be lost, and each says itself what it is.
    @Test(arguments: [
        ["a.pdf", "b.pdf", "c.png", "d.png"], ["a.pdf", "c.png"], ["a.pdf", "c.png", "d.png", "e.png"],
        ["a.pdf", "b.pdf", "f.pdf", "c.png", "d.png"],
    ])
    func eachOriginalOfAPackageIsADocument(names: [String]) throws {
        let originals = names.map { Self.file("o-\($0)", "objects/\($0)", group: $0) }.joined()
        let copies = names.map { Self.file("p-\($0)", "objects/77-\($0)", group: $0) }.joined()
        let mets = Self.mets(
            [("original", originals), ("preservation", copies)],
            names.map { Self.item("o-\($0)", $0) + Self.item("p-\($0)", "77-\($0)") }.joined())
        let files = names.flatMap { [$0, "77-\($0)"] }
            .map { ("objects/\($0)", $0.hasSuffix("pdf") ? LayoutFixture.pdf : "image") }
        let bundle = try open([("METS.xml", mets)] + files)
        #expect(bundle.documents.map(\.entry).sorted() == names.map { "objects/\($0)" }.sorted())
        #expect(bundle.problems.isEmpty, "\(bundle.problems)")
        for document in bundle.documents {
            #expect(document.metadata.title == nil)
            #expect(document.metadata.details.contains { $0.value == "Box 12" })
        }
    }

    @Test func aDescriptionOfAllFilesIsADetailOfEach() throws {
        let description = """
            <dmdSec ID="d"><mdWrap MDTYPE="DC"><xmlData><dc><title>The mill book</title><creator>Meier, Anna</creator>
            <date>1931</date></dc></xmlData></mdWrap></dmdSec><fileSec>
            """
        let mets = Self.mets(
            [("original", Self.file("a", "objects/a.pdf") + Self.file("b", "objects/b.pdf"))],
            Self.item("a", "a.pdf") + Self.item("b", "b.pdf")
        ).replacing("<fileSec>", with: description).replacing("LABEL=\"Box", with: "DMDID=\"d\" LABEL=\"Box")
        let files = ["a", "b"].map { ("objects/\($0).pdf", LayoutFixture.pdf) }
        let several = try open([("METS.xml", mets)] + files).documents.map(\.metadata)
        #expect(several.map(\.title) == [nil, nil])
        #expect(several.map(\.date) == [nil, nil])
        #expect(several[0].details.map(\.value) == ["The mill book", "Meier, Anna", "1931"])
        let one = try open([("METS.xml", mets)] + files.prefix(1)).documents.map(\.metadata)
        #expect(one.map(\.title) == ["The mill book"])
    }

    // MARK: - Payload-Oxum

    @Test(
        arguments: [
            ".DS_Store", "Thumbs.db", "desktop.ini", "._a.pdf", ".~lock.a.pdf#", ".nfs0000001",
        ], [false, true])
    func aBagIsWholeWithAndWithoutLitter(name: String, isCounted: Bool) throws {
        let bytes = LayoutFixture.pdf.utf8.count
        let files = Self.bag(oxum: isCounted ? "\(bytes + 2).2" : "\(bytes).1").filter { $0.0 != "data/.DS_Store" }
        #expect(try open(files + [("data/\(name)", "xx")]).problems.isEmpty)
        let wrong = Self.bag(oxum: "\(bytes + 1).1").filter { $0.0 != "data/.DS_Store" }
        #expect(try open(wrong + [("data/\(name)", "xx")]).problems.map(\.entry) == ["bag-info.txt"])
    }

    private static func bag(oxum: String, _ more: [(String, String)] = []) -> [(String, String)] {
        [
            ("bagit.txt", LayoutFixture.declaration), ("bag-info.txt", "Payload-Oxum: \(oxum)\n"),
            ("data/a.pdf", LayoutFixture.pdf), ("data/.DS_Store", "x"),
        ] + more
    }

    @Test func payloadOxumIsAskedForFilesAndBytes() throws {
        let bytes = LayoutFixture.pdf.utf8.count + 1
        #expect(try open(Self.bag(oxum: "\(bytes).2")).problems.isEmpty)
        let fewer = try open(Self.bag(oxum: "\(bytes).61231"))
        #expect(fewer.problems.map(\.entry) == ["bag-info.txt"])
        #expect(fewer.problems[0].reason.contains("61231 files, and there are 2"), "\(fewer.problems)")
        let one = try open(Self.bag(oxum: "1.1"))
        #expect(one.problems[0].reason.contains("1 file, and there are 2; 1 byte, and there are"), "\(one.problems)")
        let shorter = try open(Self.bag(oxum: "\(bytes + 5).2"))
        #expect(
            shorter.problems[0].reason.contains("\(bytes + 5) bytes, and there are \(bytes)"), "\(shorter.problems)")
        #expect(shorter.problems[0].code == .damaged)
        // What a manifest names says more.
        let named = try open(Self.bag(oxum: "1.3", [("manifest-md5.txt", "ab  data/a.pdf\nab  data/gone.pdf\n")]))
        #expect(named.problems.map(\.entry) == ["data/gone.pdf"])
        // What is still to be fetched may be what is not there.
        let awaited = [
            ("manifest-md5.txt", "ab  data/a.pdf\nab  data/b.pdf\n"), ("fetch.txt", "http://x/b 9 data/b.pdf\n"),
        ]
        #expect(try open(Self.bag(oxum: "1.3", awaited)).problems.isEmpty)
    }

    // MARK: - Tars without an end

    @Test func aTarWithoutEndIsWholeWhenItsManifestAgrees() throws {
        func tar(_ manifest: String) throws -> OpenedBundle {
            let files = [
                ("bag/bagit.txt", LayoutFixture.declaration), ("bag/manifest-md5.txt", manifest),
                ("bag/data/a.pdf", LayoutFixture.pdf),
            ]
            var bytes = try ArchiveWriter.bytes(files.map { .init($0.0, Array($0.1.utf8)) }, .tar)
            while bytes.suffix(512).allSatisfy({ $0 == 0 }) { bytes.removeLast(512) }
            return try openBundle(bytes)
        }
        #expect(try tar("ab  data/a.pdf\n").problems.isEmpty)
        let missing = try tar("ab  data/a.pdf\nab  data/b.pdf\n").problems
        #expect(missing.contains { $0.entry == "bag/data/b.pdf" })
        #expect(missing.contains { $0.reason.contains("end marker") })
        #expect(try tar("ab  data/a.pdf\ncut").problems.contains { $0.reason.contains("end marker") })
    }

    // MARK: - Fedora's mutable HEAD

    private static let open = "extensions/0005-mutable-head/head"

    private static func object(_ more: [(String, String)]) -> [(String, String)] {
        [
            ("0=ocfl_object_1.1", "ocfl_object_1.1\n"),
            (
                "inventory.json",
                #"""
                {"id":"info:7","digestAlgorithm":"sha512","head":"v1","manifest":{"aa":["v1/content/a.pdf"]},
                "versions":{"v1":{"created":"2024-01-01T00:00:00Z","state":{"aa":["a.pdf"]}}}}
                """#
            ), ("v1/content/a.pdf", LayoutFixture.pdf),
        ] + more
    }

    @Test func theOpenVersionOfAnObjectIsTheNewest() throws {
        let head = #"""
            {"id":"info:7","digestAlgorithm":"sha512","head":"v2",
            "manifest":{"aa":["v1/content/a.pdf"],"bb":["extensions/0005-mutable-head/head/content/r1/b.pdf"]},
            "versions":{"v1":{"created":"2024-01-01T00:00:00Z","state":{"aa":["a.pdf"]}},
            "v2":{"created":"2024-02-01T00:00:00Z","state":{"aa":["a.pdf"],"bb":["b.pdf"]}}}}
            """#
        let files = Self.object([
            (Self.open + "/inventory.json", head), (Self.open + "/inventory.json.sha512", "ab inventory.json"),
            (Self.open + "/content/r1/b.pdf", LayoutFixture.pdf),
            ("extensions/0005-mutable-head/revisions/r1", "r1"),
            ("extensions/0005-mutable-head/root-inventory.json.sha512", "ab inventory.json"),
        ])
        let bundle = try open(files)
        #expect(bundle.documents.map(\.entry) == ["a.pdf", "b.pdf"])
        #expect(bundle.problems.isEmpty, "\(bundle.problems)")
        #expect(bundle.documents[1].metadata.details.contains { $0.value == "v2, still open (mutable HEAD)" })
        let audited = try open(files, fixity: true)
        #expect(audited.problems.compactMap(\.entry) == ["inventory.json.sha512"], "\(audited.problems)")
        #expect(audited.statedFixity.contains { $0.name == Self.open + "/content/r1/b.pdf" })
        let without = try open(Self.object([(Self.open + "/content/r1/b.pdf", LayoutFixture.pdf)]))
        #expect(without.problems.contains { $0.entry == Self.open + "/inventory.json" }, "\(without.problems)")
        #expect(without.documents.map(\.entry).contains("a.pdf"))
    }
}
