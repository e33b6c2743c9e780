import DocSearch
import DocSearchTestSupport
import Foundation
import Testing

/// An archive and its index in a temporary folder.
final class TestArchive: Sendable {
    let folder: TemporaryFolder
    let index: ArchiveIndex

    var root: String { folder.path + "/archive" }
    var indexPath: String { folder.path + "/index" }

    init() throws {
        folder = try TemporaryFolder()
        index = ArchiveIndex(at: folder.path + "/index")
        try FileManager.default.createDirectory(
            atPath: folder.path + "/archive", withIntermediateDirectories: true)
    }

    /// Writes a file below the root.
    @discardableResult
    func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
        try folder.write(bytes, to: "archive/\(name)")
    }

    /// Writes a zip of documents below the root.
    @discardableResult
    func write(_ documents: [TestDocument], to name: String) throws -> String {
        try write(ZipWriter(documents.flatMap(\.entries)).bytes, to: name)
    }

    /// Writes a PDF with a text layer below the root.
    @discardableResult
    func write(_ texts: [String], to name: String) throws -> String {
        try write(TestDocument("", pages: texts).pdf, to: name)
    }

    func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: root + "/" + name) }

    /// Updates the index from the root, or from `paths`, with one worker and without OCR; `change` sets other options.
    @discardableResult
    func update(_ paths: [String]? = nil, _ change: (inout IndexingOptions) -> Void = { _ in }) async throws
        -> TestRun
    {
        var options = IndexingOptions.forTests
        change(&options)
        return try await TestRun(index.update(paths ?? [root], options: options))
    }

    /// Writes a file and updates the index.
    @discardableResult
    func read(
        _ bytes: some Sequence<UInt8>, as name: String, _ change: (inout IndexingOptions) -> Void = { _ in }
    ) async throws -> TestRun {
        try write(bytes, to: name)
        return try await update(nil, change)
    }

    /// The same with a zip of documents.
    @discardableResult
    func read(
        _ documents: [TestDocument], as name: String, _ change: (inout IndexingOptions) -> Void = { _ in }
    ) async throws -> TestRun {
        try await read(ZipWriter(documents.flatMap(\.entries)).bytes, as: name, change)
    }

    /// The same with a PDF with a text layer.
    @discardableResult
    func read(
        _ texts: [String], as name: String, _ change: (inout IndexingOptions) -> Void = { _ in }
    ) async throws -> TestRun {
        try await read(TestDocument("", pages: texts).pdf, as: name, change)
    }

    /// Rereads the document with this path form.
    @discardableResult
    func reread(
        _ path: String, pages: [Int]? = nil, _ change: (inout IndexingOptions) -> Void = { _ in }
    ) async throws -> TestRun {
        var options = IndexingOptions.forTests
        change(&options)
        return try await TestRun(index.reread(index.document(DocumentReference(path)), pages: pages, options: options))
    }

    /// Rereads the bundles at a path below the root; an empty one is the root.
    @discardableResult
    func reread(
        bundlesAt path: String, _ change: (inout IndexingOptions) -> Void = { _ in }
    ) async throws -> TestRun {
        var options = IndexingOptions.forTests
        change(&options)
        return try await TestRun(index.reread(bundlesAt: path.isEmpty ? root : "\(root)/\(path)", options: options))
    }

    /// The texts of all pages by the path forms of their documents.
    func texts() throws -> [String: [String]] {
        var documents: [ArchiveDocument] = []
        try index.forEachDocument { document, _ in documents.append(document) }
        return Dictionary(
            try documents.map { ($0.path, try index.pages(of: $0, withLayouts: false).map(\.text)) },
            uniquingKeysWith: { first, _ in first })
    }

    /// Writes into a file as it is, which keeps its inode.
    func rewrite(_ name: String, _ change: ([UInt8]) -> [UInt8]) throws {
        let path = root + "/" + name
        let bytes = change(Array(try Data(contentsOf: URL(fileURLWithPath: path))))
        let file = try #require(FileHandle(forWritingAtPath: path))
        try file.truncate(atOffset: 0)
        try file.write(contentsOf: bytes)
        try file.close()
    }

    /// The path forms of the documents that answer, best first.
    func find(_ query: String, _ change: (inout SearchRequest) -> Void = { _ in }) throws -> [String] {
        var request = SearchRequest(query)
        request.limit = 100
        change(&request)
        return try index.search(request).hits.map(\.document.path)
    }
}

extension IndexingOptions {
    /// The real worker, one of it, and no OCR.
    static var forTests: IndexingOptions {
        var options = IndexingOptions()
        options.extractorPath = ExtractProgram.path
        options.jobs = 1
        options.ocr = .never
        return options
    }
}

/// What a run said, from its first event to its last.
struct TestRun: Sendable {
    private(set) var events: [IndexingEvent] = []
    let report: IndexingReport

    init(_ stream: AsyncThrowingStream<IndexingEvent, any Error>) async throws {
        var report: IndexingReport?
        for try await event in stream {
            events.append(event)
            if case .finished(let found) = event { report = found }
        }
        self.report = try #require(report, "the last event is the report")
    }

    var failures: [(path: String, page: Int?, stage: String, reason: String)] {
        events.compactMap { event in
            guard case .failed(let path, let page, let stage, let reason) = event else { return nil }
            return (path, page, stage, reason)
        }
    }

    var removed: [String] {
        events.compactMap { event in
            guard case .removed(let bundle) = event else { return nil }
            return bundle
        }
    }
}

/// A PDF with a text layer, and the sidecar that goes with it in a zip.
struct TestDocument: Sendable {
    var name: String
    var pages: [String]
    var title: String?
    var authors: [String] = []
    var tags: [String] = []
    var date: String?
    var identifier: String?
    var language: String?

    init(
        _ name: String, pages: [String], title: String? = nil, authors: [String] = [], tags: [String] = [],
        date: String? = nil, identifier: String? = nil
    ) {
        self.name = name
        self.pages = pages
        self.title = title
        self.authors = authors
        self.tags = tags
        self.date = date
        self.identifier = identifier
    }

    /// Three pages, each with the word and its number, as `heron1`.
    static func threePages(of word: String) -> [UInt8] {
        TestDocument("", pages: (1...3).map { "\(word)\($0) \(word) stands in the shallow water of the lake" }).pdf
    }

    /// Ten words a line, so that no line leaves the page.
    var pdf: [UInt8] {
        let texts = pages.map { page in
            let words = page.split(separator: " ").map(String.init)
            return stride(from: 0, to: words.count, by: 10)
                .map { words[$0..<min($0 + 10, words.count)].joined(separator: " ") }.joined(separator: "\n")
        }
        return PDFWriter(texts: texts).bytes
    }

    var entries: [ZipWriter.Entry] {
        var members: [String: any Sendable] = ["title": title ?? name, "authors": authors, "tags": tags]
        members["date"] = date
        members["identifier"] = identifier
        members["language"] = language
        // Texts and lists of texts are always JSON.
        let sidecar = (try? JSONSerialization.data(withJSONObject: members)) ?? Data()
        return [ZipWriter.Entry("\(name).pdf", pdf), ZipWriter.Entry("\(name).json", Array(sidecar))]
    }
}
