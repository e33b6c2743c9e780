import AnswerForms
import DocSearch
import Foundation

/// Lends open indexes, each to one question at a time. Questions wait in a queue of bounded length and time, in which
/// visitors take turns, and no visitor has all indexes at once.
package actor IndexDesk {
    private var free: [Seat]
    private var line: FairLine<WaitingQuestion>
    private var lastNumber = 0
    private let time: Duration
    private let redaction: Redaction
    private let checking: Seat
    private var check: Task<Void, any Error>?

    /// A serial queue always has a thread. On a concurrent queue, a few blocking questions would hold up everything, as
    /// all tasks share as many threads as there are processors.
    private struct Seat: Sendable {
        let index: ArchiveIndex
        let thread = DispatchQueue(label: "question")
    }

    private struct WaitingQuestion {
        var number: Int
        var continuation: CheckedContinuation<Seat, any Error>
    }

    private static let longestLine = 512

    /// All indexes share the model and the vectors, opened for the first question that needs them.
    package init(path: String, count: Int, time: Duration, model: MeaningModel? = nil) {
        let first = ArchiveIndex(at: path, lockPatience: .seconds(2), model: model)
        free = (0..<count).map { Seat(index: $0 == 0 ? first : ArchiveIndex(beside: first)) }
        line = FairLine(mostOfOne: max(1, count - 1))
        checking = Seat(index: ArchiveIndex(beside: first))
        self.time = time
        redaction = Redaction([path])
    }

    package nonisolated func ask<Value: Sendable>(
        _ body: @escaping @Sendable (ArchiveIndex) throws -> Value
    ) async throws -> Value {
        let (end, visitor) = (Deadline.end(within: time), Turn.visitor)
        let seat = try await taken(by: visitor, until: end)
        let result = await run(body, at: seat, until: end)
        await putBack(seat, by: visitor)
        return try result.get()
    }

    /// Does not wait for questions; simultaneous checks share an answer.
    package func checkIndex() async throws {
        let end = ContinuousClock.now + time
        let shared =
            check
            ?? Task {
                defer { check = nil }
                // Reads the full-text tables without revealing anything of their content.
                _ = try await run({ try $0.suggestions(for: "a", limit: 1).count }, at: checking, until: end).get()
            }
        check = shared
        try await shared.value
    }

    package var waitingCount: Int { line.count }

    private nonisolated func run<Value: Sendable>(
        _ body: @escaping @Sendable (ArchiveIndex) throws -> Value, at seat: Seat, until end: ContinuousClock.Instant
    ) async -> Result<Value, any Error> {
        let watch = Watch(seat.index, until: end)
        let result = await withCheckedContinuation { continuation in
            seat.thread.async { continuation.resume(returning: Result { try body(seat.index) }) }
        }
        let isLate = await watch.stop()
        return result.mapError { error in
            guard let error = error as? DocSearchError else { return error }
            return isLate ? ProblemDetails.tooSlow : ProblemDetails(error, hiding: redaction)
        }
    }

    private func taken(by visitor: String, until end: ContinuousClock.Instant) async throws -> Seat {
        guard end > .now else { throw ProblemDetails.tooSlow }
        if !free.isEmpty, line.take(for: visitor) { return free.removeLast() }
        if line.count >= Self.longestLine {
            // The visitor with most in the queue gives way.
            guard let last = line.removeLast(ofMoreThan: visitor) else { throw ProblemDetails.tooBusy }
            last.continuation.resume(throwing: ProblemDetails.tooBusy)
        }
        lastNumber += 1
        let number = lastNumber
        let alarm = Task {
            do { try await Task.sleep(until: end, clock: .continuous) } catch { return }
            sendAway(number, of: visitor)
        }
        defer { alarm.cancel() }
        return try await withCheckedThrowingContinuation {
            line.add(WaitingQuestion(number: number, continuation: $0), of: visitor)
        }
    }

    private func sendAway(_ number: Int, of visitor: String) {
        line.remove(of: visitor) { $0.number == number }?.continuation.resume(throwing: ProblemDetails.tooBusy)
    }

    private func putBack(_ seat: Seat, by visitor: String) {
        free.append(seat)
        line.putBack(by: visitor)
        while !free.isEmpty, let next = line.next() { next.continuation.resume(returning: free.removeLast()) }
    }
}

private struct Watch {
    private let task: Task<Bool, Never>

    init(_ index: ArchiveIndex, until end: ContinuousClock.Instant) {
        task = Task {
            do { try await Task.sleep(until: end, clock: .continuous) } catch { return false }
            // A question has several statements, and only one can be interrupted at a time.
            while !Task.isCancelled {
                index.interrupt()
                do { try await Task.sleep(for: .milliseconds(20)) } catch { return true }
            }
            return true
        }
    }

    /// Afterwards the index is not touched any more.
    func stop() async -> Bool {
        task.cancel()
        return await task.value
    }
}
