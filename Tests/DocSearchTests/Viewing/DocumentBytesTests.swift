import DocSearch
import DocSearchTestSupport
import Foundation
import Testing

@Suite("Bytes of documents")
struct DocumentBytesTests {
    private static func all(_ file: DocumentBytes) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while Int64(bytes.count) < file.byteCount {
            bytes += try file.read(from: Int64(bytes.count), count: .max, limit: 1_000)
        }
        return bytes
    }

    @Test func theBytesOfADocumentAreThoseOfItsPDF() async throws {
        let archive = try TestArchive()
        let pdf = TestDocument("a", pages: ["one page of words"]).pdf
        try archive.write(pdf, to: "a.pdf")
        try archive.write(ZipWriter([ZipWriter.Entry("in/a.pdf", pdf + [10])]).bytes, to: "b.zip")
        try await archive.update()
        let pages = try archive.pages()
        let documents = try archive.documents()
        #expect(documents.count == 2)
        for document in documents {
            let expected = document.path == "a.pdf" ? pdf : pdf + [10]
            let file = try await pages.file(of: document)
            #expect(try Self.all(file) == expected)
            #expect(file.byteCount == Int64(expected.count))
            #expect(file.mediaType == "application/pdf")
            #expect(try file.read(from: 5, count: 3) == Array(expected[5..<8]))
            #expect(try file.read(from: file.byteCount - 2, count: 100) == Array(expected.suffix(2)))
            #expect(try file.read(from: file.byteCount, count: 1).isEmpty)
            #expect(try file.read(from: .max, count: .max).isEmpty)
            #expect(try file.read(from: -1, count: 5).isEmpty)
            #expect(try file.read(from: 0, count: -5).isEmpty)
            #expect(try await pages.file(of: document).tag == file.tag)
        }
    }

    @Test func documentsWithoutAPDFGiveAnImageOrPagesOfImages() async throws {
        let archive = try TestArchive()
        let png = try Quarters.png()
        try archive.write(png, to: "one.png")
        try archive.write(
            ZipWriter([ZipWriter.Entry("1.png", png), ZipWriter.Entry("2.png", png)]).bytes, to: "two.cbz")
        try await archive.update()
        let pages = try archive.pages()
        let documents = try archive.documents()
        let one = try #require(documents.first { $0.pageCount == 1 })
        let two = try #require(documents.first { $0.pageCount == 2 })
        let image = try await pages.file(of: one)
        #expect(try Self.all(image) == png)
        #expect(image.mediaType == "image/png")
        #expect(await code { try await pages.file(of: two) } == .notFound)
        let page = try await pages.file(of: two, page: 2)
        #expect(page.mediaType == "application/pdf")
        #expect(page.tag != (try await pages.file(of: two, page: 1).tag))
        #expect(await code { try await pages.file(of: two, page: 3) } == .notFound)
    }

    @Test func theBytesOfADocumentStayTheSameWhileTheyAreRead() async throws {
        let archive = try TestArchive()
        let pdf = TestDocument("a", pages: ["one page of words"]).pdf
        try archive.write(pdf, to: "a.pdf")
        try await archive.update()
        let file = try await archive.pages().file(of: archive.document("a.pdf"))
        // Moved away, it is still open.
        try archive.remove("a.pdf")
        #expect(try Self.all(file) == pdf)
    }
}
