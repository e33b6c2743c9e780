import DocSearch
import Foundation
import Synchronization
import Testing

@testable import DocSearchCLI

@Suite("A run that no terminal shows")
struct MinutelyProgressTests {
    private final class Said: Sendable {
        let lines = Mutex<[String]>([])
    }

    /// A run that ends when `waiting` does, and what it said every minute, each of a millisecond.
    private func lines(quiet: Bool, whileWaiting waiting: @escaping @Sendable (Said) async -> Void) throws -> [String] {
        let said = Said()
        let progress = IndexProgress(quiet: quiet, verbose: false, minute: .milliseconds(1)) { line in
            said.lines.withLock { $0.append(line) }
        }
        _ = try progress.report(orStopped: "The run has stopped.") {
            AsyncThrowingStream { events in
                events.yield(.started(bundle: "a.pdf"))
                Task {
                    await waiting(said)
                    events.yield(.finished(IndexingReport()))
                    events.finish()
                }
            }
        }
        return said.lines.withLock { $0 }
    }

    @Test(.enabled(if: isatty(2) != 1, "standard error is a terminal"), .timeLimit(.minutes(1)))
    func everyMinuteHasALine() throws {
        let lines = try lines(quiet: false) { said in
            while said.lines.withLock(\.count) < 2 { await Task.yield() }
        }
        #expect(lines.allSatisfy { $0.hasPrefix("reading: 1 bundle, 0 pages") }, "\(lines)")
    }

    @Test func aQuietRunHasNone() throws {
        // A hundred of its minutes.
        #expect(try lines(quiet: true) { _ in try? await Task.sleep(for: .milliseconds(100)) } == [])
    }
}
