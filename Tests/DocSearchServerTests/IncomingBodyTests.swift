import DocSearchServer
import Foundation
import Synchronization
import Testing

@Suite struct IncomingBodyTests {
    /// Whether a request with a body that is on its way was answered without it.
    private func status(
        _ target: String, _ headers: [String: String] = [:], length: Int? = 10, text: String = "terms=sluice"
    ) async throws -> (status: Int, wasRead: Bool) {
        let site = Site(try await ServedArchive.shared.value.settingsWithTokens())
        let all = ["host": "127.0.0.1:8080"].merging(headers) { $1 }
        let wasRead = Atomic(false)
        let body = IncomingBody(length: length) { most in
            wasRead.store(true, ordering: .relaxed)
            guard text.utf8.count <= most else { throw IncomingBody.tooLarge(most) }
            return Array(text.utf8)
        }
        let answer = await site.answer(Visit("POST", target, headers: all, client: "10.0.0.1"), body: body)
        #expect(answer[header: "x-content-type-options"] == "nosniff")
        return (answer.status, wasRead.load(ordering: .relaxed))
    }

    private static let reader = ["authorization": "Bearer reader-token"]

    @Test func bodiesAreNotReadOfThoseWhoMayNotCome() async throws {
        #expect(try await status("/batch") == (401, false))
        #expect(try await status("/batch", Self.reader.merging(["host": "evil.example"]) { $1 }) == (421, false))
        #expect(
            try await status("/batch", Self.reader.merging(["origin": "http://evil.example"]) { $1 }) == (403, false))
        #expect(try await status("/nowhere", Self.reader) == (404, false))
        #expect(try await status("/night", Self.reader) == (405, false))
        #expect(try await status("/batch", Self.reader) == (303, true))
    }

    @Test func bodiesOfRequestsHaveTheirLimit() async throws {
        #expect(try await status("/batch", Self.reader, length: 99_000_000_000) == (413, false))
        #expect(try await status("/sign-in", length: 20_000) == (413, false))
        let long = String(repeating: "a", count: 20_000)
        #expect(try await status("/sign-in", length: nil, text: "token=" + long) == (413, true))
    }

    @Test func bodiesOfRequestsShareTheirMemory() async throws {
        let budget = ByteBudget(100)
        func both(_ first: Int, _ read: Int, _ second: Int) async throws -> Bool {
            try await budget.with(first) {
                [UInt8](repeating: 0, count: read)
            } work: { _ in
                try await budget.with(second) {
                    []
                } work: { _ in
                    true
                }
            }
        }
        let inner = await #expect(throws: ProblemDetails.self) { try await both(60, 60, 60) }
        #expect(inner?.status == 503)
        #expect(try await both(60, 60, 40), "what is done with is given back")
        #expect(try await both(60, 10, 90), "what was not read is given back at once")
        #expect(try await both(100, 0, 100))
    }
}
