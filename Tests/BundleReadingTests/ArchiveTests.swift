import DocSearchTestSupport
import ExtractionProtocol
import Testing

@testable import BundleReading

/// Tars, compressed or not, and 7z.
@Suite struct ArchiveTests {
    private typealias Entry = ArchiveWriter.Entry

    private func open(
        _ entries: [Entry], _ format: ArchiveWriter.Format, _ limits: ExtractionLimits = ExtractionLimits()
    ) throws -> OpenedBundle {
        try openBundle(ArchiveWriter.bytes(entries, format), limits: limits)
    }

    private static func pdf(_ number: Int) -> [UInt8] { Fixture.pdf + Array("\(number)\n".utf8) }

    @Test(arguments: ArchiveWriter.Format.allCases)
    func tarsAndSevenZipsGiveTheirDocumentsInAnyOrder(format: ArchiveWriter.Format) throws {
        var entries = (1...40).map { Entry("letters/\($0).pdf", Self.pdf($0)) }
        entries.append(Entry("letters/7.json", #"{"title":"The Seventh"}"#))
        let bundle = try open(entries, format)
        #expect(bundle.format == (format == .sevenZip ? .sevenZip : .tar))
        #expect(bundle.problems.isEmpty)
        #expect(bundle.documents.map(\.entry).sorted() == (1...40).map { "letters/\($0).pdf" }.sorted())
        for document in bundle.documents.reversed() {
            let number = try #require(Int(document.entry.dropFirst(8).dropLast(4)))
            #expect(try bytes(of: bundle.pdf(of: document)) == Self.pdf(number))
        }
        #expect(bundle.documents.first { $0.entry == "letters/7.pdf" }?.metadata.title == "The Seventh")
    }

    @Test(arguments: ArchiveWriter.Format.allCases, LayoutFixture.tops)
    func tarsAndSevenZipsHoldBags(format: ArchiveWriter.Format, top: String) throws {
        let bundle = try open(LayoutFixture.bag.map { Entry(top + $0.0, $0.1) }, format)
        #expect(bundle.format == .bagit)
        #expect(bundle.problems.isEmpty)
        #expect(bundle.documents.map(\.metadata.title) == ["Letter on Rooks"])
    }

    @Test func tarEntriesHaveNamesWithoutADotBeforeThem() throws {
        let bundle = try open([.folder("./"), Entry("./bagit.txt", "x"), Entry("./a/b.pdf", Fixture.pdf)], .gzip)
        #expect(bundle.documents.map(\.entry) == ["a/b.pdf"])
    }

    @Test(arguments: ArchiveWriter.Format.allCases)
    func tarsAndSevenZipsKeepNamesInAnyScript(format: ArchiveWriter.Format) throws {
        let long = String(repeating: "lange Namen/", count: 20) + "Büro für 書類.pdf"
        #expect(try open([Entry(long, Fixture.pdf)], format).documents.map(\.entry) == [long])
    }

    // MARK: - Hostile ones

    @Test(arguments: ArchiveWriter.Format.allCases)
    func tarsAndSevenZipsFollowNoLinks(format: ArchiveWriter.Format) throws {
        let bundle = try open(
            [
                Entry("a.pdf", Fixture.pdf), .symbolicLink("b.pdf", to: "/etc/passwd"),
                Entry("../../c.pdf", Fixture.pdf),
            ], format)
        #expect(bundle.documents.map(\.entry) == ["a.pdf", "../../c.pdf"], "names are only shown")
        #expect(bundle.problems.map(\.entry) == ["b.pdf"])
        #expect(bundle.problems.map(\.code) == [.unsupported])
    }

    @Test(arguments: [ArchiveWriter.Format.tar, .gzip])
    func tarsGiveFilesTheirOtherNames(format: ArchiveWriter.Format) throws {
        let bundle = try open(
            [
                Entry("a.pdf", Self.pdf(1)), .hardLink("b.pdf", to: "a.pdf"), .hardLink("c.pdf", to: "/etc/passwd"),
                .other("d.pdf", type: 0o010000), .other("e.pdf", type: 0o020000),
            ], format)
        #expect(bundle.documents.map(\.entry) == ["a.pdf", "b.pdf"])
        #expect(try bytes(of: bundle.pdf(of: bundle.documents[1])) == Self.pdf(1))
        #expect(bundle.problems.map(\.entry) == ["c.pdf", "d.pdf", "e.pdf"])
        #expect(bundle.problems.map(\.code) == [.damaged, .unsupported, .unsupported])
    }

    @Test(arguments: ArchiveWriter.Format.allCases)
    func tarsAndSevenZipsHaveNoMoreEntriesThanAllowed(format: ArchiveWriter.Format) throws {
        let limits = limits { $0.entries = 10 }
        let error = try bundleError { try open((1...11).map { Entry("\($0).pdf", Fixture.pdf) }, format, limits) }
        #expect(error.code == .limit)
        #expect(error.reason.contains("(entries)"))
        #expect(try open((1...10).map { Entry("\($0).pdf", Fixture.pdf) }, format, limits).documents.count == 10)
    }

    @Test(arguments: ArchiveWriter.Format.allCases)
    func tarsAndSevenZipsHaveNoLongerNamesThanAllowed(format: ArchiveWriter.Format) throws {
        let limits = limits { $0.nameBytes = 50 }
        let long = String(repeating: "x", count: 60) + ".pdf"
        let bundle = try open([Entry(long, Fixture.pdf), Entry("b.pdf", Fixture.pdf)], format, limits)
        #expect(bundle.documents.map(\.entry) == ["b.pdf"])
        #expect(bundle.problems.map(\.code) == [.limit])
    }

    @Test(arguments: ArchiveWriter.Format.allCases.filter { $0 != .tar })
    func tarsAndSevenZipsUnpackToNoMoreThanAllowed(format: ArchiveWriter.Format) throws {
        var limits = ExtractionLimits()
        limits.memoryBytes = 1 << 20
        // Zeros shrink a thousand times.
        let bomb = [UInt8](repeating: 0, count: 8 << 20)
        let bundle = try open(
            [Entry("a.pdf", Fixture.pdf), Entry("b.pdf", bomb), Entry("c.pdf", Fixture.pdf)], format, limits)
        #expect(bundle.problems.allSatisfy { $0.code == .limit })
        #expect(bundle.problems.contains { $0.reason.contains("compressionRatio") })
        let first = try #require(bundle.documents.first { $0.entry == "a.pdf" }, "what comes before is read")
        #expect(try bytes(of: bundle.pdf(of: first)) == Fixture.pdf)
        limits.compressionRatio = 100_000
        limits.entryBytes = 4 << 20
        let other = try open([Entry("a.pdf", Fixture.pdf), Entry("b.pdf", bomb)], format, limits)
        #expect(other.problems.contains { $0.reason.contains("entryBytes") })
        #expect(other.problems.allSatisfy { $0.code == .limit })
        limits.entryBytes = 64 << 20
        limits.bundleBytes = 4 << 20
        #expect(
            try open([Entry("b.pdf", bomb)], format, limits).problems.contains { $0.reason.contains("bundleBytes") })
        limits.bundleBytes = 64 << 20
        let whole = try open([Entry("b.pdf", bomb)], format, limits)
        #expect(try whole.pdf(of: whole.documents[0]).byteCount == Int64(bomb.count), "in a temporary file")
    }

    @Test(arguments: ArchiveWriter.Format.allCases)
    func tarsAndSevenZipsSayWhereTheyAreCutOff(format: ArchiveWriter.Format) throws {
        var generator = SeededGenerator(seed: 7)
        let noise = (1...4).map { number in
            Entry(
                "\(number).pdf",
                Self.pdf(number) + (0..<100_000).map { _ in UInt8.random(in: 0...255, using: &generator) })
        }
        let whole = try ArchiveWriter.bytes(noise, format)
        do {
            let bundle = try openBundle(whole.prefix(whole.count / 2))
            #expect(format != .sevenZip, "its directory is at the end")
            #expect(bundle.documents.count >= 1)
            #expect(
                bundle.problems.contains { $0.code == .damaged }
                    || bundle.documents.contains { document in
                        (try? bundle.pdf(of: document)) == nil
                    })
        } catch let error as BundleError {
            #expect(format == .sevenZip || format == .bzip2 || format == .zstd, "\(error)")
            #expect(error.code == .damaged)
        }
    }

    @Test(arguments: ArchiveWriter.Format.allCases)
    func readingTarsAndSevenZipsSurvivesMutations(format: ArchiveWriter.Format) throws {
        let whole = try ArchiveWriter.bytes(LayoutFixture.bag.map { Entry($0.0, $0.1) }, format)
        var limits = ExtractionLimits()
        limits.entryBytes = 4 << 20
        limits.bundleBytes = 16 << 20
        limits.memoryBytes = 1 << 20
        var intact = 0
        var noticed = 0
        for mutated in Mutations.of(whole, seed: 11, count: 300) {
            do {
                let bundle = try openBundle(mutated, limits: limits)
                let names = bundle.documents.map(\.entry)
                #expect(Set(names).count == names.count, "\(names)")
                #expect(names.allSatisfy { !$0.isEmpty }, "\(names)")
                #expect(bundle.problems.allSatisfy { !$0.reason.isEmpty }, "\(bundle.problems)")
                if !bundle.problems.isEmpty { noticed += 1 }
                var contents: [[UInt8]] = []
                for document in bundle.documents where document.hasContent {
                    contents.append(try bytes(of: bundle.pdf(of: document)))
                }
                #expect(contents.allSatisfy { $0.count <= 4 << 20 })
                // Entries of a 7z have checksums, its directory too.
                if format == .sevenZip { #expect(contents.allSatisfy { $0 == Fixture.pdf }, "\(contents.count)") }
                let titles = bundle.documents.map(\.metadata.title)
                if titles == ["Letter on Rooks"], contents == [Fixture.pdf] { intact += 1 }
            } catch let error as BundleError {
                #expect(!error.reason.isEmpty)
                noticed += 1
            }
        }
        #expect(intact > 0 || format == .xz, "all bytes of an xz are checked")
        #expect(noticed > 0)
    }

    // MARK: - In bundles

    @Test func tarsAndSevenZipsLieInEachOther() throws {
        let inner = try ArchiveWriter.bytes([Entry("deep/a.pdf", Self.pdf(1)), Entry("b.pdf", Self.pdf(2))], .xz)
        let middle = try ArchiveWriter.bytes([Entry("inner.tar.xz", inner), Entry("c.pdf", Self.pdf(3))], .sevenZip)
        let zip = ZipWriter([.init("middle.7z", middle), .init("d.pdf", Self.pdf(4))]).bytes
        let bundle = try openBundle(zip)
        #expect(bundle.problems.isEmpty)
        let names = [
            "d.pdf", "middle.7z!/c.pdf", "middle.7z!/inner.tar.xz!/b.pdf", "middle.7z!/inner.tar.xz!/deep/a.pdf",
        ]
        #expect(bundle.documents.map(\.entry).sorted() == names)
        let numbers = ["d.pdf": 4, "c.pdf": 3, "b.pdf": 2, "a.pdf": 1]
        for document in bundle.documents.reversed() {
            let number = try #require(numbers[String(document.entry.split(separator: "/").last ?? "")])
            #expect(try bytes(of: bundle.pdf(of: document)) == Self.pdf(number))
        }
        let limits = limits { $0.nesting = 1 }
        let shallow = try openBundle(zip, limits: limits)
        #expect(shallow.problems.map(\.entry) == ["middle.7z!/inner.tar.xz"])
        #expect(shallow.problems.map(\.code) == [.limit])
    }

    @Test func tarsAreToldByTheirContent() throws {
        #expect(throws: BundleError.self) { try openBundle([0x1F, 0x8B, 8, 0, 1, 2, 3]) }
        #expect(ArchiveKind(of: [UInt8](repeating: 0, count: 1024)) == nil)
        #expect(ArchiveKind(of: Array(Fixture.pdf)) == nil)
        var tar = try ArchiveWriter.bytes([Entry("a.pdf", Fixture.pdf)], .tar)
        #expect(ArchiveKind(of: Array(tar.prefix(1024))) == .tar)
        tar[0] ^= 1
        #expect(ArchiveKind(of: Array(tar.prefix(1024))) == nil, "its checksum is another")
    }
}
