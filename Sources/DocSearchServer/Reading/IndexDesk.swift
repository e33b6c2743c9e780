import DocSearch
import Foundation

/// Hands out opened indexes, each to one question at a time. Questions wait in a line of bounded length and time.
package actor IndexDesk {
    private var free: [Seat]
    private var waiting: [WaitingQuestion] = []
    private var lastNumber = 0
    private let time: Duration
    private let redaction: Redaction

    /// An index with a thread for its questions, which block it. A serial queue has a thread whatever else is going on; what a
    /// concurrent one is given takes turns with all tasks on as many threads as there are processors, and a few questions would
    /// hold up everything.
    private struct Seat: Sendable {
        let index: ArchiveIndex
        let thread = DispatchQueue(label: "question")
    }

    private struct WaitingQuestion {
        var number: Int
        var continuation: CheckedContinuation<Seat, any Error>
    }

    /// More than these are sent away.
    private static let longestLine = 512

    /// Without a `model` the installed one is used. All indexes share it, and the vectors; it is opened for the first
    /// question that needs it, and at most `count` questions get their vectors at a time.
    package init(path: String, count: Int, time: Duration, model: MeaningModel? = nil) {
        let first = ArchiveIndex(at: path, lockPatience: .seconds(2), model: model)
        free = (0..<count).map { Seat(index: $0 == 0 ? first : ArchiveIndex(beside: first)) }
        self.time = time
        redaction = Redaction([path])
    }

    /// Runs `body` with an index of its own until the request's time is up, waits included. Throws ``ProblemDetails``.
    package nonisolated func ask<Value: Sendable>(
        _ body: @escaping @Sendable (ArchiveIndex) throws -> Value
    ) async throws -> Value {
        let end = Deadline.end(within: time)
        let seat = try await taken(until: end)
        let watch = Watch(seat.index, until: end)
        let result = await withCheckedContinuation { continuation in
            seat.thread.async { continuation.resume(returning: Result { try body(seat.index) }) }
        }
        let isLate = await watch.stop()
        await putBack(seat)
        do {
            return try result.get()
        } catch let error as DocSearchError {
            if isLate { throw ProblemDetails.tooSlow }
            throw ProblemDetails(error, hiding: redaction)
        }
    }

    private func taken(until end: ContinuousClock.Instant) async throws -> Seat {
        guard end > .now else { throw ProblemDetails.tooSlow }
        if let seat = free.popLast() { return seat }
        guard waiting.count < Self.longestLine else { throw ProblemDetails.tooBusy }
        lastNumber += 1
        let number = lastNumber
        let alarm = Task {
            do { try await Task.sleep(until: end, clock: .continuous) } catch { return }
            sendAway(number)
        }
        defer { alarm.cancel() }
        return try await withCheckedThrowingContinuation {
            waiting.append(WaitingQuestion(number: number, continuation: $0))
        }
    }

    private func sendAway(_ number: Int) {
        guard let position = waiting.firstIndex(where: { $0.number == number }) else { return }
        waiting.remove(at: position).continuation.resume(throwing: ProblemDetails.tooBusy)
    }

    private func putBack(_ seat: Seat) {
        guard waiting.isEmpty else { return waiting.removeFirst().continuation.resume(returning: seat) }
        free.append(seat)
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
