import DocSearch
import DocSearchServer
import DocSearchTestSupport
import Foundation
import Testing

/// Files of a bundle that are no documents may be texts and descriptions of one that is hidden.
@Suite("Documents beside hidden ones")
struct HiddenNeighbourTests {
    private struct Archive {
        let folder: TemporaryFolder
        let index: ArchiveIndex

        func document(_ path: String) throws -> ArchiveDocument { try index.document(DocumentReference(path)) }

        func site(showing extras: Set<Visitor.Extra>? = []) throws -> Site {
            var settings = SiteSettings.forTests(index: index.path)
            settings.imageFolder = folder.path + "/images"
            settings.extractorPath = try ServedArchive.program("docsearch-extract")
            settings.requestsPerSecond = nil
            if let extras { (settings.isPublic, settings.publicExtras) = (true, extras) }
            return Site(settings)
        }
    }

    /// Stands in what there is of the hidden document, and nowhere else.
    private static let word = "kestrelwort"

    private static func archive() async throws -> Archive {
        let folder = try TemporaryFolder()
        let open = ZipWriter.Entry("open.pdf", PDFWriter(texts: ["The herons of the marsh."]).bytes)
        let metadata = #"{"title": "Hidden \#(word)", "authors": ["\#(word)"], "description": "\#(word)"}"#
        let files: [ZipWriter.Entry] = [
            open, .init("\(word).pdf", PDFWriter(texts: ["The \(word) of the marsh."]).bytes),
            .init("\(word).json", Array(metadata.utf8)), .init("\(word).txt", Array("The \(word) of the marsh.".utf8)),
            .init("list.csv", Array("1;\(word)\n".utf8)),
        ]
        try folder.write(ZipWriter(files).bytes, to: "archive/box.zip")
        let table = ZipWriter.Entry("table.csv", Array("1;heron\n".utf8))
        try folder.write(ZipWriter([open, table]).bytes, to: "archive/other.zip")
        let mail = mail(Array(PDFWriter(texts: ["The \(word) of the mail."]).bytes))
        try folder.write(Array(mail.utf8), to: "archive/letter.eml")
        let index = ArchiveIndex(at: folder.path + "/index")
        try await index.read(folder)
        return Archive(folder: folder, index: index)
    }

    /// A message with a PDF and a list that describes it.
    private static func mail(_ pdf: [UInt8]) -> String {
        let parts = [
            "Content-Type: text/plain\r\n\r\nHerons by mail.",
            "Content-Type: application/pdf; name=\"paper.pdf\"\r\nContent-Transfer-Encoding: base64\r\n"
                + "Content-Disposition: attachment; filename=\"paper.pdf\"\r\n\r\n"
                + Data(pdf).base64EncodedString(options: .lineLength76Characters),
            "Content-Type: text/csv; name=\"list.csv\"\r\nContent-Disposition: attachment; filename=\"list.csv\"\r\n\r\n1;\(word)",
        ].map { "--cut\r\n\($0)\r\n" }
        return "From: a@example.org\r\nSubject: Herons\r\nDate: Mon, 6 Jan 2020 10:00:00 +0000\r\nMIME-Version: 1.0\r\n"
            + "Content-Type: multipart/mixed; boundary=\"cut\"\r\n\r\n" + parts.joined() + "--cut--\r\n"
    }

    private func attachments(of document: ArchiveDocument, at site: Site) async throws -> [String] {
        let object = try await site.ask("/api/v1/documents/\(document.id)/contents").json()
        return try #require(object["attachments"] as? [[String: Any]]).compactMap { $0["name"] as? String }
    }

    @Test func nothingOfAHiddenDocumentIsHandedOutBesideIt() async throws {
        let archive = try await Self.archive()
        let (open, hidden) = (
            try archive.document("box.zip!/open.pdf"), try archive.document("box.zip!/\(Self.word).pdf")
        )
        let other = try archive.document("other.zip!/open.pdf")
        let site = try archive.site()
        #expect(try await attachments(of: open, at: site).contains("list.csv"), "nothing is hidden yet")
        try archive.index.hide([hidden], by: "tests")
        for number in 1...5 {
            #expect(await site.ask("/documents/\(open.id)/attachments/\(number)").status == 404, "\(number)")
        }
        #expect(try await attachments(of: open, at: site).isEmpty)
        for request in CanaryRequest.general() + CanaryRequest.requests(about: open) where request.method == "GET" {
            let answer = await site.ask(request.target)
            let told = answer.text + answer.headers.map(\.value).joined(separator: "\n")
            #expect(!told.contains(Self.word), "\(request.target)")
        }
        #expect(try await attachments(of: other, at: site) == ["table.csv"], "where nothing is hidden")
        #expect(await site.ask("/documents/\(other.id)/attachments/2").text == "1;heron\n")
        for site in [try archive.site(showing: [.hidden]), try archive.site(showing: nil)] {
            #expect(try await attachments(of: open, at: site).contains("list.csv"), "who sees the hidden document")
        }
        try archive.index.hide([hidden], false, by: "tests")
        #expect(try await attachments(of: open, at: site).contains("list.csv"), "nothing is hidden any more")
    }

    @Test func whatAHiddenDocumentWasMailedWithIsNotHandedOut() async throws {
        let archive = try await Self.archive()
        var mailed: [ArchiveDocument] = []
        try archive.index.forEachDocument { document, _ in
            if document.path.hasPrefix("letter.eml") { mailed.append(document) }
        }
        let (papers, messages) = (mailed.filter(\.hasContent), mailed.filter { !$0.hasContent })
        let (paper, message) = (try #require(papers.first), try #require(messages.first))
        let site = try archive.site()
        #expect(try await attachments(of: paper, at: site) == ["list.csv"])
        try archive.index.hide([message], by: "tests")
        #expect(try await attachments(of: paper, at: site).isEmpty)
        for number in 1...4 {
            #expect(await site.ask("/documents/\(paper.id)/attachments/\(number)").status == 404, "\(number)")
        }
    }

    @Test func notesOnCopiesAreThoseOfDocumentsThatMayBeSeen() async throws {
        let archive = try await Self.archive()
        let (open, copy) = (try archive.document("box.zip!/open.pdf"), try archive.document("other.zip!/open.pdf"))
        _ = try archive.index.addNote("Seen by \(Self.word).", to: copy, by: "tests")
        func copies(_ filter: String?) async throws -> Int {
            var settings = SiteSettings.forTests(index: archive.index.path)
            let visitor = Visitor(name: "guest", access: filter)
            settings.tokens = TokenFile([.init(name: "guest", hash: Secret.hash("guest-token"), visitor: visitor)])
            let object = try await Site(settings).asGuest("/api/v1/documents/\(open.id)").json()
            return try #require(object["said_of_copies"] as? [Any]).count
        }
        #expect(try await copies(nil) == 1)
        #expect(try await copies("path:zip") == 1)
        #expect(try await copies("path:box") == 0)
    }
}
