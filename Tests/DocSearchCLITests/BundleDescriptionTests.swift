import DocSearchTestSupport
import Foundation
import Testing

@Suite struct BundleDescriptionTests {
    private static let described = Result { () throws -> [String: JSON] in
        let lines = try Program().run(["bundles", "--json", BundleSamples.path], timeout: .seconds(300)).jsonLines()
        return try Dictionary(
            lines.map { (try #require($0["path"]?.string).dropFirst(BundleSamples.path.count + 1), $0) }
                .map { (String($0), $1) }, uniquingKeysWith: { first, _ in first })
    }

    private static let samples = BundleSamples.expected["samples"]?.elements ?? []
    private static let members = [
        ("title", "title"), ("author", "authors"), ("date", "date"), ("tags", "tags"), ("identifier", "identifier"),
        ("language", "language"), ("description", "description"),
    ]

    @Test func everySampleBundleAndNothingElseIsDescribed() throws {
        let files = Self.samples.compactMap { $0["file"]?.string } + BundleSamples.others.map(\.file)
        #expect(files.count > 60)
        #expect(try Self.described.get().keys.sorted() == files.sorted())
    }

    @Test(arguments: samples.compactMap { $0["file"]?.string })
    func bundleDescriptionSaysWhatAnIndexWouldHave(of file: String) throws {
        let bundle = try #require(try Self.described.get()[file])
        let sample = try #require(Self.samples.first { $0["file"]?.string == file })
        #expect(bundle["format"] == sample["format"])
        #expect(bundle["skipped"] == .null)
        let (found, expected) = (bundle["documents"]?.elements ?? [], sample["documents"]?.elements ?? [])
        #expect(
            found.compactMap { $0["entry"]?.string }.sorted() == expected.compactMap { $0["entry"]?.string }.sorted())
        for document in expected {
            let shown = found.first { $0["entry"] == document["entry"] }
            for (member, wanted) in Self.members {
                #expect(shown?[member] == document[wanted], "\(document["entry"]?.string ?? ""): \(member)")
            }
            if shown?["has_content"] == .bool(true) { #expect(shown?["page_count"] == document["page_count"]) }
        }
    }

    @Test(arguments: BundleSamples.others)
    func bundleDescriptionSaysWhatIsWrongWithDamagedSamples(_ other: BundleSamples.Other) throws {
        let bundle = try #require(try Self.described.get()[other.file])
        #expect((bundle["skipped"]?.string != nil) == (other.outcome == "skipped"))
        let problems = bundle["problems"]?.elements ?? []
        #expect(problems.map { $0["code"] } == (other.outcome == "skipped" ? [] : [other.expected["code"]]))
        if let name = other.expected["names"]?.string {
            #expect(problems.first?["entry"]?.string?.contains(name) == true)
        }
    }

    // MARK: - Symbolic links

    @Test(arguments: [[], ["--json"], ["--metadata-only"]])
    func bundlesCommandCountsTheLinksThatItDoesNotFollow(options: [String]) throws {
        let program = try Program()
        let manager = FileManager.default
        let pdf = try SampleArchive.bytes("minutes/1931-council-minutes.pdf")
        try program.folder.write(pdf, to: "archive/a.pdf")
        try program.folder.write(pdf, to: "outside/b.pdf")
        try program.folder.write("BagIt-Version: 1.0\n".utf8, to: "archive/bag/bagit.txt")
        try program.folder.write(pdf, to: "archive/bag/data/c.pdf")
        let (archive, outside) = (program.folder.path + "/archive", program.folder.path + "/outside")
        func run() throws -> Outcome { try program.run(["bundles"] + options + [archive]) }
        #expect(try run().errors.isEmpty)
        try manager.createSymbolicLink(atPath: archive + "/b.pdf", withDestinationPath: outside + "/b.pdf")
        let one = try run()
        #expect(one.exitCode == 0)
        #expect(one.errors == "1 symbolic link was not followed.\n")
        try manager.createSymbolicLink(atPath: archive + "/folder", withDestinationPath: outside)
        try manager.createSymbolicLink(atPath: archive + "/bag/data/loop", withDestinationPath: archive)
        let three = try run()
        #expect(three.exitCode == 0)
        #expect(three.errors == "3 symbolic links were not followed.\n")
        #expect(!three.output.contains("b.pdf"))
        let indexed = try program.run(["index", "--ocr", "never", archive])
        #expect(indexed.errors.contains("3 symbolic links were not followed"), "as many as an index counts")
        #expect(try program.run(["bundles", "--quiet"] + options + [archive]).errors.isEmpty)
        #expect(
            try program.run(["bundles"] + options + [archive + "/folder"]).errors.isEmpty, "a named one is followed")
    }
}
