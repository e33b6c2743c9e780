import DocSearch
import Foundation
import Synchronization

/// Hands out opened indexes, one to a question: an opened index answers one question at a time. Questions wait in a line
/// of bounded length and are ended when they take too long.
package actor IndexDesk {
    private var free: [ArchiveIndex]
    private var waiting: [Waiter] = []
    private var lastNumber = 0
    private let time: Duration
    private let redaction: Redaction

    private struct Waiter {
        var number: Int
        var continuation: CheckedContinuation<ArchiveIndex, any Error>
    }

    /// More than these are sent away.
    private static let longestLine = 512
    /// Questions block their threads, so they get some of their own.
    private static let threads = DispatchQueue(label: "questions", attributes: .concurrent)

    package init(path: String, count: Int, time: Duration) {
        free = (0..<count).map { _ in ArchiveIndex(at: path) }
        self.time = time
        redaction = Redaction([path])
    }

    /// Runs `body` with an index that no other question has, until the time of the request has passed: waiting for an index is a
    /// part of it. Throws ``Problem``.
    package nonisolated func ask<Value: Sendable>(
        _ body: @escaping @Sendable (ArchiveIndex) throws -> Value
    ) async throws -> Value {
        let own = ContinuousClock.now + time
        let end = min(Deadline.current ?? own, own)
        let index = try await taken(until: end)
        let isLate = Atomic(false)
        let watch = Watch(index, until: end)
        let result = await withCheckedContinuation { continuation in
            Self.threads.async { continuation.resume(returning: Result { try body(index) }) }
        }
        isLate.store(await watch.stop(), ordering: .relaxed)
        await putBack(index)
        do {
            return try result.get()
        } catch let error as DocSearchError {
            if isLate.load(ordering: .relaxed) { throw Problem.tooSlow }
            throw Problem(error, hiding: redaction)
        }
    }

    private func taken(until end: ContinuousClock.Instant) async throws -> ArchiveIndex {
        guard end > .now else { throw Problem.tooSlow }
        if let index = free.popLast() { return index }
        guard waiting.count < Self.longestLine else { throw Problem.tooBusy }
        lastNumber += 1
        let number = lastNumber
        let alarm = Task {
            do { try await Task.sleep(until: end, clock: .continuous) } catch { return }
            sendAway(number)
        }
        defer { alarm.cancel() }
        return try await withCheckedThrowingContinuation { waiting.append(Waiter(number: number, continuation: $0)) }
    }

    private func sendAway(_ number: Int) {
        guard let position = waiting.firstIndex(where: { $0.number == number }) else { return }
        waiting.remove(at: position).continuation.resume(throwing: Problem.tooBusy)
    }

    private func putBack(_ index: ArchiveIndex) {
        guard waiting.isEmpty else { return waiting.removeFirst().continuation.resume(returning: index) }
        free.append(index)
    }
}

/// Ends what reads an index when the time is up, and says whether it did.
private struct Watch {
    private let task: Task<Bool, Never>

    init(_ index: ArchiveIndex, until end: ContinuousClock.Instant) {
        task = Task {
            do { try await Task.sleep(until: end, clock: .continuous) } catch { return false }
            // A question has several statements, of which one at a time can be ended.
            while !Task.isCancelled {
                index.interrupt()
                do { try await Task.sleep(for: .milliseconds(20)) } catch { return true }
            }
            return true
        }
    }

    /// When it returns, the index is not touched any more.
    func stop() async -> Bool {
        task.cancel()
        return await task.value
    }
}
