import Foundation
import SentenceEmbedding
import Synchronization

/// A thread of its own finds the vector and, where every document may answer, the nearest of them, while words are
/// looked up: both wait for memory, and looking up words waits for the processor.
final class QuestionAhead: Sendable {
    struct Found: Sendable {
        var vector: [Float]?
        /// Nil when only some documents may answer.
        var nearest: MeaningSearch.Candidates?
    }

    /// The thread may outlive the search.
    private final class State: Sendable {
        let isStopped = Atomic(false)
        let found = Mutex<Result<Found, any Error>?>(nil)
        let isDone = DispatchSemaphore(value: 0)
    }

    private let state = State()

    init(
        _ question: String, _ embedder: any Embedder, comparing vectors: VectorFile?,
        isOver: @escaping @Sendable () -> Bool
    ) {
        let work = { @Sendable [state] in
            let found = Result {
                guard !state.isStopped.load(ordering: .relaxed) else { return Found() }
                let vector = try embedder.embed(question: question)
                return Found(
                    vector: vector,
                    nearest: try vector.flatMap { vector in
                        try vectors.flatMap { vectors in
                            try MeaningSearch.candidates(
                                in: vectors, near: vector, among: nil, limit: FusedRanking.depth,
                                isOver: { state.isStopped.load(ordering: .relaxed) || isOver() })
                        }
                    })
            }
            state.found.withLock { $0 = found }
            state.isDone.signal()
        }
        do { try WorkThread.start(stackSize: 1 << 20, work) } catch {
            state.found.withLock { $0 = .failure(error) }
            state.isDone.signal()
        }
    }

    deinit { state.isStopped.store(true, ordering: .relaxed) }

    /// Nil when the time was up before. Throws the errors of the model, and `CancellationError`.
    func wait(isOver: () -> Bool) throws -> Found? {
        while true {
            if Task.isCancelled { throw CancellationError() }
            if let found = state.found.withLock({ $0 }) { return try found.get() }
            if isOver() { return nil }
            _ = state.isDone.wait(timeout: .now() + .milliseconds(20))
        }
    }
}
