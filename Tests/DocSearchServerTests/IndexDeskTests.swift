import DocSearch
import DocSearchServer
import DocSearchTestSupport
import Foundation
import Synchronization
import Testing

@Suite("Questions to the index")
struct IndexDeskTests {
    private final class Progress: Sendable {
        let begun = Mutex(0)
        let isOver = Mutex(false)
    }

    /// As many questions as there are processors, none of which waits for anything.
    @Test func questionsToTheIndexLeaveThreadsToEverythingElse() async throws {
        let folder = try TemporaryFolder()
        let count = ProcessInfo.processInfo.activeProcessorCount
        let desk = IndexDesk(path: folder.path, count: count, time: .seconds(3600))
        let progress = Progress()
        let questions = (0..<count).map { _ in
            Task {
                try await desk.ask { _ in
                    progress.begun.withLock { $0 += 1 }
                    // Ends by itself where no task is run. It never waits, and lets other tests have the processor.
                    let end = ContinuousClock.now + .seconds(900)
                    while ContinuousClock.now < end {
                        if progress.isOver.withLock({ $0 }) { return true }
                        sched_yield()
                    }
                    return false
                }
            }
        }
        while progress.begun.withLock({ $0 }) < count { try await Task.sleep(for: .milliseconds(1)) }
        progress.isOver.withLock { $0 = true }
        for question in questions { #expect(try await question.value, "a task was run meanwhile") }
    }

    /// Each answer goes to the one who asked.
    @Test func questionsToTheIndexAreAnsweredToThoseWhoAskedThem() async throws {
        let folder = try TemporaryFolder()
        let desk = IndexDesk(path: folder.path, count: 3, time: .seconds(3600))
        let answers = try await withThrowingTaskGroup(of: [Int].self) { group in
            for number in 0..<300 {
                group.addTask {
                    let found = try await desk.ask { _ in number }
                    return [number, found]
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.count == 300)
        #expect(answers.allSatisfy { $0[0] == $0[1] })
    }
}
