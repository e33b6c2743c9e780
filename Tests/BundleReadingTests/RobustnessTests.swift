import BundleReading
import DocSearchTestSupport
import ExtractionProtocol
import Foundation
import Testing

/// Whatever the bytes, reading ends, and with a `BundleError` at worst.
@Suite struct RobustnessTests {
    /// Reads all there is; returns how many documents could be read in full.
    private func readAll(_ file: OpenFile) throws -> Int {
        var limits = ExtractionLimits()
        limits.entryBytes = 8 << 20
        limits.bundleBytes = 32 << 20
        limits.memoryBytes = 1 << 20
        do {
            let bundle = try BundleReader(limits: limits).open(descriptor: file.descriptor, path: "bundle")
            #expect(!bundle.documents.isEmpty || !bundle.problems.isEmpty || bundle.skipReason != nil)
            #expect(bundle.problems.allSatisfy { $0.entry != nil })
            #expect(Set(bundle.documents.map(\.entry)).count == bundle.documents.count)
            return bundle.documents.count { document in
                do {
                    _ = bundle.text(of: document)
                    guard document.hasContent else { return false }
                    switch try bundle.content(of: document) {
                    case .pdf(let content): _ = try ContentHash.sha256(content)
                    case .images(let images):
                        for index in 0..<images.count { _ = try ContentHash.sha256(images.content(index)) }
                    }
                    return true
                } catch {
                    #expect((error as? BundleError)?.entry != nil)
                    return false
                }
            }
        } catch {
            #expect(error is BundleError)
            return 0
        }
    }

    private static func bundles() throws -> [[UInt8]] {
        let metadata = try Fixture.yianaMetadata()
        let plain = ZipWriter([
            .init("metadata.json", #"{"tags":["x"],"date":"1931"}"#), .init("a.pdf", Fixture.pdf),
            .init("a.json", #"{"title":"A","author":["B"]}"#), .init("a.txt", "one\u{C}two"),
            Fixture.bombEntry("b.pdf"), .init("Größe.pdf", Fixture.pdf),
        ])
        return [
            plain.bytes, Fixture.yianaZip(metadata: metadata), metadata + Fixture.separator + Fixture.pdf,
            metadata,
        ]
    }

    @Test(arguments: 0..<4)
    func readingBundlesSurvivesMutations(kind: Int) throws {
        let original = try Self.bundles()[kind]
        #expect(try readAll(OpenFile(original)) >= [1, 1, 1, 0][kind])
        var documents = 0
        var generator = SeededGenerator(seed: UInt64(kind))
        for _ in 0..<700 {
            var bytes = original
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                // Half of the changes go to the end, where a zip's directory is.
                let start = Bool.random(using: &generator) ? 0 : max(0, bytes.count - 500)
                guard start < bytes.count else { break }
                let index = Int.random(in: start..<bytes.count, using: &generator)
                switch Int.random(in: 0..<5, using: &generator) {
                case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
                case 2: bytes.removeSubrange(index..<min(bytes.count, index + 9))
                case 3: bytes.insert(contentsOf: [0xFF, 0xFF, 0xFF, 0xFF], at: index)
                default: bytes.append(contentsOf: bytes[index...].prefix(200))
                }
            }
            documents += try readAll(OpenFile(bytes))
        }
        #expect(documents >= [200, 80, 80, 0][kind])
    }

    @Test(arguments: ["", "PK\u{3}\u{4}", "PK\u{5}\u{6}", "%PDF-", "{", #"{"id":"#])
    func readingBundlesSurvivesRandomBytes(start: String) throws {
        var generator = SeededGenerator(seed: UInt64(start.utf8.count) + 77)
        for length in 0..<200 {
            let rest = (0..<length * 3).map { _ in UInt8.random(in: 0...255, using: &generator) }
            // A document is taken as it is by its first bytes; nothing else comes of chance.
            #expect(try readAll(OpenFile(Array(start.utf8) + rest)) == (start == "%PDF-" ? 1 : 0))
        }
    }

    private static let corpus = Corpus.path + "/zip"
    private static let hasCorpus = FileManager.default.fileExists(atPath: corpus)

    @Test(.enabled(if: hasCorpus, "the corpus of hostile zips is not on this machine"))
    func readingBundlesSurvivesTheCorpusOfZips() throws {
        let names = try FileManager.default.subpathsOfDirectory(atPath: Self.corpus).filter {
            $0.hasSuffix(".zip")
        }
        try #require(!names.isEmpty)
        var documents = 0
        for name in names {
            let file = try #require(FileManager.default.contents(atPath: "\(Self.corpus)/\(name)"))
            documents += try readAll(OpenFile(file))
        }
        #expect(documents > 0)
    }
}
