import ContentHashing
import Foundation
import SentenceEmbedding
import Synchronization

/// Computes vectors of texts on several low-priority threads.
struct TextEmbedding: Sendable {
    struct Text: Sendable {
        /// `page_text.id`.
        var id: Int64
        var hash: Data
        var text: String
    }

    private let embedder: any Embedder
    private let threads: Int
    private let stop: StopFlag

    /// The model takes a few tenths of a second for so many.
    private static let batchSize = 16

    init(_ embedder: any Embedder, threads: Int, stop: StopFlag) {
        (self.embedder, self.threads, self.stop) = (embedder, threads, stop)
    }

    static func hash(_ text: String) -> Data {
        var text = text
        var sum = SHA256()
        text.withUTF8 { sum.update(UnsafeRawBufferPointer($0)) }
        return Data(sum.digestBytes())
    }

    struct Outcome {
        var entries: [VectorStore.Entry] = []
        var withoutMemory = 0
        var failed = 0
        var failure: (any Error)?
    }

    /// Without texts unfinished when the run must stop. Throws the model's error if all texts of a batch fail.
    func entries(of texts: [Text]) throws -> Outcome {
        let pages = try cut(texts)
        let results = try vectors(of: pages, texts)
        var outcome = Outcome()
        for ((text, page), found) in zip(zip(texts, pages), results) {
            guard let page else { continue }
            do {
                let vectors = try found.compactMap { try $0?.get() }
                // Fewer when the run must stop.
                guard vectors.count == found.count else { continue }
                outcome.entries.append(Self.entry(of: text, page, vectors))
            } catch EmbeddingError.outOfMemory {
                outcome.withoutMemory += 1
            } catch {
                outcome.failed += 1
                outcome.failure = outcome.failure ?? error
            }
        }
        return outcome
    }

    private func cut(_ texts: [Text]) throws -> [PageChunks?] {
        let cut = Mutex([PageChunks?](repeating: nil, count: texts.count))
        try onThreads(texts.count) { position in
            let chunks = PageChunks(of: texts[position].text, for: embedder)
            cut.withLock { $0[position] = chunks }
        }
        return cut.withLock { $0 }
    }

    private func vectors(
        of pages: [PageChunks?], _ texts: [Text]
    ) throws -> [[Result<QuantizedVector, any Error>?]] {
        let work = pages.indices.flatMap { page in
            (pages[page]?.chunks ?? []).indices.map { (page: page, chunk: $0) }
        }
        let results = Mutex(
            pages.map { [Result<QuantizedVector, any Error>?](repeating: nil, count: $0?.chunks.count ?? 0) })
        try onThreads((work.count + Self.batchSize - 1) / Self.batchSize) { number in
            let start = number * Self.batchSize
            let batch = work[start..<min(work.count, start + Self.batchSize)]
            let strings = batch.map { index in
                let bytes = pages[index.page]?.chunks[index.chunk].bytes ?? 0..<0
                return texts[index.page].text.part(bytes).map { String($0) } ?? ""
            }
            for (index, result) in zip(batch, try embed(strings)) {
                results.withLock { $0[index.page][index.chunk] = result }
            }
        }
        return results.withLock { $0 }
    }

    private static func entry(of text: Text, _ page: PageChunks, _ vectors: [QuantizedVector]) -> VectorStore.Entry {
        let chunks = zip(page.chunks, vectors).map {
            ChunkCoding.Chunk(start: $0.bytes.lowerBound, end: $0.bytes.upperBound, vector: $1)
        }
        return VectorStore.Entry(
            text: text.id, hash: text.hash, omission: page.omission?.rawValue, chunkCount: chunks.count,
            chunks: ChunkCoding.encode(chunks))
    }

    /// If the model fails for all together, texts are tried in halves and finally one by one. Throws if each of several
    /// texts fails: the fault is not in the texts then.
    private func embed(_ texts: [String]) throws -> [Result<QuantizedVector, any Error>] {
        let results = embedInParts(texts)
        // Only the presence of vectors matters here. Errors are handled one by one.
        if texts.count > 1, results.allSatisfy({ (try? $0.get()) == nil }) {
            for case .failure(let error) in results {
                if case EmbeddingError.outOfMemory = error { continue }
                throw error
            }
        }
        return results
    }

    private func embedInParts(_ texts: [String]) -> [Result<QuantizedVector, any Error>] {
        do {
            let vectors = try embedder.embed(texts)
            guard vectors.count == texts.count, vectors.allSatisfy({ $0.count == embedder.dimensions }) else {
                throw DocSearchError(
                    .failed, "The model \"\(embedder.modelID)\" returned the wrong number or length of vectors.")
            }
            return vectors.map { vector in Result { try QuantizedVector(vector) } }
        } catch {
            guard texts.count > 1 else { return [.failure(error)] }
            let middle = texts.count / 2
            return embedInParts(Array(texts[..<middle])) + embedInParts(Array(texts[middle...]))
        }
    }

    /// The threads are made for this, because a lowered priority cannot be raised again.
    private func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Void) throws {
        let next = Atomic(0)
        let failure = Mutex<(any Error)?>(nil)
        let group = DispatchGroup()
        for started in 0..<min(threads, count) {
            group.enter()
            let work = { @Sendable [stop] in
                defer { group.leave() }
                // On Linux a thread has a priority of its own (setpriority(2), "C library/kernel differences").
                _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 19)
                while !stop.isSet, failure.withLock({ $0 == nil }) {
                    let number = next.wrappingAdd(1, ordering: .relaxed).oldValue
                    guard number < count else { return }
                    do { try body(number) } catch { failure.withLock { $0 = $0 ?? error } }
                }
            }
            do { try WorkThread.start(stackSize: 4 << 20, work) } catch {
                group.leave()
                // The started threads do all the work.
                guard started > 0 else { throw error }
                break
            }
        }
        group.wait()
        if let error = failure.withLock({ $0 }) { throw error }
    }
}
