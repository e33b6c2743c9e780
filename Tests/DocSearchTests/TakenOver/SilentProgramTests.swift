import DocSearchTestSupport
import ExtractionProtocol
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
        let run = try await archive.read(["heron"], as: "a.pdf") {
            ($0.extractorPath, $0.maximumTime) = (Self.silent, .seconds(1))
        }
        #expect(run.report.isPartial)
        #expect(run.failures.isEmpty)
        #expect(try await archive.update().report.new == 1)
    }

    // MARK: One that answers

    /// Asked for the number of one that it has buried, the prepared process would be waited for in vain.
    @Test func readersThatHaveEndedHaveNoNumberAndCostNoOther() throws {
        let stop = StopFlag(after: nil)
        let prepared = try PreparedReader(
            program: ExtractProgram.path, stop: stop, patience: .seconds(3600))
        let first = try ReaderProcess(prepared)
        _ = try first.nextFrame(within: .seconds(600), stop: stop)
        let number = try #require(first.process)
        kill(number, SIGKILL)
        let failure = #expect(throws: ReaderProcess.Failure.self) {
            try first.nextFrame(within: .seconds(600), stop: stop)
        }
        guard case .killed = failure else {
            Issue.record("it was killed, not \(String(describing: failure))")
            return
        }
        #expect(first.process == nil)
        let second = try ReaderProcess(prepared)
        _ = try second.nextFrame(within: .seconds(600), stop: stop)
        #expect(second.process != nil)
        #expect(second.process != number)
    }
}
