import DocSearchTestSupport
import Foundation
import Testing

@testable import DocSearch

/// The parts of a package look like documents of their own once its description is gone.
@Suite("Packages without their description")
struct LostPackageTests {
    @Test(
        .enabled(if: WorseSampleTests.hasSamples, "Samples are not there"),
        arguments: [FileHarm.gone, .rootElement, .empty, .cutByHalf, .zeroedTail], [0, 1, 2])
    func nothingIsOfAnotherFormatWhileDocumentsAreKept(harm: FileHarm, turn: Int) async throws {
        let archive = try TestArchive()
        let bundles = try WorsePartTests.Bundle.all().filter { turn < $0.descriptions.count }
        for bundle in bundles { try bundle.write(to: archive, \.bytes) }
        try await archive.update { $0.jobs = 2 }
        let places = bundles.flatMap { [$0.zip, $0.folder] }
        let before = try Self.formats(archive, places)
        let known = Set(try archive.index.status().failures.map(\.reason))
        let lost = Set(bundles.map { $0.descriptions[turn] })
        for bundle in bundles {
            try bundle.write(to: archive) { lost.contains($0.name) ? harm.done(to: $0.bytes) : $0.bytes }
        }
        for isFull in [false, true] {
            try await archive.update { ($0.jobs, $0.full) = (2, isFull) }
            let failures = try archive.index.status().failures.filter {
                !known.contains($0.reason) && $0.reason.contains("was kept")
            }
            try #require(!failures.isEmpty)
            for (name, documents) in try Self.formats(archive, places)
            where failures.contains(where: { WorsePartTests.isIn(name, $0.path) }) {
                let former = try #require(before[name])
                for (path, format) in former { #expect(documents[path] == format, "\(path), \(isFull)") }
                #expect(Set(documents.keys).isSubset(of: former.keys), "\(name), \(isFull)")
            }
        }
    }

    /// By place and path.
    private static func formats(_ archive: TestArchive, _ places: [String]) throws -> [String: [String: String]] {
        var found: [String: String] = [:]
        try archive.index.forEachDocument { document, _ in found[document.path] = document.format }
        return Dictionary(
            uniqueKeysWithValues: places.map { place in
                (place, found.filter { WorsePartTests.isIn(place, $0.key) })
            })
    }

    @Test func aNewDocumentWaitsUntilThePackageIsTakenAsItIs() async throws {
        let archive = try TestArchive()
        func write(_ names: String..., contents: String?) throws {
            let core = "<dublin_core><dcvalue element=\"title\">Marsh</dcvalue></dublin_core>"
            let list = contents.map { [ZipWriter.Entry("contents", $0)] } ?? []
            let documents = names.map { ZipWriter.Entry($0, TestDocument("", pages: ["heron \($0)"]).pdf) }
            try archive.write(ZipWriter([.init("dublin_core.xml", core)] + list + documents).bytes, to: "item.zip")
        }
        func found() throws -> [String] { try archive.find("heron") { $0.showsCopies = true }.sorted() }
        try write("a.pdf", contents: "a.pdf\n")
        try await archive.update()
        #expect(try found() == ["item.zip!/a.pdf"])
        try write("a.pdf", "b.pdf", contents: nil)
        for _ in 1...2 {
            #expect(try await archive.update { $0.full = true }.report.standingFailures > 0)
            #expect(try found() == ["item.zip!/a.pdf"])
        }
        let reread = try await archive.reread(bundlesAt: "item.zip")
        #expect(reread.failures.isEmpty)
        #expect(try found() == ["item.zip!/a.pdf", "item.zip!/b.pdf"])
        #expect(try archive.find("heron format:zip") { $0.showsCopies = true }.count == 2)
    }

    /// `-format:bagit` may keep it from people.
    @Test func aBagThatIsAPlainZipNowIsOneUntilItIsReread() async throws {
        let archive = try TestArchive()
        let pdf = { (text: String) in TestDocument("", pages: [text]).pdf }
        let bag: [ZipWriter.Entry] = [
            .init("bagit.txt", "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n"),
            .init("manifest-sha256.txt", "ab  data/a.pdf\n"),
        ]
        try await archive.read(ZipWriter(bag + [.init("data/a.pdf", pdf("heron"))]).bytes, as: "bag.zip")
        try archive.write(
            ZipWriter([.init("data/a.pdf", pdf("heron")), .init("b.pdf", pdf("egret"))]).bytes, to: "bag.zip")
        let run = try await archive.update()
        #expect(run.failures.contains { $0.reason.contains("the bundle was bagit, and is zip") })
        #expect(try archive.find("heron OR egret format:zip").isEmpty)
        #expect(try archive.find("heron format:bagit").count == 1)
        try await archive.reread(bundlesAt: "bag.zip")
        #expect(try archive.find("egret format:zip") == ["bag.zip!/b.pdf"])
        #expect(try archive.find("heron format:zip") == ["bag.zip!/data/a.pdf"])
    }
}
