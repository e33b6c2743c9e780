import DocSearch
import DocSearchServer
import DocSearchTestSupport
import Foundation
import Testing

@Suite("PDFs that have documents within them")
struct FilesWithinTests {
    private static let outer = ["filing.pdf", "box.zip!/filing.pdf"]

    /// A portfolio by itself and in a bundle, beside a PDF with nothing in it. The token `guest` does not see exhibit B.
    private func archive() async throws -> ServedFolder {
        let inner = PDFWriter(texts: ["The kestrel of exhibit B."]).bytes
        var exhibit = PDFWriter(texts: ["Exhibit A."])
        exhibit.files = [.init("exhibit B.pdf", inner)]
        var filing = PDFWriter(texts: ["The filing."])
        filing.files = [.init("exhibit A.pdf", exhibit.bytes)]
        let plain = PDFWriter(texts: ["A letter."]).bytes
        let box = ZipWriter([.init("filing.pdf", filing.bytes), .init("filing.pdf.pdf", plain)]).bytes
        return try await ServedFolder { folder in
            try folder.write(filing.bytes, to: "archive/filing.pdf")
            try folder.write(box, to: "archive/box.zip")
        }
    }

    private func expect(_ site: Site, _ archive: ServedFolder, handsOut: Bool) async throws {
        for path in Self.outer {
            for path in [path, path + "!/exhibit A.pdf"] {
                let id = try archive.document(path).id
                let answer = await site.asGuest("/files/\(id).pdf")
                #expect(answer.status == (handsOut ? 200 : 404), "\(path)")
                let copy = await site.asGuest("/documents/\(id)/searchable.pdf")
                #expect(copy.status == (handsOut ? 200 : 404), "\(path)")
                #expect(await site.asGuest("/documents/\(id)/pages/1.txt").status == 200)
                #expect(await site.asGuest("/documents/\(id)").text.contains("/files/\(id).pdf") == handsOut)
                let manifest = await site.asGuest("/iiif/presentation/3/\(id)/manifest")
                #expect(manifest.text.contains("/files/\(id).pdf") == handsOut)
                #expect(await site.asReader("/files/\(id).pdf").status == 200, "\(path)")
            }
            let closed = try archive.document(path + "!/exhibit A.pdf!/exhibit B.pdf").id
            #expect(await site.asGuest("/documents/\(closed)").status == (handsOut ? 200 : 404))
        }
        #expect(await site.asGuest("/files/\(try archive.document("box.zip!/filing.pdf.pdf").id).pdf").status == 200)
    }

    @Test func aClosedDocumentDoesNotGoOutWithItsPortfolio() async throws {
        let archive = try await archive()
        try await expect(archive.site(guest: "-path:\"exhibit B\""), archive, handsOut: false)
        try await expect(archive.site(guest: "path:f"), archive, handsOut: true)
    }

    @Test func aHiddenDocumentDoesNotGoOutWithItsPortfolio() async throws {
        let archive = try await archive()
        try archive.index.hide([archive.document("filing.pdf!/exhibit A.pdf!/exhibit B.pdf")], by: "tests")
        var settings = archive.settings
        settings.isPublic = true
        let target = "/files/\(try archive.document("filing.pdf").id).pdf"
        let answer = await Site(settings).ask(target, "GET", ["range": "bytes=0-10"])
        #expect(answer.status == 404)
        settings.publicExtras = [.hidden]
        #expect(await Site(settings).ask(target).status == 200)
        #expect(await Site(archive.settings).ask(target).status == 200, "users of the machine see what is hidden")
    }

    @Test func aLinkToAPortfolioIsToItAlone() async throws {
        let archive = try await archive()
        let site = archive.site(guest: "path:f")
        for path in Self.outer {
            for (path, hasFile) in [(path, false), (path + "!/exhibit A.pdf!/exhibit B.pdf", true)] {
                let id = try archive.document(path).id
                let start = try await site.link(to: id, by: "reader").startOfLink
                #expect(await site.ask("\(start)/files/\(id).pdf").status == (hasFile ? 200 : 404), "\(path)")
                #expect(await site.ask("\(start)/documents/\(id)").text.contains("/files/\(id).pdf") == hasFile)
            }
        }
    }
}
