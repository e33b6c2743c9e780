import DocSearch
import DocSearchTestSupport
import Foundation
import Testing

/// Images of pages that programs keep go with the documents that are forgotten.
@Suite("Images of what is forgotten")
struct ForgottenImagesTests {
    private static func archive() async throws -> TestArchive {
        let archive = try TestArchive()
        try archive.write(["a secret page"], to: "secret.pdf")
        try archive.write(["a page for all"], to: "open.pdf")
        try archive.write([TestDocument("one", pages: ["one"]), TestDocument("two", pages: ["two"])], to: "box.zip")
        try await archive.update()
        return archive
    }

    private func kept(in folder: String) throws -> Int {
        try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.contains("/") }.count
    }

    private func draw(_ paths: [String], _ pages: ArchivePages) async throws {
        for path in paths {
            let document = try pages.index.document(DocumentReference(path))
            _ = try await pages.image(PageImageRequest(page: 1, width: 20, height: 28), of: document)
        }
    }

    @Test func imagesOfForgottenPagesAreRemovedWhereverTheyAreKept() async throws {
        let archive = try await Self.archive()
        let folders = ["cache", "elsewhere/images"].map { archive.folder.path + "/" + $0 }
        for folder in folders {
            let pages = try archive.pages { $0.cacheFolder = folder }
            try await draw(["secret.pdf", "open.pdf", "box.zip!/one.pdf", "box.zip!/two.pdf"], pages)
            #expect(try kept(in: folder) == 4)
        }
        try FileManager.default.removeItem(atPath: archive.root + "/secret.pdf")
        let report = try archive.index.forget([
            archive.index.document(DocumentReference("secret.pdf")),
            archive.index.document(DocumentReference("box.zip!/one.pdf")),
        ])
        #expect(report.notRemoved.isEmpty)
        #expect(report.otherFiles.isEmpty)
        for folder in folders { #expect(try kept(in: folder) == 2) }
        // Those that are left are still known.
        let pages = try archive.pages { $0.cacheFolder = folders[0] }
        let document = try archive.document("open.pdf")
        let image = try await pages.image(PageImageRequest(page: 1, width: 20, height: 28), of: document)
        #expect(image.isFromCache)
    }

    /// A program that is running has an idea of what is in its folder.
    @Test func aRunningProgramDrawsForgottenImagesAnew() async throws {
        let archive = try await Self.archive()
        let pages = try archive.pages()
        try await draw(["secret.pdf", "open.pdf"], pages)
        _ = try archive.index.forget([archive.document("secret.pdf")])
        #expect(try kept(in: archive.folder.path + "/cache") == 1)
        try await archive.update()
        try await draw(["secret.pdf"], pages)
        #expect(try kept(in: archive.folder.path + "/cache") == 2, "its file is still there, and it is back")
    }

    @Test func imagesOfEarlierBytesOfAForgottenDocumentAreRemoved() async throws {
        let archive = try await Self.archive()
        let pages = try archive.pages()
        try await draw(["secret.pdf", "open.pdf"], pages)
        try archive.write(["another secret page"], to: "secret.pdf")
        try await archive.update()
        try await draw(["secret.pdf"], pages)
        #expect(try kept(in: archive.folder.path + "/cache") == 3)
        _ = try archive.index.forget([archive.document("secret.pdf")])
        #expect(try kept(in: archive.folder.path + "/cache") == 1)
    }

    @Test func forgettingTouchesNothingElseInTheFolderOfImages() async throws {
        let archive = try await Self.archive()
        let folder = archive.folder.path + "/cache"
        let pages = try archive.pages()
        try await draw(["secret.pdf"], pages)
        try archive.folder.write(Array("mine".utf8), to: "cache/notes.txt")
        try archive.folder.write(Array("mine".utf8), to: "cache/photos/a.jpg")
        let other = String(repeating: "a", count: 64)
        try archive.folder.write(Array("mine".utf8), to: "cache/\(other)/holiday.jpg")
        let report = try archive.index.forget([archive.document("secret.pdf")])
        #expect(report.notRemoved.contains { $0.contains(folder) }, "a folder that is not empty is named")
        for name in ["notes.txt", "photos/a.jpg", "\(other)/holiday.jpg"] {
            #expect(FileManager.default.fileExists(atPath: "\(folder)/\(name)"), "\(name)")
        }
    }

    @Test func aListOfImageFoldersThatMakesNoSenseIsSaid() async throws {
        let archive = try await Self.archive()
        try archive.folder.write(Array("no list".utf8), to: "index/image-folders")
        let report = try archive.index.forget([archive.document("secret.pdf")])
        #expect(report.notRemoved.contains { $0.contains("image-folders") })
        let pages = try archive.pages()
        #expect(throws: DocSearchError.self) { try pages.noteCacheFolder() }
        try await draw(["open.pdf"], pages)
    }

    /// Folders that are not there any more are no reason to fail.
    @Test func imageFoldersThatAreGoneAreNoReasonToFail() async throws {
        let archive = try await Self.archive()
        let pages = try archive.pages()
        try await draw(["secret.pdf"], pages)
        try FileManager.default.removeItem(atPath: archive.folder.path + "/cache")
        #expect(try archive.index.forget([archive.document("secret.pdf")]).notRemoved.isEmpty)
    }

    /// It is tried again with each image.
    @Test func aFolderThatCouldNotBeNotedIsNotedLater() async throws {
        let archive = try await Self.archive()
        try archive.folder.write(Array("no list".utf8), to: "index/image-folders")
        let pages = try archive.pages()
        try await draw(["secret.pdf"], pages)
        try FileManager.default.removeItem(atPath: archive.indexPath + "/image-folders")
        try await draw(["open.pdf"], pages)
        let report = try archive.index.forget([archive.document("secret.pdf")])
        #expect(report.notRemoved.isEmpty)
        #expect(try kept(in: archive.folder.path + "/cache") == 1)
    }
}
