import DocSearch
import DocSearchTestSupport
import ExtractionProtocol
import Foundation
import Testing

/// When bundles are read again that want a password. A stand-in for the worker counts how often it is asked.
@Suite("A locked bundle") struct LockedBundleTests {
    private static let locked: [ExtractionFrame] = [
        FakeWorker.starting, FakeWorker.bundle,
        .problem(
            ProblemFrame(address: FakeWorker.whole, stage: .bundle, code: .locked, reason: "it is encrypted")),
        .finished(FinishedFrame(outcome: .failed)),
    ]

    /// How often a bundle was asked for after each of some runs with these passwords.
    private func requests(_ runs: [(passwords: [String], version: String?)]) async throws -> [Int] {
        let archive = try TestArchive()
        let worker = try FakeWorker("printf x >> \"$dir/asked\"; answer", frames: Self.locked)
        try archive.write([1], to: "bad.zip")
        var counts: [Int] = []
        for run in runs {
            try await archive.update {
                $0.extractorPath = worker.path
                ($0.passwords, $0.passwordsVersion) = (run.passwords, run.version)
            }
            counts.append(worker.note("asked")?.count ?? 0)
        }
        return counts
    }

    @Test func lockedBundlesAreTriedOnceWithTheSamePasswords() async throws {
        #expect(try await requests([(["a"], "1"), (["a"], "1"), (["a"], "1")]) == [1, 1, 1])
        #expect(try await requests([([], nil), (["a"], "1"), ([], nil), ([], "1"), (["a"], "1")]) == [1, 2, 2, 2, 2])
    }

    @Test func lockedBundlesAreTriedAgainWithPasswordsThatMayBeOthers() async throws {
        #expect(try await requests([(["a"], "1"), (["a"], "2"), (["a"], "2"), (["a"], "1")]) == [1, 2, 2, 3])
        #expect(try await requests([(["a"], nil), (["a"], nil), (["a"], "1"), (["a"], nil)]) == [1, 2, 3, 4])
        #expect(try await requests([(["a"], ""), (["a"], "")]) == [1, 1])
    }

    @Test func lockedBundlesAreNotTriedWithoutPasswords() async throws {
        #expect(try await requests([([], nil), ([], nil), ([], "1")]) == [1, 1, 1])
    }
}
