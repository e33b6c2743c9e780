import DocSearchTestSupport
import ExtractionProtocol
import Testing

@testable import BundleReading

/// Zips of each layout, small and made on the spot. `top` is put before every name: `""` or a folder with its slash.
enum LayoutFixture {
    static let tops = ["", "box 7/"]

    static func zip(_ files: [(String, String)], in top: String = "") -> [UInt8] {
        ZipWriter(files.map { ZipWriter.Entry(top + $0.0, $0.1) }).bytes
    }

    static func open(
        _ files: [(String, String)], in top: String = "", limits: ExtractionLimits = ExtractionLimits(),
        fixity: Bool = false
    ) throws -> OpenedBundle { try openBundle(zip(files, in: top), limits: limits, fixity: fixity) }

    static let pdf = String(decoding: Fixture.pdf, as: UTF8.self)

    /// Checksums of `pdf`, reckoned with md5sum and its kin.
    static let md5 = "36efe090be45da64fc0a5a9395fe4221"
    static let sha1 = "31f67d101286a07e1ff72bcd7ed4f051233db7c3"
    static let sha256 = "d7dd0115be8b79ae057b3f6ca0fcee578085ba6919dcb70e8643a2aff537d9b5"
    static let sha512 =
        "3f4b15575dd323787fdee6d717d7a6ed922f1135fbf7638415d436d2d10eb9b3c56d4cba8303b35f4c3fd457070e14aa51a0d5ea57c3b61b"
        + "bafbbd9f8b758562"

    static let alto =
        "<alto><Layout><Page><PrintSpace><TextBlock><TextLine><String CONTENT=\"weir\"/></TextLine></TextBlock>"
        + "</PrintSpace></Page></Layout></alto>"

    /// A division of METS.
    static func page(_ ids: String...) -> String {
        "<div TYPE=\"page\">\(ids.map { "<fptr FILEID=\"\($0)\"/>" }.joined())</div>"
    }

    static let dublinCore = """
        <dc xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Letter on Rooks</dc:title><dc:creator>Lee, Ann</dc:creator>
        <dc:date>March 1932</dc:date><dc:subject>birds; church</dc:subject><dc:language>en</dc:language></dc>
        """

    static let declaration = "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n"

    static let bag = [
        ("bagit.txt", declaration),
        (
            "bag-info.txt",
            "External-Identifier: ME/7\nExternal-Description: Old minutes\nContact-Name: Roe, Bo\nBagging-Date: 2024-02-29\n"
        ), ("manifest-sha256.txt", "ab  data/minutes.pdf\n"), ("data/minutes.pdf", pdf), ("data/dc.xml", dublinCore),
    ]

    static let ocfl = [
        ("0=ocfl_object_1.1", "ocfl_object_1.1\n"),
        (
            "inventory.json",
            #"""
            {"id":"urn:me:7","digestAlgorithm":"sha512","head":"v2","manifest":{"aa":["v1/content/m.pdf"],
            "bb":["v2/content/m.pdf"],"cc":["v1/content/s.txt"]},"versions":{"v1":{"state":{"aa":["minutes.pdf"]}},
            "v2":{"created":"2020-04-02T09:30:00Z","message":"Again","user":{"name":"Ann Lee"},
            "state":{"BB":["papers/minutes.pdf"],"cc":["papers/minutes.txt"]}}}}
            """#
        ), ("v1/content/m.pdf", "old"), ("v2/content/m.pdf", pdf), ("v1/content/s.txt", "one\u{C}two\u{C}"),
    ]

    static let paperless = [
        (
            "manifest.json",
            #"""
            [{"model":"paperless_mail.mailaccount","pk":1,"fields":{"name":"x","password":"SECRET"}},
            {"model":"documents.correspondent","pk":4,"fields":{"name":"Marsh End"}},
            {"model":"documents.tag","pk":6,"fields":{"name":"water"}},
            {"model":"documents.document","pk":1,"fields":{"title":"Water rates","content":"Rates are due","tags":[6],
            "correspondent":4,"created":"2023-05-01","archive_serial_number":7},"__exported_file_name__":"a.png",
            "__exported_archive_name__":"a.png-archive.pdf"},
            {"model":"documents.document","pk":2,"fields":{"title":"Roof","created":"2023-05-02"},
            "__exported_file_name__":"originals/b.jpg"},
            {"model":"documents.document","pk":3,"fields":{"title":"Mail","content":"Dear Sir"},
            "__exported_file_name__":"c.eml"},
            {"model":"documents.document","pk":4,"fields":{"title":"Bin","deleted_at":"2024-01-01"},
            "__exported_file_name__":"a.png"}]
            """#
        ), ("metadata.json", #"{"version":"2.7.2"}"#), ("a.png", "image"), ("a.png-archive.pdf", pdf),
        ("originals/b.jpg", "image"), ("c.eml", "mail"), ("a.png-thumbnail.webp", "thumb"),
    ]

    static let simpleArchive = [
        (
            "item_000/dublin_core.xml",
            """
            <dublin_core schema="dc"><dcvalue element="title" qualifier="none">Organ</dcvalue>
            <dcvalue element="contributor" qualifier="author">Lee, Ann</dcvalue>
            <dcvalue element="date" qualifier="issued">1990-05</dcvalue></dublin_core>
            """
        ),
        (
            "item_000/contents",
            "second.pdf\norgan.pdf\tbundle:ORIGINAL\tprimary:true\norgan.pdf.txt\tbundle:TEXT\n"
                + "license.txt\tbundle:LICENSE\nlost.pdf\tbundle:ORIGINAL\n"
        ), ("item_000/handle", "123/45\n"),
        ("item_000/organ.pdf", pdf), ("item_000/second.pdf", pdf), ("item_000/organ.pdf.txt", "one\u{C}two"),
        ("item_000/license.txt", "licence"), ("x/dublin_core.xml", dublinCore), ("x/contents", "2.png\n1.png\n"),
        ("x/1.png", "image"), ("x/2.png", "image"), ("y/dublin_core.xml", dublinCore), ("y/contents", "notes.docx\n"),
        ("y/notes.docx", "office"), ("loose.pdf", pdf),
    ]

    static let internetArchive = [
        (
            "me1931_meta.xml",
            """
            <metadata><identifier>me1931</identifier><title>Directory</title><creator>Lee, Ann</creator><date>1931</date>
            <imagecount>2</imagecount><description>&lt;p&gt;Of the town&lt;/p&gt;</description></metadata>
            """
        ), ("me1931_files.xml", "<files/>"), ("me1931.pdf", pdf), ("me1931_text.pdf", pdf),
        ("me1931_djvu.txt", "one\u{C}two\u{C}"),
        (
            "me1931_scandata.xml",
            """
            <book><pageData><page leafNum="0"><addToAccessFormats>false</addToAccessFormats></page><page leafNum="1"/>
            <page leafNum="2"><pageNumber>5</pageNumber></page></pageData></book>
            """
        ), ("me1931_page_numbers.json", #"{"pages":[{"leafNum":1,"pageNumber":"iv"},{"leafNum":2,"pageNumber":"9"}]}"#),
    ]

    static let comic = [
        (
            "comicinfo.xml",
            """
            <ComicInfo><Series>Marsh End</Series><Number>7</Number><Writer>Ann Lee</Writer><Year>1962</Year></ComicInfo>
            """
        ), ("b/page 10.png", "image"), ("b/page 9.png", "image"), ("a/page 11.png", "image"), ("readme.txt", "text"),
    ]

    static func mets(files: String, pages: String) -> String {
        """
        <mets xmlns:xlink="http://www.w3.org/1999/xlink" OBJID="me:7"><dmdSec ID="d"><mdWrap MDTYPE="MODS"><xmlData><mods>
        <titleInfo><nonSort>The</nonSort><title>Opening</title></titleInfo><name><namePart>Lee, Ann</namePart></name>
        <originInfo><dateIssued encoding="w3cdtf">1932-03</dateIssued></originInfo><subject><topic>trams</topic></subject>
        </mods></xmlData></mdWrap></dmdSec><fileSec>\(files)</fileSec><structMap TYPE="PHYSICAL"><div DMDID="d">\(pages)</div>
        </structMap></mets>
        """
    }

    static func file(_ id: String, _ path: String) -> String {
        "<file ID=\"\(id)\"><FLocat xlink:href=\"\(path)\"/></file>"
    }

    static let mets = [
        (
            "mets.xml",
            mets(
                files: "<fileGrp USE=\"THUMBS\">\(file("S", "small/1.jpg"))</fileGrp><fileGrp USE=\"DEFAULT\">"
                    + "\(file("D1", "web/1.jpg"))\(file("D2", "web/2.jpg"))</fileGrp><fileGrp USE=\"MASTER\">"
                    + "\(file("M1", "file://./img/b.tif"))\(file("M2", "img/a.tif"))</fileGrp><fileGrp USE=\"FULLTEXT\">"
                    + "\(file("T1", "ALTO/2.xml"))\(file("T2", "ALTO/1.xml"))</fileGrp>",
                pages: """
                    <div TYPE="page" ORDER="2" ORDERLABEL="1"><fptr FILEID="S"/><fptr FILEID="D2"/><fptr FILEID="M2"/>
                    <fptr FILEID="T2"/></div><div TYPE="page" ORDER="1" ORDERLABEL="iii"><fptr FILEID="D1"/>
                    <fptr FILEID="M1"/><fptr FILEID="T1"/></div>
                    """)
        ), ("alto/1.xml", "<alto/>"), ("alto/2.xml", "<alto/>"), ("img/a.tif", "image"), ("img/b.tif", "image"),
        ("web/1.jpg", "image"), ("web/2.jpg", "image"),
    ]

    static let all: [[(String, String)]] = [
        bag, ocfl, paperless, simpleArchive, internetArchive, comic, mets,
    ]
}

extension DocumentMetadata {
    /// With the title that a description states.
    static func described(
        _ title: String?, by authors: [String] = [], date: String? = nil, tags: [String] = [],
        identifier: String? = nil, language: String? = nil, description: String? = nil, pageCount: Int? = nil,
        details: [MetadataDetail] = []
    ) -> DocumentMetadata {
        var metadata = DocumentMetadata()
        metadata.setTitle(title)
        (metadata.authors, metadata.date, metadata.tags, metadata.identifier) = (authors, date, tags, identifier)
        (metadata.language, metadata.description) = (language, description)
        (metadata.claimedPageCount, metadata.details) = (pageCount, details)
        return metadata
    }
}

/// What a bundle is, and the entries of its documents and its problems.
func expectBundle(
    _ bundle: OpenedBundle, format: BundleFormat? = nil, entries: [String]? = nil, problems: [String?]? = nil,
    _ location: SourceLocation = #_sourceLocation
) {
    if let format { #expect(bundle.format == format, sourceLocation: location) }
    if let entries { #expect(bundle.documents.map(\.entry) == entries, sourceLocation: location) }
    if let problems { #expect(bundle.problems.map(\.entry) == problems, sourceLocation: location) }
}

extension BundledDocument {
    /// The names of the page images, or of the PDF.
    var fileNames: [String] {
        switch files {
        case .nowhere: []
        case .file(let reference): [reference.entry?.name ?? ""]
        case .images(let references): references.map { $0.entry?.name ?? "" }
        }
    }
}

extension SidecarText {
    /// The names of the files that the text is in, a page each.
    var names: [String?] {
        switch self {
        case .files(let references, _): references.map { $0?.entry?.name }
        case .file(let reference, _): [reference.entry?.name]
        case .candidates(let pages, _): pages.map { $0.first?.entry?.name }
        case .labelled(let inner, _): inner.names
        case .none, .lost, .unpaged, .searchText: []
        }
    }
}
