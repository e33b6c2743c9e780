import DocSearch
import Foundation

/// `Samples/archive`, copied and indexed once for all tests: the only place where all its scans are recognised.
///
/// Tests that change something take ``copy()``, which has its own archive and the recognised pages, but no index yet.
struct SampleArchive: Sendable {
    let archive: TestArchive
    let run: TestRun
    let expected: ExpectedSamples

    var index: ArchiveIndex { archive.index }

    private static let indexed = Task { try await SampleArchive() }

    static func shared() async throws -> SampleArchive { try await indexed.value }

    private init() async throws {
        archive = try TestArchive()
        try Self.copyFiles(of: Self.samples + "/archive", to: archive.root)
        run = try await archive.update {
            $0.ocr = .auto
            $0.languages = ["eng", "deu"]
            $0.jobs = 2
        }
        let json = try Data(contentsOf: URL(fileURLWithPath: Self.samples + "/expected.json"))
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        expected = try decoder.decode(ExpectedSamples.self, from: json)
    }

    /// Another archive with the same files, and an index folder that holds nothing but `pages.sqlite`.
    func copy() throws -> TestArchive {
        let copy = try TestArchive()
        try Self.copyFiles(of: archive.root, to: copy.root)
        try FileManager.default.createDirectory(atPath: copy.indexPath, withIntermediateDirectories: true)
        for name in ["pages.sqlite", "pages.sqlite-wal"]
        where FileManager.default.fileExists(atPath: archive.indexPath + "/" + name) {
            try FileManager.default.copyItem(
                atPath: archive.indexPath + "/" + name, toPath: copy.indexPath + "/" + name)
        }
        return copy
    }

    /// One file of the samples.
    static func bytes(of name: String) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: samples + "/archive/" + name))
    }

    private static func copyFiles(of source: String, to target: String) throws {
        try FileManager.default.removeItem(atPath: target)
        try FileManager.default.copyItem(atPath: source, toPath: target)
    }

    static let samples = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Samples").path
}

/// What `Samples/expected.json` says.
struct ExpectedSamples: Decodable, Sendable {
    var documents: [Document]
    var failures: [Failure]
    var finds: [Find]
    var otherWords: [OtherWords]

    struct Document: Decodable, Sendable {
        var path: String
        var format: String
        var title: String
        var authors: [String]
        var date: String?
        var tags: [String]
        var pageCount: Int
        var ocrPages: [Int]
        /// Of the pages in their order; nil where it goes without saying.
        var verdicts: [String]?
        var phrases: [Phrase]
        var identifier: String?
        var pageLabels: [String]?
    }

    struct Phrase: Decodable, Sendable {
        var page: Int
        var text: String
    }

    struct Failure: Decodable, Sendable {
        var path: String
        var kind: String
    }

    struct Find: Decodable, Sendable {
        var query: String
        var hits: [Hit]
    }

    struct Hit: Decodable, Sendable {
        var path: String
        var page: Int?
    }

    /// A question and the page that answers it in other words.
    struct OtherWords: Decodable, Sendable {
        var question: String
        var path: String
        var page: Int
    }
}
