import DocSearch
import DocSearchTestSupport
import Foundation
import Testing

/// Images that are read in parts.
@Suite("Files of images")
struct ImageFileTests {
    private static func bytes(_ file: DocumentBytes) throws -> [UInt8] {
        try file.read(from: 0, count: Int(file.byteCount))
    }

    @Test func filesOfImagesHaveTheBytesOfTheImage() async throws {
        let (archive, document) = try await TestArchive.quarters()
        let image = try await archive.pages().image(.quarters, of: document)
        let pages = try archive.pages()
        let uncached = try archive.pages { $0.cacheFolder = nil }
        for file in [
            try await pages.imageFile(.quarters, of: document), try await uncached.imageFile(.quarters, of: document),
        ] {
            #expect(try Self.bytes(file) == image.bytes)
            #expect(try file.read(from: 1, count: 3) == Array("PNG".utf8))
            #expect(file.tag == image.tag)
            #expect(file.mediaType == "image/png")
            #expect(file.isUnchanged)
        }
    }

    @Test func filesOfImagesCanBeReadWhenTheyHaveLeftTheCache() async throws {
        let (archive, document) = try await TestArchive.quarters()
        let pages = try archive.pages()
        let file = try await pages.imageFile(.quarters, of: document)
        pages.removeAllImages()
        #expect(try Self.bytes(file).starts(with: [0x89, 0x50, 0x4E, 0x47]))
        #expect(try await !pages.image(.quarters, of: document).isFromCache)
    }

    @Test func filesOfDocumentsSayWhetherTheyHaveChanged() async throws {
        let (archive, document) = try await TestArchive.quarters()
        let file = try await archive.pages().file(of: document)
        #expect(file.isUnchanged)
        let path = try archive.index.location(of: document)
        let handle = try #require(FileHandle(forWritingAtPath: path))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data([10]))
        try handle.close()
        #expect(!file.isUnchanged)
    }

    @Test func theSizeOfOnePageIsThatAmongTheSizesOfAll() async throws {
        let (archive, document) = try await TestArchive.quarters()
        let pages = try archive.pages { $0.cacheFolder = nil }
        let all = try await pages.sizes(of: document)
        #expect(try await pages.size(of: document, page: 1) == all[1])
        #expect(try await pages.size(of: document, page: 2) == nil)
        // Nothing is opened again for what was measured once.
        try archive.remove("bad.pdf")
        #expect(try await pages.size(of: document, page: 1) == all[1])
    }
}
