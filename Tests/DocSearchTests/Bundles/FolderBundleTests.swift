import DocSearch
import ExtractionProtocol
import Foundation
import Testing

/// With a worker that reads every bundle as one page, so that it does not matter what is in the files.
@Suite("A folder that is a bundle")
struct FolderBundleTests {
    private func run(
        _ archive: TestArchive, _ paths: [String]? = nil, _ change: (inout IndexingOptions) -> Void = { _ in }
    ) async throws -> TestRun {
        let worker = try FakeWorker("cat \"$dir/good.$number\"")
        return try await archive.update(paths) {
            $0.extractorPath = worker.path
            change(&$0)
        }
    }

    /// Nothing may be read.
    private func idle(_ archive: TestArchive, _ paths: [String]? = nil) async throws -> TestRun {
        try await archive.update(paths) { $0.extractorPath = "/bin/false" }
    }

    private func write(_ names: [String], to archive: TestArchive, _ folder: String = "box") throws {
        for name in names { try archive.write(Array(name.utf8), to: "\(folder)/\(name)") }
    }

    @Test(arguments: [
        ["bagit.txt"], ["0=ocfl_object_1.0"], ["dublin_core.xml", "contents"], ["manifest.json", "metadata.json"],
        ["book_meta.xml", "book_files.xml"], ["mets.xml"], ["METS.XML"], ["issue_mets.xml"], ["mets-1931.xml"],
        ["ComicInfo.xml"], ["comicinfo.XML"],
    ])
    func aFolderThatIsABundleIsKnownByTheNamesInIt(marks: [String]) async throws {
        let archive = try TestArchive()
        try write(marks + ["a.pdf", "deep/b.pdf", "deep/er/c.zip"], to: archive)
        try write(["d.pdf"], to: archive, "beside")
        #expect(try await run(archive).started == ["beside/d.pdf", "box"])
        #expect(try archive.find("faithful").contains("box"))
        #expect(try await idle(archive).report.unchanged == 2)
    }

    typealias Row = (names: [String], started: [String])

    static let rows: [Row] = {
        let ordinary: [[String]] = [
            [], ["bagit.txt.old"], ["contents"], ["dublin_core.xml"], ["manifest.json"], ["metadata.json"],
            ["book_meta.xml", "other_files.xml"], ["mets.txt"], ["comic.xml"], ["page.hocr"], [".hidden/bagit.txt"],
            ["below/bagit.txt.d/x"],
        ]
        var rows: [Row] = ordinary.map { ($0 + ["a.pdf", "deep/b.pdf"], ["box/a.pdf", "box/deep/b.pdf"]) }
        // Page images with texts, without a PDF to which the texts would belong.
        rows.append((["1.png", "1.hocr", "2.png", "2.hocr"], ["box"]))
        for name in ["hocr.html", "page_hocr.html", "page.hocr.htm", "Page-HOCR.HTML"] {
            rows += [(["page.png", name], ["box"]), (["page.png", name, "page.pdf"], ["box/page.pdf"])]
        }
        for name in ["page.html", "hocr.txt", "hocr.html.txt", "chocr.html", "hocr", "a_hocr.html.d/x", "hocrs.html"] {
            rows.append((["page.png", name], ["box/page.png"]))
        }
        // A document of Yiana that was unpacked, and more than that.
        let yiana: [Row] = [
            (["content.pdf"], ["box"]), (["content.pdf", "format.json"], ["box"]), (["format.json"], ["box"]),
            (["content.pdf", "format.json", "notes.txt", ".DS_Store"], ["box"]),
            (["content.pdf", "other.pdf"], ["box/content.pdf", "box/other.pdf"]),
            (["content.pdf", "page.png"], ["box/content.pdf", "box/page.png"]),
            (["content.pdf", "below/a.zip"], ["box/below/a.zip", "box/content.pdf"]),
            (["format.json", "below/a.pdf"], ["box/below/a.pdf"]), (["format.json", "a.zip"], ["box/a.zip"]),
            (["content.pdf/a.pdf"], ["box/content.pdf/a.pdf"]), (["Content.pdf"], ["box/Content.pdf"]),
        ]
        return rows + yiana.map { ($0.names + ["metadata.json"], $0.started) }
    }()

    @Test(arguments: rows)
    func namesTellWhetherAFolderIsReadAsAWhole(names: [String], started: [String]) async throws {
        let archive = try TestArchive()
        try write(names, to: archive)
        #expect(try await run(archive).started == started)
        #expect(try await idle(archive).report.unchanged == started.count)
    }

    /// Older exports of Paperless-ngx have a `version.json` or nothing beside the manifest.
    @Test(arguments: [["a.pdf"], ["version.json", "originals/a.pdf"], ["originals/a.pdf"]])
    func anExportIsKnownByItsManifest(names: [String]) async throws {
        let archive = try TestArchive()
        try write(names, to: archive)
        try archive.write(Array("[{\"model\": \"documents.tag\", \"pk\": 1}]".utf8), to: "box/manifest.json")
        #expect(try await run(archive).started == ["box"])
    }

    @Test func aFolderWithLinksForYianasFilesIsNoBundle() async throws {
        let archive = try TestArchive()
        try write(["metadata.json", "real/a.pdf"], to: archive)
        try FileManager.default.createSymbolicLink(
            atPath: archive.root + "/box/content.pdf", withDestinationPath: archive.root + "/box/real/a.pdf")
        let run = try await run(archive)
        #expect(run.started == ["box/real/a.pdf"])
        #expect(run.report.symbolicLinks == 1)
    }

    /// Yiana saves through a folder that is named by a UUID.
    @Test func aFolderLeftOverFromSavingInYianaIsNoBundle() async throws {
        let archive = try TestArchive()
        try write(["letter.yianazip"], to: archive)
        try write(["metadata.json", "content.pdf"], to: archive, "box/\(UUID().uuidString)")
        #expect(try await run(archive).started == ["box/letter.yianazip"])
    }

    @Test(arguments: [
        "box/data/a.pdf", "box/data/new.txt", "box/.hidden", "box/data/deep/er/new.bin", "box/bagit.txt",
    ])
    func aFolderBundleIsReadAgainWhenAFileOfItChangesOrComes(name: String) async throws {
        let archive = try TestArchive()
        try write(["bagit.txt", "data/a.pdf", "data/b.txt"], to: archive)
        _ = try await run(archive)
        try archive.write(Array("another".utf8), to: name)
        let after = try await run(archive)
        #expect(after.report.changed == 1)
        #expect(after.report.new == 0)
        #expect(after.started == ["box"])
        #expect(try await idle(archive).report.unchanged == 1)
    }

    @Test func aFolderBundleIsReadAgainWhenAFileGoesOrTwoChangePlaces() async throws {
        let archive = try TestArchive()
        try write(["bagit.txt", "data/a.txt", "data/b.txt", "data/c.txt"], to: archive)
        _ = try await run(archive)
        try archive.remove("box/data/c.txt")
        #expect(try await run(archive).report.changed == 1)
        let manager = FileManager.default
        let folder = archive.root + "/box/data/"
        for (from, to) in [("a", "x"), ("b", "a"), ("x", "b")] {
            try manager.moveItem(atPath: folder + from + ".txt", toPath: folder + to + ".txt")
        }
        #expect(try await run(archive).report.changed == 1, "the same files under each other's names")
    }

    @Test func aFolderBundleKeepsItsDocumentWhenItIsMoved() async throws {
        let archive = try TestArchive()
        try write(["bagit.txt", "data/a.pdf"], to: archive)
        try write(["b.pdf"], to: archive, "other")
        _ = try await run(archive)
        let id = try archive.index.document("box").id
        try FileManager.default.moveItem(atPath: archive.root + "/box", toPath: archive.root + "/other/box")
        let moved = try await idle(archive)
        #expect(moved.report.moved == 1)
        #expect(moved.report.removed == 0)
        #expect(moved.report.new == 0)
        #expect(try archive.index.document("other/box").id == id)
        try archive.remove("other/box")
        #expect(try await run(archive).removed == ["other/box"])
    }

    @Test func aFolderBundleTakesThePlaceOfTheBundlesInIt() async throws {
        let archive = try TestArchive()
        let names = (1...15).map { "data/\($0).pdf" }
        try write(names, to: archive)
        _ = try await run(archive)
        try write(["bagit.txt"], to: archive)
        let after = try await run(archive) { $0.pruneLimit = 1 }
        #expect(after.started == ["box"])
        #expect(after.report.removed == 15)
        #expect(after.report.warnings.isEmpty)
        #expect(try archive.find("faithful") == ["box"])
        try archive.remove("box/bagit.txt")
        let back = try await run(archive)
        #expect(back.report.new == 15)
        #expect(back.removed == ["box"])
        #expect(try archive.find("faithful").count == 15)
    }

    @Test func aFolderBundleLeavesTheBundlesInItAloneUntilItCanBeRead() async throws {
        let archive = try TestArchive()
        try write(["data/a.pdf"], to: archive, "bad")
        let faithful = try FakeWorker("cat \"$dir/good.$number\"")
        try await archive.update { $0.extractorPath = faithful.path }
        try write(["bagit.txt"], to: archive, "bad")
        let failing = try FakeWorker("exit 3")
        let run = try await archive.update { $0.extractorPath = failing.path }
        #expect(run.report.failed == 1)
        #expect(run.report.removed == 0)
        #expect(try archive.find("faithful") == ["bad/data/a.pdf"])
    }

    @Test(arguments: ["box", "box/data", "box/data/deep", "box/data/a.pdf", "box/bagit.txt"])
    func aFolderBundleIsLookedAtAsAWholeWhenAPartOfItIsNamed(part: String) async throws {
        let archive = try TestArchive()
        try write(["bagit.txt", "data/a.pdf", "data/deep/b.pdf"], to: archive)
        try write(["c.pdf"], to: archive, "beside")
        _ = try await run(archive)
        try write(["data/a.pdf", "data/more.pdf"], to: archive)
        try archive.remove("beside/c.pdf")
        let after = try await run(archive, [archive.root + "/" + part])
        #expect(after.started == ["box"])
        #expect(after.report.removed == 0)
        #expect(try archive.index.status().roots == [archive.root])
        #expect(try await idle(archive, [archive.root + "/" + part]).report.unchanged == 1)
    }

    @Test func aFolderBundleMayBeARoot() async throws {
        let archive = try TestArchive()
        try write(["bagit.txt", "data/a.pdf"], to: archive)
        try write(["c.pdf"], to: archive, "beside")
        let path = archive.root + "/box"
        #expect(try await run(archive, [path]).started == ["box"])
        let document = try archive.index.document("box")
        #expect(try archive.index.location(of: document) == path)
        #expect(try await idle(archive, []).report.unchanged == 1)
        #expect(try await run(archive, [path + "/data"]).report.unchanged == 1)
        #expect(try archive.index.status().roots == [path])
        // The folder around it becomes a root.
        let all = try await run(archive)
        #expect(all.report.unchanged == 1)
        #expect(all.report.new == 1)
        #expect(all.report.removed == 0)
        #expect(try archive.index.document("box").id == document.id)
        #expect(try archive.index.status().roots == [archive.root])
    }

    @Test func aRootMayBecomeABundleAndCeaseToBeOne() async throws {
        let archive = try TestArchive()
        try archive.write([1], to: "a.pdf")
        try archive.write([2], to: "data/b.pdf")
        _ = try await run(archive)
        let mark = try archive.write([3], to: "bagit.txt")
        let name = (archive.root as NSString).lastPathComponent
        let dry = try await run(archive, []) { $0.dryRun = true }
        #expect(dry.report.new == 1, "what the folder is has not been seen")
        #expect(dry.report.removed == 0, "what the folder is has not been seen")
        let become = try await run(archive, [])
        #expect(become.started == [name])
        #expect(become.report.removed == 2)
        #expect(become.report.warnings.isEmpty)
        #expect(try archive.find("faithful") == [name])
        #expect(try await idle(archive, []).report.unchanged == 1)
        try FileManager.default.removeItem(atPath: mark)
        let back = try await run(archive, [])
        #expect(back.started == ["a.pdf", "data/b.pdf"])
        #expect(back.removed == [name])
        #expect(try await idle(archive, []).report.unchanged == 2)
    }

    @Test func aFolderBundleThatIsNamedAbsorbsTheRootsInIt() async throws {
        let archive = try TestArchive()
        try write(["bagit.txt", "data/a.pdf"], to: archive)
        _ = try await run(archive, [archive.root + "/box/data"])
        #expect(try archive.find("faithful") == ["a.pdf"])
        let whole = try await run(archive, [archive.root + "/box"])
        #expect(whole.started == ["box"])
        #expect(whole.report.removed == 1)
        #expect(try archive.index.status().roots == [archive.root + "/box"])
        #expect(try archive.find("faithful") == ["box"])
    }
}

extension TestRun {
    /// The bundles that were taken in hand, in the order of their paths.
    var started: [String] {
        events.compactMap { event in
            guard case .started(let bundle) = event else { return nil }
            return bundle
        }.sorted()
    }
}
