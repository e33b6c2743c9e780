import Foundation
import Testing

@testable import DocSearch

/// A program in the place of `docsearch-extract` that takes its orders and answers none. No foreign byte has come near it:
/// language data on a server that does not answer is enough.
@Suite("A prepared process that is silent") struct SilentProgramTests {
    private static let silent = "/bin/cat"
    /// Longer than any machine is too busy for, and short enough to see this fail.
    private static let patience = Duration.seconds(120)

    /// How long the answer to an order is waited for.
    private static func wait(_ stop: StopFlag) throws -> Duration {
        let prepared = try PreparedReader(program: silent, stop: stop, patience: patience)
        let null = open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { close(null) }
        let reader = prepared.start([null, null, null], languages: [])
        return ContinuousClock().measure { #expect(prepared.process(of: reader) == nil) }
    }

    @Test func aSilentPreparedProcessIsWaitedForNoLongerThanTheTimeOfARun() throws {
        #expect(try Self.wait(StopFlag(after: .seconds(1))) < Self.patience / 2)
    }

    @Test func aSilentPreparedProcessIsWaitedForNoLongerOnceARunIsCancelled() throws {
        let stop = StopFlag(after: nil)
        Thread.detachNewThread {
            usleep(500_000)
            stop.stop(.cancelled)
        }
        #expect(try Self.wait(stop) < Self.patience / 2)
    }

    @Test func aSilentPreparedProcessIsNoFailureOfABundleWhenTheTimeIsUp() async throws {
        let archive = try TestArchive()
        try archive.write(["heron"], to: "a.pdf")
        let run = try await archive.update { ($0.extractorPath, $0.maximumTime) = (Self.silent, .seconds(1)) }
        #expect(run.report.isPartial)
        #expect(run.failures.isEmpty)
        #expect(try await archive.update().report.new == 1)
    }
}
