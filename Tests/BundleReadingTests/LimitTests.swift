import BundleReading
import DocSearchTestSupport
import ExtractionProtocol
import Testing

@Suite struct LimitTests {
    @Test func limitCountsEntries() throws {
        let entries = (1...4).map { ZipWriter.Entry("\($0).pdf", Fixture.pdf) }
        #expect(try openZip(entries, limits: limits { $0.entries = 4 }).documents.count == 4)
        let error = try bundleError { try openZip(entries, limits: limits { $0.entries = 3 }) }
        #expect(error == BundleError(.limit, "this zip has 4 entries; the limit is 3 (entries)"))
    }

    @Test func limitCountsBytesOfAnEntry() throws {
        let bundle = try openZip(
            [.init("a.pdf", Fixture.pdf), .init("b.pdf", Fixture.pdf + [0])],
            limits: limits { $0.entryBytes = Int64(Fixture.pdf.count) })
        #expect(try bytes(of: bundle.pdf(of: bundle.documents[0])) == Fixture.pdf)
        let error = try bundleError { try bundle.pdf(of: bundle.documents[1]) }
        #expect(
            error
                == BundleError(
                    .limit, "it has more bytes than allowed; the limit is \(Fixture.pdf.count) (entryBytes)",
                    entry: "b.pdf"))
    }

    @Test func limitCountsWhatTheEntriesReadAreMoreThanTheBundle() throws {
        let total = Fixture.bombSize * 2
        let bundle = try openZip(
            (1...3).map { Fixture.bombEntry("\($0).pdf") },
            limits: limits {
                $0.bundleBytes = Int64(total)
                $0.compressionRatio = 10_000
            })
        for document in bundle.documents.prefix(2) {
            #expect(try bundle.pdf(of: document).byteCount == Int64(Fixture.bombSize))
        }
        let error = try bundleError { try bundle.pdf(of: bundle.documents[2]) }
        #expect(
            error
                == BundleError(
                    .limit,
                    "with it the bundle unpacks to more bytes than allowed; the limit is \(total) (bundleBytes)",
                    entry: "3.pdf"))
    }

    /// Scans are packed already: however large a zip of them is, it does not grow. Nor does one in another.
    @Test func largeBundlesThatDoNotGrowAreRead() throws {
        let inner = ZipWriter((1...20).map { .init("\($0).pdf", Fixture.pdf) }).bytes
        for bytes in [inner, ZipWriter([.init("inner.zip", inner)]).bytes] {
            let bundle = try openBundle(bytes, limits: limits { $0.bundleBytes = 1 })
            #expect(bundle.problems.isEmpty, "\(bundle.problems)")
            #expect(bundle.documents.count == 20)
            for document in bundle.documents {
                #expect(try bundle.pdf(of: document).byteCount == Int64(Fixture.pdf.count))
            }
        }
    }

    @Test func limitCountsBytesOfASidecar() throws {
        let bundle = try openZip(
            [.init("a.pdf", Fixture.pdf), .init("a.json", #"{"title":"long"}"#), .init("a.txt", "short")],
            limits: limits { $0.metadataBytes = 10 })
        #expect(bundle.text(of: bundle.documents[0]).unpaged == "short")
        #expect(
            bundle.problems == [
                BundleError(
                    .limit, "it has more bytes than allowed; the limit is 10 (metadataBytes)", entry: "a.json"
                )
            ])
    }

    @Test func limitCountsBytesOfAllSidecars() throws {
        let entries = (1...9).flatMap {
            [ZipWriter.Entry("\($0).pdf", Fixture.pdf), ZipWriter.Entry("\($0).json", #"{"id":"12"}"#)]
        }
        let bundle = try openZip(entries, limits: limits { $0.metadataBytes = 11 })
        #expect(bundle.documents.count == 9)
        #expect(bundle.problems.map(\.code) == [.limit])
        #expect(bundle.problems.first?.entry == "9.json")
    }

    @Test func limitCountsValuesOfJSON() throws {
        let json = "[" + String(repeating: "1,", count: 2_000_001) + "1]"
        let bundle = try openZip([.init("a.pdf", Fixture.pdf), .init("a.json", json)])
        #expect(
            bundle.problems == [
                BundleError(.limit, "this JSON has more than 2000000 values", entry: "a.json")
            ])
    }

    /// What the directory claims of a bomb makes no difference.
    @Test(arguments: [UInt32(Fixture.bombSize), 100, UInt32.max - 1])
    func stopsAZipBombByItsRatio(claimedSize: UInt32) throws {
        let bomb = Fixture.bombEntry("bomb.pdf").with { $0.claimedSize = claimedSize }
        let bundle = try openZip([bomb, .init("a.pdf", Fixture.pdf)], limits: limits { $0.memoryBytes = 1 << 20 })
        let error = try bundleError { try bundle.pdf(of: bundle.documents[0]) }
        #expect(error.code == .limit)
        #expect(error.reason.hasSuffix("for each; the limit is 200 (compressionRatio)"))
        #expect(error.entry == "bomb.pdf")
        #expect(try bytes(of: bundle.pdf(of: bundle.documents[1])) == Fixture.pdf)
    }

    @Test func readsHighlyCompressedEntryThatFitsInMemory() throws {
        let bundle = try openZip([Fixture.bombEntry("a.pdf")])
        #expect(try bundle.pdf(of: bundle.documents[0]).byteCount == Int64(Fixture.bombSize))
    }

    @Test func readsHighlyCompressedEntryWhenAllowed() throws {
        let limits = limits {
            $0.compressionRatio = 1100
            $0.memoryBytes = 1 << 20
        }
        let bundle = try openZip([Fixture.bombEntry("a.pdf")], limits: limits)
        #expect(try bundle.pdf(of: bundle.documents[0]).byteCount == Int64(Fixture.bombSize))
    }

    @Test func doesNotLimitPDFOnDisk() throws {
        let limits = limits {
            $0.entryBytes = 1
            $0.bundleBytes = 1
        }
        let bundle = try openBundle(Fixture.pdf, limits: limits)
        #expect(try bytes(of: bundle.pdf(of: bundle.documents[0])) == Fixture.pdf)
    }
}
