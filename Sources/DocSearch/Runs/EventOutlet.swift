import Foundation

/// Passes the events of a run to its caller in bounded memory. At most ``waiting`` events wait to be taken. Once none
/// has been taken for a second, mere progress is dropped, and important events (failures, warnings, the report) are
/// held back, up to ``held`` of them. So a stalled consumer costs the run neither memory nor time.
final class EventOutlet<Event: Sendable> {
    /// Events without room are refused, and waiting ones stay.
    static var policy: AsyncThrowingStream<Event, any Error>.Continuation.BufferingPolicy { .bufferingOldest(waiting) }

    private static var waiting: Int { 1000 }
    private static var held: Int { 2000 }

    private let continuation: AsyncThrowingStream<Event, any Error>.Continuation
    private let isProgress: (Event) -> Bool
    private let note: (String) -> Event
    private var heldBack: ArraySlice<Event> = []
    private var leftOut = 0
    private var isStuck = false

    init(
        _ continuation: AsyncThrowingStream<Event, any Error>.Continuation,
        isProgress: @escaping (Event) -> Bool, note: @escaping (String) -> Event
    ) {
        (self.continuation, self.isProgress, self.note) = (continuation, isProgress, note)
    }

    func report(_ event: Event) {
        handOutHeldBack()
        if heldBack.isEmpty, isTaken(event) { return }
        guard !isProgress(event) else { return }
        if heldBack.count < Self.held { heldBack.append(event) } else { leftOut += 1 }
    }

    func finish(with last: Event? = nil) {
        if leftOut > 0 {
            let (were, they) = leftOut == 1 ? ("was", "it was") : ("were", "they were")
            let events = leftOut.counted("more event")
            heldBack.append(
                note("\(events) \(were) left out, because \(they) not read in time. All failures are in the index."))
        }
        if let last { heldBack.append(last) }
        handOutHeldBack()
        while !heldBack.isEmpty {
            usleep(20_000)
            handOutHeldBack()
        }
    }

    private func handOutHeldBack() {
        while let event = heldBack.first, offer(event) { heldBack.removeFirst() }
    }

    private func offer(_ event: Event) -> Bool {
        if case .dropped = continuation.yield(event) { return false }
        isStuck = false
        return true
    }

    /// A slow consumer gets a second, which slows the run down.
    private func isTaken(_ event: Event) -> Bool {
        for _ in 0..<100 where !isStuck {
            if offer(event) { return true }
            usleep(10_000)
        }
        isStuck = !offer(event)
        return !isStuck
    }
}

extension IndexingEvent {
    var isProgress: Bool {
        switch self {
        case .rebuilding, .started, .indexed, .recognizing, .recognized, .embedding, .embedded: true
        case .removed, .readAsBundle, .unsettled, .skipped, .failed, .warning, .finished: false
        }
    }
}
