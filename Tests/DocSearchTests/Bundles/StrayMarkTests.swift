import DocSearch
import DocSearchTestSupport
import Foundation
import Testing

/// With the real worker: what makes a folder a bundle is in its files.
@Suite("A stray file with the name of a bundle's mark")
struct StrayMarkTests {
    private static let names = (1...12).map { "\($0).pdf" }
    private static let declaration = Array("BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n".utf8)

    /// More documents than may vanish without a word.
    private func makeArchive(_ folder: String = "box/") throws -> TestArchive {
        let archive = try TestArchive()
        for name in Self.names { try archive.write(["heron number \(name)"], to: folder + name) }
        return archive
    }

    /// Nothing may be read.
    private func idle(_ archive: TestArchive) async throws -> TestRun {
        try await archive.update([]) { $0.extractorPath = "/bin/false" }
    }

    @Test(arguments: ["box/", ""], ["bagit.txt", "mets.xml", "0=ocfl_object_1.0"])
    func aStrayMarkerFileEmptiesNoFolder(folder: String, name: String) async throws {
        let archive = try makeArchive(folder)
        try await archive.update()
        try archive.write(Self.declaration, to: folder + name)
        let run = try await archive.update([])
        #expect(run.report.removed == 0)
        #expect(run.report.new == 0)
        #expect(run.report.changed == 0)
        #expect(run.report.unchanged == 12)
        #expect(run.report.bundles == 12)
        #expect(try archive.find("heron").count == 12)
        // The answer is remembered, as long as nothing changes.
        let next = try await idle(archive)
        #expect(next.report.unchanged == 12)
        #expect(next.report.bundles == 12)
        #expect(next.report.failed == 0)
        #expect(try archive.index.status().bundles == 12)
        try archive.write(["heron number 13"], to: folder + "13.pdf")
        #expect(try await archive.update([]).report.new == 1)
        try archive.remove(folder + name)
        let without = try await idle(archive)
        #expect(without.report.unchanged == 13)
        #expect(without.report.removed == 0)
    }

    /// A root is taken for one bundle by its names at first, and paths below it are then others.
    @Test func aStrayMarkerFileKeepsNoScanFromBeingRecognized() async throws {
        let archive = try TestArchive()
        let image = SampleArchive.samples + "/bundles/image-alone.png"
        try archive.write(try Data(contentsOf: URL(fileURLWithPath: image)), to: "page.png")
        try archive.write(Self.declaration, to: "bagit.txt")
        let run = try await archive.update { $0.ocr = .auto }
        #expect(run.report.failed == 0, "\(run.failures)")
        #expect(run.report.recognized == 1, "\(run.failures)")
    }

    /// With a payload it is a bag, though its manifest is lost.
    @Test func aMarkerFileIsBelievedOnceWhatItPromisesIsThere() async throws {
        let archive = try TestArchive()
        for name in Self.names { try archive.write(["heron number \(name)"], to: "box/data/" + name) }
        #expect(try await archive.update().report.new == 12)
        try archive.write(Self.declaration, to: "box/bagit.txt")
        let run = try await archive.update([])
        #expect(run.report.readAsBundles.map { [$0.path, $0.format] } == [["box", "bagit"]])
        #expect(run.report.removed == 12, "the same documents are in the bag")
        #expect(run.report.warnings.isEmpty, "the same documents are in the bag")
        #expect(try Set(archive.find("heron")) == Set(Self.names.map { "box!/data/\($0)" }))
        let next = try await idle(archive)
        #expect(next.report.unchanged == 1, "said once")
        #expect(next.report.readAsBundles.isEmpty, "said once")
    }

    @Test func aStrayMETSFileHidesNothingThatItDoesNotName() async throws {
        let archive = try TestArchive()
        try archive.write(["heron in the open"], to: "box/a.pdf")
        try archive.write(["heron in the deep"], to: "box/deep/b.pdf")
        try archive.write([TestDocument("c", pages: ["heron in a zip"])], to: "box/c.zip")
        let samples = SampleArchive.samples + "/bundles/"
        for name in ["image-alone.png", "mail-one.eml"] {
            try archive.write(try Data(contentsOf: URL(fileURLWithPath: samples + name)), to: "box/" + name)
        }
        try await archive.update()
        let before = try archive.contents()
        try archive.write(Array(StrayMark.mets(naming: "a.pdf").utf8), to: "box/mets.xml")
        let run = try await archive.update([])
        #expect(run.report.readAsBundles.map { [$0.path, $0.format] } == [["box", "mets"]])
        #expect(try archive.find("heron").count == 3)
        #expect(try archive.contents().isSuperset(of: before))
        #expect(run.report.removed == 5)
        #expect(run.report.warnings.isEmpty)
    }

    @Test func aStrayMarkerFileTakesNoMoreDocumentsThanMayVanish() async throws {
        let archive = try TestArchive()
        let image = try Data(contentsOf: URL(fileURLWithPath: SampleArchive.samples + "/bundles/image-alone.png"))
        for number in 1...12 { try archive.write(image + Data("\(number)".utf8), to: "box/page \(number).png") }
        try await archive.update()
        try archive.write(Array("<ComicInfo><Title>Badger</Title></ComicInfo>".utf8), to: "box/ComicInfo.xml")
        for _ in 1...2 {
            let run = try await archive.update([])
            #expect(run.report.removed == 0, "\(run.report.warnings)")
            #expect(run.report.warnings.count == 1, "\(run.report.warnings)")
            #expect(run.report.warnings.first?.message.contains("\"box\"") == true)
            #expect(try archive.index.status().bundles == 13)
        }
        let run = try await archive.update([]) { $0.pruneLimit = 1 }
        #expect(run.report.removed == 12)
        #expect(run.report.warnings.isEmpty)
    }

    @Test func aDamagedMarkerFileIsReportedAndKeepsNothingFromBeingRead() async throws {
        let archive = try makeArchive()
        try await archive.update()
        let mets = StrayMark.mets(naming: "1.pdf")
        try archive.write(Array(mets.utf8.prefix(200)), to: "box/mets.xml")
        try archive.write(["heron number 13"], to: "box/13.pdf")
        let run = try await archive.update([])
        #expect(run.failures.map(\.path) == ["box!/mets.xml"])
        #expect(run.report.new == 1)
        #expect(run.report.removed == 0)
        #expect(try archive.find("heron").count == 13)
        #expect(try archive.index.status().documents == 13)
        let next = try await idle(archive)
        #expect(next.report.unchanged == 13)
        #expect(next.report.standingFailures == 1)
        #expect(try archive.find("heron").count == 13)
        #expect(try archive.index.status().documents == 13)
    }
}

extension TestArchive {
    /// The content hashes of all documents.
    func contents() throws -> Set<String> {
        var request = SearchRequest("-zqzqzq")
        (request.limit, request.showsCopies) = (1000, true)
        // A record has the hash of whatever bundle it is in.
        return Set(try index.search(request).hits.map(\.document).filter(\.hasContent).map(\.contentHash))
    }
}
