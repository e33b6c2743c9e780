import DocSearch
import DocSearchServer
import DocSearchTestSupport
import Foundation
import Testing

@Suite("PDFs that have documents within them")
struct FilesWithinTests {
    private struct Archive {
        let folder: TemporaryFolder
        let index: ArchiveIndex
        var settings: SiteSettings

        func id(_ path: String) throws -> Int64 {
            var found: Int64?
            try index.forEachDocument { document, _ in if document.path == path { found = document.id } }
            return try #require(found, "\(path)")
        }
    }

    private static let outer = ["filing.pdf", "box.zip!/filing.pdf"]

    /// A portfolio by itself and in a bundle, beside a PDF with nothing in it. The token `guest` does not see exhibit B.
    private func archive() async throws -> Archive {
        let folder = try TemporaryFolder()
        let inner = PDFWriter(texts: ["The kestrel of exhibit B."]).bytes
        var exhibit = PDFWriter(texts: ["Exhibit A."])
        exhibit.files = [.init("exhibit B.pdf", inner)]
        var filing = PDFWriter(texts: ["The filing."])
        filing.files = [.init("exhibit A.pdf", exhibit.bytes)]
        try folder.write(filing.bytes, to: "archive/filing.pdf")
        let plain = PDFWriter(texts: ["A letter."]).bytes
        try folder.write(
            ZipWriter([.init("filing.pdf", filing.bytes), .init("filing.pdf.pdf", plain)]).bytes, to: "archive/box.zip")
        let index = ArchiveIndex(at: folder.path + "/index")
        try await index.read(folder)
        var settings = SiteSettings.forTests(index: folder.path + "/index")
        settings.imageFolder = folder.path + "/images"
        settings.extractorPath = try ServedArchive.program("docsearch-extract")
        return Archive(folder: folder, index: index, settings: settings)
    }

    private func withTokens(_ archive: Archive, filter: String) -> Site {
        var settings = archive.settings
        settings.tokens = TokenFile([
            .init(name: "reader", hash: Secret.hash("reader-token"), visitor: Visitor(name: "reader")),
            .init(name: "guest", hash: Secret.hash("guest-token"), visitor: Visitor(name: "guest", access: filter)),
        ])
        return Site(settings)
    }

    /// What the guest gets of each.
    private func expect(_ site: Site, _ archive: Archive, handsOut: Bool) async throws {
        for path in Self.outer {
            for path in [path, path + "!/exhibit A.pdf"] {
                let id = try archive.id(path)
                let answer = await site.asGuest("/files/\(id).pdf")
                #expect(answer.status == (handsOut ? 200 : 404), "\(path)")
                #expect(await site.asGuest("/documents/\(id)/pages/1.txt").status == 200)
                #expect(await site.asGuest("/documents/\(id)").text.contains("/files/\(id).pdf") == handsOut)
                let manifest = await site.asGuest("/iiif/presentation/3/\(id)/manifest")
                #expect(manifest.text.contains("/files/\(id).pdf") == handsOut)
                #expect(await site.asReader("/files/\(id).pdf").status == 200, "\(path)")
            }
            let closed = try archive.id(path + "!/exhibit A.pdf!/exhibit B.pdf")
            #expect(await site.asGuest("/documents/\(closed)").status == (handsOut ? 200 : 404))
        }
        #expect(await site.asGuest("/files/\(try archive.id("box.zip!/filing.pdf.pdf")).pdf").status == 200)
    }

    @Test func aClosedDocumentDoesNotGoOutWithItsPortfolio() async throws {
        let archive = try await archive()
        try await expect(withTokens(archive, filter: "-path:\"exhibit B\""), archive, handsOut: false)
        try await expect(withTokens(archive, filter: "path:f"), archive, handsOut: true)
    }

    @Test func aHiddenDocumentDoesNotGoOutWithItsPortfolio() async throws {
        let archive = try await archive()
        let hidden = try archive.id("filing.pdf!/exhibit A.pdf!/exhibit B.pdf")
        _ = try archive.index.hide([archive.index.document(DocumentReference(id: hidden))], by: "tests")
        var settings = archive.settings
        settings.isPublic = true
        let target = "/files/\(try archive.id("filing.pdf")).pdf"
        let answer = await Site(settings).ask(target, "GET", ["range": "bytes=0-10"])
        #expect(answer.status == 404)
        settings.publicExtras = [.hidden]
        #expect(await Site(settings).ask(target).status == 200)
        #expect(await Site(archive.settings).ask(target).status == 200, "users of the machine see what is hidden")
    }

    @Test func aLinkToAPortfolioIsToItAlone() async throws {
        let archive = try await archive()
        let site = withTokens(archive, filter: "path:f")
        for path in Self.outer {
            for (path, hasFile) in [(path, false), (path + "!/exhibit A.pdf!/exhibit B.pdf", true)] {
                let id = try archive.id(path)
                let answer = await site.ask(
                    "/documents/\(id)/share", "POST", ["authorization": "Bearer reader-token"], body: "days=7")
                let link = try #require(try answer.json()["link"] as? String)
                let start = "/share/" + link.split(separator: "/")[3]
                #expect(await site.ask("\(start)/files/\(id).pdf").status == (hasFile ? 200 : 404), "\(path)")
                #expect(await site.ask("\(start)/documents/\(id)").text.contains("/files/\(id).pdf") == hasFile)
            }
        }
    }
}
