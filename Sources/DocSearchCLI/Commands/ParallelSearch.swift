import DocSearch
import Foundation
import Synchronization

struct BatchQuery: Sendable {
    var id: String
    var text: String

    /// Nil for an invalid query, which is reported.
    func results(_ outcome: Result<SearchResults, any Error>) throws -> SearchResults? {
        do {
            return try outcome.get()
        } catch let error as DocSearchError where error.code == .usage {
            StandardError.say("docsearch: query \(id): \(error.message)")
            return nil
        }
    }
}

/// Each line is an id, a TAB and the query.
enum QueryFile {
    /// `-` is standard input.
    static func read(_ file: String) throws -> [BatchQuery] {
        let lines = String(decoding: try InputFile.read(file), as: UTF8.self).split(whereSeparator: \.isNewline)
        return try lines.enumerated().map { number, line in
            let fields = line.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
            guard fields.count == 2 else {
                throw DocSearchError(.usage, "Line \(number + 1) of \"\(file)\" is not an id, a TAB and a query.")
            }
            return BatchQuery(id: String(fields[0]), text: String(fields[1]))
        }
    }
}

/// Runs as many queries at once as there are processors. Each worker opens the index itself, since an open index runs
/// one query at a time.
struct ParallelSearch {
    private let indexes: [ArchiveIndex]
    private let request: SearchRequest

    /// Memory holds this many answers.
    private static let block = 64

    init(request: SearchRequest, open: () throws -> ArchiveIndex) throws {
        self.request = request
        indexes = try (0..<max(1, ProcessInfo.processInfo.activeProcessorCount)).map { _ in try open() }
    }

    func forEach(
        _ queries: [BatchQuery], _ body: (BatchQuery, Result<SearchResults, any Error>) throws -> Void
    ) throws {
        for start in stride(from: 0, to: queries.count, by: Self.block) {
            let part = Array(queries[start..<min(queries.count, start + Self.block)])
            for (query, outcome) in zip(part, answers(part)) { try body(query, outcome) }
        }
    }

    private func answers(_ queries: [BatchQuery]) -> [Result<SearchResults, any Error>] {
        let next = Atomic(0)
        let outcomes = Mutex([Int: Result<SearchResults, any Error>]())
        DispatchQueue.concurrentPerform(iterations: min(indexes.count, queries.count)) { searcher in
            while true {
                let number = next.add(1, ordering: .relaxed).oldValue
                guard number < queries.count else { return }
                var request = request
                request.query = queries[number].text
                let outcome = Result<SearchResults, any Error> { try indexes[searcher].search(request) }
                outcomes.withLock { $0[number] = outcome }
            }
        }
        return outcomes.withLock { outcomes in
            queries.indices.map { number in
                outcomes[number] ?? .failure(DocSearchError(.failed, "The query was not answered."))
            }
        }
    }
}
