@testable import DocSearch
import DocSearchTestSupport
import ExtractionProtocol
import Foundation
import Testing

/// Readers that are killed from outside.
@Suite("Readers that have ended")
struct EndedReaderTests {
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
