@testable import DocSearch
import Foundation
import Testing

@Suite("Threads that wait for the disk")
struct DiskThreadsTests {
    @Test func threadsForTheDiskGiveBackWhatIsReadAndThrown() async throws {
        let threads = DiskThreads(count: 2)
        let found = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<200 { group.addTask { try await threads.run { number } } }
            return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
        }
        #expect(found == Set(0..<200))
        await #expect(throws: DocSearchError.self) {
            try await threads.run { throw DocSearchError(.failed, "no disk") }
        }
    }

    @Test func threadsForTheDiskRefuseWhatWouldWaitTooLong() async throws {
        let threads = DiskThreads(count: 1, mostWaiting: 1)
        let gate = DispatchSemaphore(value: 0)
        let begun = DispatchSemaphore(value: 0)
        let slow = Task {
            try await threads.run {
                begun.signal()
                gate.wait()
                return 1
            }
        }
        while begun.wait(timeout: .now()) == .timedOut { try await Task.sleep(for: .milliseconds(1)) }
        // One of two takes the place in the line.
        await withTaskGroup(of: String.self) { group in
            for number in 2...3 {
                group.addTask {
                    do { return "\(try await threads.run { number })" } catch is CancellationError {
                        return "cancelled"
                    } catch {
                        return (error as? DocSearchError)?.code.rawValue ?? "\(error)"
                    }
                }
            }
            #expect(await group.next() == "busy")
            group.cancelAll()
            #expect(await group.next() == "cancelled", "it is left before it has begun")
        }
        slow.cancel()
        await #expect(throws: CancellationError.self, "and when it cannot go on") { try await slow.value }
        gate.signal()
        #expect(try await threads.run { 4 } == 4)
    }
}
