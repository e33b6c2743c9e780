import DocSearchTestSupport
import Foundation
import GRDB
import Testing

@testable import DocSearch

/// Descriptions of documents are moved with them, and damaged or deleted before the next run.
@Suite("Descriptions that are moved and damaged in one night")
struct MovedDescriptionTests {
    private static let harms: [FileHarm] = [.cutByHalf, .zeroed, .empty, .gone]

    // MARK: Beside a PDF

    private static let sidecar = Array(#"{"title": "Marsh survey", "tags": ["heron"], "date": "1931-04-22"}"#.utf8)
    private static let record = Array(
        ("<dc xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><dc:title>Marsh survey</dc:title>"
            + "<dc:subject>heron</dc:subject><dc:date>1931-04-22</dc:date></dc>").utf8)

    @Test(arguments: harms, ["json", "xml"])
    func aPDFStaysAsItsSidecarDescribedIt(harm: FileHarm, ending: String) async throws {
        let archive = try TestArchive()
        let sidecar = ending == "json" ? Self.sidecar : Self.record
        try archive.write(["an egret"], to: "a.pdf")
        try archive.write(sidecar, to: "a.\(ending)")
        try archive.write(["a kestrel"], to: "k.pdf")
        try await Self.index(archive)
        let before = try Self.facts(archive, of: "a.pdf")
        try #require(before.contains("Marsh survey") && before.contains("heron"))
        try archive.move("a.pdf", to: "deep/b.pdf")
        try archive.move("a.\(ending)", to: "deep/b.\(ending)")
        try harm.harm(archive, "deep/b.\(ending)")
        for isFull in [false, true] {
            let run = try await archive.update { $0.full = isFull }
            #expect(try Self.facts(archive, of: "deep/b.pdf") == before, "\(isFull)")
            #expect(run.report.standingFailures > 0, "\(isFull)")
            #expect(run.removed.isEmpty)
        }
        // A good copy comes back.
        #expect(try await archive.read(sidecar, as: "deep/b.\(ending)").report.standingFailures == 0)
        #expect(try Self.facts(archive, of: "deep/b.pdf") == before)
    }

    @Test func aPDFThatIsCutKeepsItsTextWithASidecarToo() async throws {
        let archive = try TestArchive()
        try archive.write(["an egret one", "an egret two"], to: "a.pdf")
        try archive.write(Self.sidecar, to: "a.json")
        try archive.write(["a kestrel"], to: "k.pdf")
        try await Self.index(archive)
        let before = try Self.facts(archive, of: "a.pdf")
        for ending in ["pdf", "json"] { try archive.move("a.\(ending)", to: "b.\(ending)") }
        try FileHarm.cutByHalf.harm(archive, "b.pdf")
        let run = try await archive.update()
        #expect(run.report.moved == 1 && run.report.standingFailures > 0)
        #expect(try archive.find("two") == ["b.pdf"])
        #expect(try Self.facts(archive, of: "b.pdf") == before)
    }

    /// Damaged in the night of the move, or kept since the one before it.
    @Test(arguments: [true, false])
    func whatIsDamagedStaysWhenTheWholeArchiveIsMoved(isKept: Bool) async throws {
        let archive = try TestArchive()
        try archive.write(["an egret one", "an egret two"], to: "a.pdf")
        try archive.write(Self.sidecar, to: "a.json")
        try archive.write(["an avocet one", "an avocet two"], to: "box/b.pdf")
        try archive.write(["a kestrel"], to: "k.pdf")
        try await Self.index(archive)
        try FileHarm.cutByHalf.harm(archive, "box/b.pdf")
        try FileHarm.gone.harm(archive, "a.json")
        if isKept { try await archive.update() }
        try #require(rename(archive.root, archive.root + "-new") == 0)
        #expect(try await archive.update([archive.root + "-new"]).report.standingFailures > 0)
        try archive.index.remove(DocumentReference(archive.root))
        #expect(try archive.find("avocet") == ["box/b.pdf"])
        #expect(try archive.find("tag:heron") == ["a.pdf"])
        #expect(try archive.index.document("a.pdf").title == "Marsh survey")
    }

    @Test(arguments: [true, false])
    func aSidecarThatIsDeletedTakesNothingAlong(isZip: Bool) async throws {
        let archive = try TestArchive()
        func write(withSidecar isThere: Bool) throws {
            let pdf = TestDocument("", pages: ["an egret"]).pdf
            guard isZip else {
                try archive.write(pdf, to: "a.pdf")
                return isThere ? _ = try archive.write(Self.sidecar, to: "a.json") : try archive.remove("a.json")
            }
            let entries: [ZipWriter.Entry] = [.init("a.pdf", pdf)] + (isThere ? [.init("a.json", Self.sidecar)] : [])
            try archive.write(ZipWriter(entries).bytes, to: "box.zip")
        }
        let path = isZip ? "box.zip!/a.pdf" : "a.pdf"
        try write(withSidecar: true)
        try await Self.index(archive)
        let before = try Self.facts(archive, of: path)
        try write(withSidecar: false)
        for isFull in [false, true] {
            let run = try await archive.update { $0.full = isFull }
            #expect(try Self.facts(archive, of: path) == before, "\(isFull)")
            #expect(run.report.standingFailures == 1, "\(isFull)")
        }
        try await archive.reread(path)
        #expect(try !Self.facts(archive, of: path).contains("Marsh survey"))
        #expect(try await archive.update { $0.full = true }.report.standingFailures == 0)
    }

    /// A person takes out what it said.
    @Test func aSidecarThatSaysLessIsTakenAsItIs() async throws {
        let archive = try TestArchive()
        try archive.write(["an egret"], to: "a.pdf")
        try await archive.read(Self.sidecar, as: "a.json")
        let run = try await archive.read(#"{"tags": ["heron"]}"#.utf8, as: "a.json")
        #expect(run.report.standingFailures == 0)
        #expect(try !Self.facts(archive, of: "a.pdf").contains("Marsh survey"))
    }

    /// A file that describes several documents is not about one alone.
    @Test func aZipThatGetsASecondPDFHasLostNoDescription() async throws {
        let archive = try TestArchive()
        let pdf = TestDocument("", pages: ["an egret"]).pdf
        var entries: [ZipWriter.Entry] = [.init("a.pdf", pdf), .init("metadata.json", Self.sidecar)]
        try await archive.read(ZipWriter(entries).bytes, as: "box.zip")
        #expect(try Self.facts(archive, of: "box.zip!/a.pdf").contains("Marsh survey"))
        entries.append(.init("b.pdf", TestDocument("", pages: ["a heron"]).pdf))
        #expect(try await archive.read(ZipWriter(entries).bytes, as: "box.zip").report.standingFailures == 0)
        #expect(try !Self.facts(archive, of: "box.zip!/a.pdf").contains("Marsh survey"))
    }

    // MARK: Packages

    @Test(
        .enabled(if: WorseSampleTests.hasSamples, "Samples are not there"), arguments: harms,
        ["other", "deep/box", "0/other"])
    func aPackageStaysAsItWasDescribed(harm: FileHarm, place: String) async throws {
        let archive = try TestArchive()
        try GoneDescriptionTests.Gone.metsOfImages.write(to: archive, isFolder: true, isWhole: true)
        try archive.write(["a kestrel"], to: "k.pdf")
        try await Self.index(archive)
        let before = try Self.facts(archive, below: "box")
        try #require(!before.isEmpty)
        try archive.move("box", to: place)
        try harm.harm(archive, "\(place)/mets.xml")
        for isFull in [false, true] {
            let run = try await archive.update { $0.full = isFull }
            #expect(try Self.facts(archive, below: place) == before, "\(isFull)")
            #expect(run.report.standingFailures > 0, "\(isFull)")
            #expect(run.report.moved == (isFull ? 0 : 1))
            #expect(run.removed.isEmpty)
        }
    }

    @Test(
        .enabled(if: WorseSampleTests.hasSamples, "Samples are not there"), arguments: ["other", "deep/box", "0/other"])
    func aPackageThatIsKeptMayBeMovedLater(place: String) async throws {
        let archive = try TestArchive()
        try GoneDescriptionTests.Gone.metsOfImages.write(to: archive, isFolder: true, isWhole: true)
        try archive.write(["a kestrel"], to: "k.pdf")
        try await Self.index(archive)
        let before = try Self.facts(archive, below: "box")
        try #require(!before.isEmpty)
        try archive.remove("box/mets.xml")
        #expect(try await archive.update().report.standingFailures > 0)
        try archive.move("box", to: place)
        for isFull in [false, true] {
            let run = try await archive.update { $0.full = isFull }
            #expect(try Self.facts(archive, below: place) == before, "\(isFull)")
            #expect(run.report.standingFailures > 0, "\(isFull)")
        }
    }

    /// A folder that has got other files is not the same.
    @Test(.enabled(if: WorseSampleTests.hasSamples, "Samples are not there"))
    func aFolderThatIsMovedAndFilledAnewIsWhatItHas() async throws {
        let archive = try TestArchive()
        try GoneDescriptionTests.Gone.metsOfImages.write(to: archive, isFolder: true, isWhole: true)
        try archive.write(["a kestrel"], to: "k.pdf")
        try await Self.index(archive)
        try archive.move("box", to: "other")
        for name in ["mets.xml", "images", "ALTO"] { try archive.remove("other/\(name)") }
        let run = try await archive.read(["an egret"], as: "other/e.pdf")
        #expect(run.removed == ["box"])
        #expect(run.report.standingFailures == 0)
        #expect(try archive.find("egret") == ["other/e.pdf"])
    }

    @Test(
        .enabled(if: WorseSampleTests.hasSamples, "Samples are not there"),
        arguments: ["manifest.json", "mets.xml", "ComicInfo.xml"], [true, false])
    func aZipStaysAsItWasDescribed(description: String, isZeroed: Bool) async throws {
        let archive = try TestArchive()
        let sample =
            switch description {
            case "manifest.json": "paperless-whole.zip"
            case "mets.xml": "mets-images.zip"
            default: "comic-mole.cbz"
            }
        let files = try WorsePartTests.Bundle.files(of: sample)
        let ending = (sample as NSString).pathExtension
        func bytes(isWhole: Bool) -> [UInt8] {
            let left = files.map { file in
                let isHarmed = !isWhole && file.name.hasSuffix(description)
                return ZipWriter.Entry(
                    file.name,
                    isHarmed ? isZeroed ? [UInt8](repeating: 0, count: file.bytes.count) : [] : file.bytes)
            }
            return ZipWriter(left).bytes
        }
        try archive.write(bytes(isWhole: true), to: "a.\(ending)")
        try archive.write(["a kestrel"], to: "k.pdf")
        try await Self.index(archive)
        let before = try Self.facts(archive, below: "a.\(ending)")
        try #require(!before.isEmpty)
        try archive.move("a.\(ending)", to: "b.\(ending)")
        try archive.rewrite("b.\(ending)") { _ in bytes(isWhole: false) }
        for isFull in [false, true] {
            let run = try await archive.update { $0.full = isFull }
            #expect(try Self.facts(archive, below: "b.\(ending)") == before, "\(isFull)")
            #expect(run.report.standingFailures > 0, "\(isFull)")
            #expect(run.removed.isEmpty)
        }
    }

    /// The files are clearly older than what the index has.
    private static func index(_ archive: TestArchive) async throws {
        try await archive.update()
        let database = try archive.database("index.sqlite")
        try await database.write { db in try db.execute(sql: "UPDATE document SET indexed = indexed + 10") }
        try database.close()
    }

    private static func facts(_ archive: TestArchive, of path: String) throws -> [String] {
        let document = try archive.index.document(DocumentReference(path))
        return [document.title, document.format, document.identifier ?? "", document.summary ?? ""]
            + document.tags.sorted() + document.authors + [document.date.map { "\($0)" } ?? ""]
    }

    /// By what the documents' paths are within the bundle.
    private static func facts(_ archive: TestArchive, below bundle: String) throws -> [String: [String]] {
        var paths: [String] = []
        try archive.index.forEachDocument { document, _ in paths.append(document.path) }
        let within = paths.filter { $0 == bundle || $0.hasPrefix(bundle + "!/") || $0.hasPrefix(bundle + "/") }
        return Dictionary(
            try within.map { (String($0.dropFirst(bundle.count)), try facts(archive, of: $0)) },
            uniquingKeysWith: { first, _ in first })
    }
}
