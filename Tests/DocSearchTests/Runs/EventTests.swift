import DocSearch
import Foundation
import Testing

/// The events of a run that nobody takes.
@Suite("Events that nobody takes") struct EventTests {
    @Test func eventsThatNobodyTakesPileUpOnlyWhereNoneMustBeMissed() async throws {
        let archive = try TestArchive()
        let count = 1_200
        for number in 1...count { try archive.write(Array("rubbish".utf8), to: "\(number).zip") }
        var options = IndexingOptions.forTests
        options.jobs = 2
        let stream = archive.index.update([archive.root], options: options)
        let deadline = ContinuousClock.now + .seconds(240)
        // While the index is being made there is no status.
        while (try? archive.index.status().lastRun) == nil, ContinuousClock.now < deadline {
            try await Task.sleep(for: .milliseconds(50))
        }
        let run = try await TestRun(stream)
        #expect(run.failures.count == count, "no failure is lost")
        #expect(run.report.failed == count)
        #expect(run.events.count < 2 * count, "what tells of progress was left out: \(run.events.count)")
        guard case .finished = run.events.last else {
            Issue.record("the report is the last event")
            return
        }
    }

    @Test func eventsAreAllThereForAConsumerThatTakesThem() async throws {
        let archive = try TestArchive()
        for number in 1...20 { try archive.write(["heron \(number)"], to: "\(number).pdf") }
        let run = try await archive.update()
        let indexed = run.events.count { if case .indexed = $0 { true } else { false } }
        #expect(indexed == 20)
    }
}
