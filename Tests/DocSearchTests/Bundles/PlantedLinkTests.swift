import DocSearchTestSupport
import ExtractionProtocol
import Foundation
import Testing

@testable import DocSearch

/// Somebody who may write into the archive replaces a folder of it by a link to a place that only the reader may see.
@Suite("A link that is planted between the walk and the reading")
struct PlantedLinkTests {
    private static let privateText = "the combination of the safe"

    /// An archive with `names` in its folder "box", and files of the same names in a private folder outside.
    private func makeArchive(_ names: [String], _ bytes: [UInt8]? = nil) throws -> TestArchive {
        let archive = try TestArchive()
        for name in names {
            try archive.write(bytes ?? TestDocument("", pages: ["an open letter"]).pdf, to: "box/\(name)")
            try archive.folder.write(
                bytes ?? TestDocument("", pages: [Self.privateText]).pdf, to: "private/\(name)")
        }
        return archive
    }

    private func plant(in archive: TestArchive) throws {
        let (box, manager) = (archive.root + "/box", FileManager.default)
        try manager.moveItem(atPath: box, toPath: archive.folder.path + "/taken")
        try manager.createSymbolicLink(atPath: box, withDestinationPath: archive.folder.path + "/private")
    }

    private func place(_ archive: TestArchive, _ directory: String, _ name: String) -> BundlePath {
        let root = IndexRoot(id: 1, path: archive.root, isFile: false, languages: [])
        return BundlePath(root: root, directory: directory, name: name)
    }

    @Test func aPlantedLinkLeadsToNoFile() throws {
        let archive = try makeArchive(["a.pdf"])
        let place = place(archive, "box", "a.pdf")
        _ = try OpenBundle(place, limits: ReadingLimits())
        try plant(in: archive)
        let error = #expect(throws: DocSearchError.self) { try OpenBundle(place, limits: ReadingLimits()) }
        #expect(error?.message.contains("symbolic link") == true, "\(String(describing: error))")
        #expect(place.status() == nil, "nothing is known of what is behind it either")
    }

    @Test(arguments: [("box", "deep"), ("", "box")])
    func aPlantedLinkLeadsToNoFolderThatIsABundle(directory: String, name: String) throws {
        let archive = try makeArchive(["deep/bagit.txt", "bagit.txt"])
        let place = place(archive, directory, name)
        #expect(try OpenBundle(place, limits: ReadingLimits()).access.isFolder)
        try plant(in: archive)
        #expect(throws: DocSearchError.self) { try OpenBundle(place, limits: ReadingLimits()) }
        #expect(throws: DocSearchError.self) { try place.openFolder() }
    }

    @Test func aPlantedLinkLeadsToNoNamesOfFilesOrCompanions() throws {
        let archive = try makeArchive(["a.pdf", "a.txt"])
        let root = place(archive, "box", "a.pdf").root
        #expect(try DirectoryListing("box", in: root).indices.count == 2)
        try plant(in: archive)
        #expect(throws: DocSearchError.self) { try DirectoryListing("box", in: root) }
        #expect(BundlePath.withCompanions("box/a.pdf", in: root).companions.isEmpty)
    }

    /// Without its companions a bundle would have other text, and nothing would say so.
    @Test func namesThatCannotBeReadKeepABundleFromBeingReadAndMissingFoldersDoNot() throws {
        let archive = try makeArchive(["a.pdf", "a.txt"])
        var root = place(archive, "box", "a.pdf").root
        #expect(BundlePath.withCompanions("box/a.pdf", in: root).companions.count == 1)
        #expect(BundlePath.withCompanions("gone/a.pdf", in: root).obstacle == nil)
        root.path = "/" + String(repeating: "longer than any path may be/", count: 200)
        let bundlePath = BundlePath.withCompanions("box/a.pdf", in: root)
        #expect(bundlePath.obstacle?.message.contains("too long") == true, "\(String(describing: bundlePath.obstacle))")
        #expect(throws: DocSearchError.self) { try OpenBundle(bundlePath, limits: ReadingLimits()) }
    }

    /// The worker replaces the folder while it reads another file, in one process: between two of them a run could look,
    /// and a file that is gone is no failure.
    @Test func aPlantedLinkLeadsToNothingThatARunIndexes() async throws {
        let archive = try makeArchive(["a.pdf", "deep/b.pdf"], [1, 2, 3])
        try archive.write([1, 2, 3], to: "bad.pdf")
        let worker = try FakeWorker(
            """
            sleep 0.3
            perl -e 'rename($ARGV[0], $ARGV[1]) and symlink($ARGV[2], $ARGV[0])' \
                '\(archive.root)/box' '\(archive.folder.path)/taken' '\(archive.folder.path)/private'
            cat "$dir/good.$number"
            """)
        let run = try await archive.update { $0.extractorPath = worker.path }
        #expect(try archive.find("faithful") == ["bad.pdf"])
        #expect(run.report.failed + run.report.unsettled + run.report.symbolicLinks > 0)
        let next = try await archive.update { $0.extractorPath = worker.path }
        #expect(next.report.symbolicLinks == 1)
        #expect(next.report.documents == 0)
        #expect(try archive.find("faithful") == ["bad.pdf"])
    }

    @Test func aPlantedLinkLeadsToNothingThatOpenOrVerifyRead() async throws {
        let archive = try makeArchive([])
        let letter = TestDocument("letter", pages: ["an open letter"])
        try archive.write([letter], to: "box/a.zip")
        try await archive.update()
        let document = try archive.index.document("box/a.zip!/letter.pdf")
        // The same bytes, size and time: nothing but the way there is different.
        try FileManager.default.moveItem(atPath: archive.root + "/box", toPath: archive.folder.path + "/private")
        try FileManager.default.createSymbolicLink(
            atPath: archive.root + "/box", withDestinationPath: archive.folder.path + "/private")
        #expect(throws: DocSearchError.self) { try archive.index.file(of: document) }
        let findings = try archive.index.verifySources(options: .forTests)
        #expect(findings.map(\.kind) == [.unreadable])
    }

    @Test func aLinkIsFollowedWhereTheArchiveItselfWasMoved() async throws {
        let archive = try makeArchive(["a.pdf"])
        try await archive.update()
        try FileManager.default.moveItem(atPath: archive.root, toPath: archive.folder.path + "/moved")
        try FileManager.default.createSymbolicLink(
            atPath: archive.root, withDestinationPath: archive.folder.path + "/moved")
        #expect(try await archive.update([]).report.unchanged == 1)
    }
}
