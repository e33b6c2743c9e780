import BundleReading
import DocSearchTestSupport
import ExtractionProtocol
import Testing

/// Whatever the files of a bundle say, reading ends, and with a `BundleError` at worst.
@Suite struct LayoutRobustnessTests {
    @Test(arguments: LayoutFixture.all.indices)
    func readingABundleSurvivesMutatedFiles(kind: Int) {
        let files = LayoutFixture.all[kind]
        var generator = SeededGenerator(seed: UInt64(kind) + 50)
        for _ in 0..<100 {
            var entries = files.map { ZipWriter.Entry($0.0, $0.1) }
            let index = Int.random(in: 0..<entries.count, using: &generator)
            for bytes in Mutations.of(entries[index].data, seed: generator.next(), count: 1) {
                entries[index].data = bytes
            }
            if Bool.random(using: &generator) {
                entries.remove(at: Int.random(in: 0..<entries.count, using: &generator))
            }
            do {
                let bundle = try openZip(entries)
                #expect(Set(bundle.documents.map(\.entry)).count == bundle.documents.count)
                #expect(!bundle.documents.isEmpty || !bundle.problems.isEmpty || bundle.skipReason != nil)
                for document in bundle.documents {
                    _ = bundle.text(of: document)
                    if document.hasContent { _ = try bundle.content(of: document) }
                }
            } catch {
                #expect(error is BundleError)
            }
        }
    }

    @Test(arguments: LayoutFixture.all.indices)
    func bundleIsTheSameWithItsFilesInAnyOrder(kind: Int) throws {
        let files = LayoutFixture.all[kind]
        let documents = try LayoutFixture.open(files).documents
        let reversed = try LayoutFixture.open(files.reversed()).documents
        #expect(Set(documents.map(\.entry)) == Set(reversed.map(\.entry)))
        for document in documents {
            let other = try #require(reversed.first { $0.entry == document.entry })
            #expect(other.metadata == document.metadata)
            #expect(other.rawMetadata == document.rawMetadata)
        }
    }

    @Test func readsManySimpleArchiveItemsInTime() throws {
        let spent = try processorTime { () throws in
            let items = (0..<2000).flatMap { number in
                [
                    ("item_\(number)/dublin_core.xml", LayoutFixture.dublinCore),
                    ("item_\(number)/contents", "a.pdf\n"), ("item_\(number)/a.pdf", LayoutFixture.pdf),
                ]
            }
            #expect(try LayoutFixture.open(items).documents.count == 2000)
        }
        #expect(spent < .seconds(60))
    }
}
