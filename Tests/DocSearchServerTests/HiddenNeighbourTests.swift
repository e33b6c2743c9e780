import DocSearch
import DocSearchServer
import DocSearchTestSupport
import Foundation
import Testing

@Suite("Documents beside hidden ones")
struct HiddenNeighbourTests {
    private func site(_ archive: ServedFolder, showing extras: Set<Visitor.Extra>? = []) -> Site {
        var settings = archive.settings
        settings.requestsPerSecond = nil
        if let extras { (settings.isPublic, settings.publicExtras) = (true, extras) }
        return Site(settings)
    }

    /// Stands in what there is of the hidden document, and nowhere else.
    private static let word = "kestrelwort"

    private static func archive() async throws -> ServedFolder {
        let open = ZipWriter.Entry("open.pdf", PDFWriter(texts: ["The herons of the marsh."]).bytes)
        let metadata = #"{"title": "Hidden \#(word)", "authors": ["\#(word)"], "description": "\#(word)"}"#
        let files: [ZipWriter.Entry] = [
            open, .init("\(word).pdf", PDFWriter(texts: ["The \(word) of the marsh."]).bytes),
            .init("\(word).json", Array(metadata.utf8)), .init("\(word).txt", Array("The \(word) of the marsh.".utf8)),
            .init("list.csv", Array("1;\(word)\n".utf8)),
        ]
        let table = ZipWriter.Entry("table.csv", Array("1;heron\n".utf8))
        let mail = mail(Array(PDFWriter(texts: ["The \(word) of the mail."]).bytes))
        return try await ServedFolder { folder in
            try folder.write(ZipWriter(files).bytes, to: "archive/box.zip")
            try folder.write(ZipWriter([open, table]).bytes, to: "archive/other.zip")
            try folder.write(mail.utf8, to: "archive/letter.eml")
        }
    }

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
        let site = self.site(archive)
        #expect(try await attachments(of: open, at: site).contains("list.csv"), "nothing is hidden yet")
        try archive.index.hide([hidden], by: "tests")
        for number in 1...5 {
            #expect(await site.ask("/documents/\(open.id)/attachments/\(number)").status == 404, "\(number)")
        }
        #expect(try await attachments(of: open, at: site).isEmpty)
        for request in CanaryRequest.general() + CanaryRequest.requests(about: open) where request.isReading {
            let answer = await site.ask(request.target, request.method, body: request.body)
            let told = answer.text + answer.headers.map(\.value).joined(separator: "\n")
            #expect(!told.contains(Self.word), "\(request.target)")
        }
        #expect(try await attachments(of: other, at: site) == ["table.csv"], "where nothing is hidden")
        #expect(await site.ask("/documents/\(other.id)/attachments/2").text == "1;heron\n")
        for site in [self.site(archive, showing: [.hidden]), self.site(archive, showing: nil)] {
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
        let site = self.site(archive)
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
            var settings = archive.settings
            settings.tokens = .forTests(guest: filter)
            let object = try await Site(settings).asGuest("/api/v1/documents/\(open.id)").json()
            return try #require(object["said_of_copies"] as? [Any]).count
        }
        #expect(try await copies(nil) == 1)
        #expect(try await copies("path:zip") == 1)
        #expect(try await copies("path:box") == 0)
    }
}
