import DocSearch
import DocSearchTestSupport
import Foundation
import Testing

@Suite("Images that were drawn before")
struct PageCacheTests {
    private static func files(_ archive: TestArchive) throws -> [String] {
        let cache = archive.folder.path + "/cache"
        return try FileManager.default.subpathsOfDirectory(atPath: cache).map { cache + "/" + $0 }
            .filter { !FileManager.default.isFolder($0) }
    }

    @Test func imagesThatWereDrawnBeforeAreTakenFromTheFolder() async throws {
        let (archive, document) = try await TestArchive.quarters()
        let first = try await archive.pages().image(.quarters, of: document)
        #expect(!first.isFromCache)
        // Nothing is read of the document, and nothing of the program is started.
        try archive.remove("bad.pdf")
        let pages = try archive.pages()
        let second = try await pages.image(.quarters, of: document)
        #expect(second.isFromCache)
        #expect(second.bytes == first.bytes)
        #expect(second.tag == first.tag)
        var other = PageImageRequest.quarters
        other.rotation = 90
        let missing = await code { [other] in try await pages.image(other, of: document) }
        #expect(missing == .missingFile)
        // Nobody else can read what people may not see.
        for file in try Self.files(archive) {
            let mode = try #require(FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int)
            #expect(mode == 0o600)
        }
    }

    @Test func damagedImagesInTheCacheAreNotBelieved() async throws {
        let (archive, document) = try await TestArchive.quarters()
        let pages = try archive.pages()
        let good = try await pages.image(.quarters, of: document)
        let file = try #require(Self.files(archive).first)
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
        var flipped = bytes
        flipped[bytes.count - 20] ^= 1
        for damaged in [flipped, Array(bytes.dropLast()), [], Array("docsearch page 1\n".utf8), bytes + [0]] {
            try Data(damaged).write(to: URL(fileURLWithPath: file))
            let whole = try await pages.imageFile(.quarters, of: document)
            #expect(try whole.read(from: 0, count: Int(whole.byteCount)) == good.bytes)
            try Data(damaged).write(to: URL(fileURLWithPath: file))
            let image = try await pages.image(.quarters, of: document)
            #expect(!image.isFromCache)
            #expect(image.bytes == good.bytes)
            #expect(try await pages.image(.quarters, of: document).isFromCache)
        }
        // A sound file of another image in its place.
        var other = PageImageRequest.quarters
        other.isMirrored = true
        _ = try await pages.image(other, of: document)
        let second = try #require(Self.files(archive).first { $0 != file })
        try FileManager.default.removeItem(atPath: file)
        try FileManager.default.moveItem(atPath: second, toPath: file)
        #expect(try await pages.image(.quarters, of: document).bytes == good.bytes)
        // What lies there and is no file keeps nothing up.
        try FileManager.default.removeItem(atPath: file)
        #expect(mkfifo(file, 0o600) == 0)
        #expect(try await pages.image(.quarters, of: document).bytes == good.bytes)
    }

    @Test func imagesInTheCacheMakeRoomForThoseThatAreUsed() async throws {
        let (archive, document) = try await TestArchive.quarters()
        let pages = try archive.pages { $0.cacheBytes = 6_000 }
        _ = try await pages.image(.quarters, of: document)
        for width in 100..<140 {
            var request = PageImageRequest(page: 1, width: width, height: 50)
            request.format = .png
            _ = try await pages.image(request, of: document)
            #expect(try await pages.image(.quarters, of: document).isFromCache, "used last before \(width)")
        }
        let bytes = try Self.files(archive).reduce(0) {
            $0 + (try #require(FileManager.default.attributesOfItem(atPath: $1)[.size] as? Int))
        }
        #expect(bytes <= 6_000, "\(bytes)")
        #expect(bytes > 2_000, "\(bytes)")
    }

    @Test func imagesInTheCacheGoWithTheirDocument() async throws {
        let (archive, document) = try await TestArchive.quarters()
        let pages = try archive.pages()
        _ = try await pages.image(.quarters, of: document)
        _ = try await pages.page(1, of: document)
        try pages.removeImages(of: document)
        #expect(try Self.files(archive).isEmpty)
        #expect(try await !pages.image(.quarters, of: document).isFromCache)
        pages.removeAllImages()
        #expect(try Self.files(archive).isEmpty)
    }

    @Test func theCacheOfImagesLeavesOtherFilesAlone() async throws {
        let (archive, document) = try await TestArchive.quarters()
        let name = String(repeating: "ab", count: 32)
        for other in ["cache/letter.txt", "cache/\(name)/letter.txt", "cache/letters/\(name)"] {
            try archive.folder.write(Array("mine".utf8), to: other)
        }
        chmod(archive.folder.path + "/cache", 0o700)
        let pages = try archive.pages { $0.cacheBytes = 3_000 }
        for width in 1..<20 {
            _ = try await pages.image(PageImageRequest(page: 1, width: width, height: 9), of: document)
        }
        pages.removeAllImages()
        #expect(try Self.files(archive).count == 3)
    }

    @Test func imagesAreNotKeptWhereOthersCanWrite() async throws {
        let (archive, _) = try await TestArchive.quarters()
        let path = archive.folder.path + "/cache"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        chmod(path, 0o777)
        #expect(throws: DocSearchError.self) { try archive.pages() }
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: archive.root)
        #expect(throws: DocSearchError.self) { try archive.pages() }
    }
}

extension FileManager {
    fileprivate func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }
}
