import DocSearchTestSupport
import Testing
import Foundation

/// A file whose name makes a folder a bundle, or half of one, and what may be in it.
struct StrayMark: Sendable, CustomTestStringConvertible {
    var name: String
    var content: Content

    enum Content: String, CaseIterable, Sendable { case empty, garbage, plausible }

    static let names = [
        "bagit.txt", "manifest-sha256.txt", "0=ocfl_object_1.0", "inventory.json", "dublin_core.xml", "contents",
        "manifest.json", "metadata.json", "format.json", "x_meta.xml", "x_files.xml", "mets.xml", "gamets.xml",
        "ComicInfo.xml", "page.hocr", "page_hocr.html", "content.pdf",
    ]
    static let all = names.flatMap { name in Content.allCases.map { StrayMark(name: name, content: $0) } }

    var testDescription: String { "\(name), \(content.rawValue)" }

    /// What it holds beside a file that it may speak of.
    func bytes(beside file: String) -> [UInt8] {
        switch content {
        case .empty: []
        case .garbage: Array("\u{0}<mets {[ BagIt \u{FFFD}".utf8)
        case .plausible:
            name == "content.pdf"
                ? TestDocument("", pages: ["a stray page"]).pdf : Array(Self.plausible(name, beside: file).utf8)
        }
    }

    private static func plausible(_ name: String, beside file: String) -> String {
        switch name {
        case "bagit.txt": "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n"
        case "manifest-sha256.txt": "00ff  data/\(file)\n"
        case "0=ocfl_object_1.0": "ocfl_object_1.0\n"
        case "inventory.json":
            """
            {"id": "urn:x", "head": "v1", "manifest": {"ab": ["v1/content/\(file)"]},
             "versions": {"v1": {"state": {"ab": ["\(file)"]}}}}
            """
        case "dublin_core.xml": "<dublin_core><dcvalue element=\"title\">A title</dcvalue></dublin_core>"
        case "contents": "\(file)\n"
        case "manifest.json": "[{\"model\": \"documents.document\", \"pk\": 1, \"fields\": {\"title\": \"A title\"}}]"
        case "metadata.json":
            "{\"id\": \"1\", \"title\": \"A title\", \"created\": 1, \"modified\": 1, \"tags\": [], \"pageCount\": 1}"
        case "format.json": "{\"formatVersion\": 2}"
        case "x_meta.xml": "<metadata><identifier>x</identifier><title>A title</title></metadata>"
        case "x_files.xml": "<files><file name=\"\(file)\"/></files>"
        case "mets.xml", "gamets.xml": mets(naming: file)
        case "ComicInfo.xml": "<ComicInfo><Title>A title</Title></ComicInfo>"
        default:
            "<html><body><div class='ocr_page' title='image \"\(file)\"; bbox 0 0 9 9'>"
                + "<span class='ocrx_word' title='bbox 1 1 5 5'>stray</span></div></body></html>"
        }
    }

    /// A METS document that names a file.
    static func mets(naming file: String) -> String {
        """
        <mets xmlns="http://www.loc.gov/METS/" xmlns:xlink="http://www.w3.org/1999/xlink"><fileSec><fileGrp>
        <file ID="f" MIMETYPE="application/pdf"><FLocat LOCTYPE="URL" xlink:href="\(file)"/></file></fileGrp></fileSec>
        <structMap TYPE="PHYSICAL"><div><div TYPE="page"><fptr FILEID="f"/></div></div></structMap></mets>
        """
    }
}
