import DocSearch
import DocSearchServer
import Foundation
import Testing

@Suite struct DuringRunsTests {
    private static let questions = [
        ("/api/v1/search?q=water+board&facets=true", "\"total\":2"), ("/?q=tramway", "1 document<"),
        ("/api/v1/suggest?prefix=tramw", "\"tramway\""), ("/api/v1/search.csv?q=sluice", "sluice"),
    ]

    /// Asks until a run has ended, at least once.
    private func ask(_ archive: ServedArchive, during run: @escaping @Sendable () async throws -> Void) async throws {
        let site = Site(archive.settings())
        let task = Task { try await run() }
        let done = Flag()
        let watch = Task {
            _ = await task.result
            done.set()
        }
        var answers = 0
        repeat {
            for (target, text) in Self.questions {
                let answer = await site.ask(target)
                if answer.status == 503 {
                    #expect(answer[header: "content-type"] == "application/problem+json", "\(target)")
                    continue
                }
                #expect(answer.status == 200, "\(target) \(answer.text)")
                #expect(answer.text.contains(text), "\(target) \(answer.text)")
                answers += 1
            }
        } while !done.isSet
        await watch.value
        try await task.value
        for (target, text) in Self.questions {
            #expect(await site.ask(target).text.contains(text), "afterwards \(target)")
        }
        #expect(answers > 0)
    }

    @Test func aRunThatReadsEverythingAgainChangesNoAnswer() async throws {
        let archive = try await ServedArchive()
        var options = try IndexingOptions.forTests()
        options.full = true
        let chosen = options
        try await ask(archive) {
            for try await _ in archive.index.update([archive.folder.path + "/archive"], options: chosen) {}
        }
    }

    @Test func fullTextTablesThatAreMadeAgainChangeNoAnswer() async throws {
        let archive = try await ServedArchive()
        var options = try IndexingOptions.forTests()
        options.stemmer = Stemmer.none
        let chosen = options
        try await ask(archive) {
            for try await _ in archive.index.update([archive.folder.path + "/archive"], options: chosen) {}
        }
    }

    @Test func anIndexThatIsMadeAnewIsSeenWithoutStartingAgain() async throws {
        let archive = try await ServedArchive()
        let site = Site(archive.settings())
        #expect(await site.ask("/api/v1/search?q=sluice").status == 200)
        let index = archive.folder.path + "/index"
        try FileManager.default.removeItem(atPath: index)
        let gone = await site.ask("/api/v1/search?q=sluice")
        #expect(gone.status == 503, "\(gone.text)")
        #expect(gone.text.contains("There is no index yet"), "\(gone.text)")
        let again = ArchiveIndex(at: index)
        try await again.read(archive.folder)
        let answer = await site.ask("/api/v1/search?q=sluice")
        #expect(answer.status == 200, "\(answer.text)")
        #expect(answer.text.contains("\"total\":3"), "\(answer.text)")
    }
}

private final class Flag: @unchecked Sendable {
    private let lock = NSLock()
    private var value = false

    var isSet: Bool { lock.withLock { value } }
    func set() { lock.withLock { value = true } }
}
