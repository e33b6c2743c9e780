import Foundation
import SentenceEmbedding

/// The pages that have no vectors yet, those of the newest documents first, and what becomes of them.
struct MeaningQueue {
    private let stores: IndexStores
    private let vectors: VectorStore
    private let maker: Int64
    private var states: VectorStore.States
    /// Ids of pages below it were not looked at.
    private var end = Int64.max
    private var found: ArraySlice<Int64> = []
    /// Pages that waited in the beginning.
    let waiting: Int

    /// What a round has done.
    struct Round {
        /// Pages that wait no more.
        var pages = 0
        /// Those of them whose vectors were computed or that were passed over now, and not found again.
        var computed = 0
        /// Pages that got vectors now.
        var embedded = 0
        /// Pages that were passed over now.
        var omitted = 0
        /// Pages that are left for another run because there was no memory for them.
        var withoutMemory = 0
    }

    private static let step = 2_000

    init(stores: IndexStores, vectors: VectorStore, maker: Int64) throws {
        (self.stores, self.vectors, self.maker) = (stores, vectors, maker)
        let states = try vectors.states(maker: maker, pagesStore: stores.pages.identifier())
        var waiting = 0
        try stores.index.pagesWithText { _, text in if states[text] == .waiting { waiting += 1 } }
        (self.states, self.waiting) = (states, waiting)
    }

    /// The numbers of the texts of so many pages; nil when there are no more.
    mutating func next(_ count: Int) throws -> [Int64]? {
        var texts: [Int64] = []
        while texts.count < count {
            guard let text = found.popFirst() else {
                let pages = try stores.index.pagesWithText(before: end, limit: Self.step)
                guard let last = pages.last else { break }
                end = last.page
                found = pages.map(\.text)[...]
                continue
            }
            if states[text] == .waiting { texts.append(text) }
        }
        return texts.isEmpty ? nil : texts
    }

    /// Finds or computes the vectors of texts and keeps them. A text that cannot be read is left alone: the check of the
    /// index has it read again.
    mutating func embed(_ texts: [Int64], _ embedding: TextEmbedding) throws -> Round {
        let read = try stores.pages.texts(Array(Set(texts)))
        let hashes = read.mapValues(TextEmbedding.hash)
        let known = try vectors.link(hashes.map { (id: $0.key, hash: $0.value) }, maker: maker)
        var first: [Data: Int64] = [:]
        for text in texts where !known.contains(text) {
            if let hash = hashes[text], first[hash] == nil { first[hash] = text }
        }
        let wanted = first.values.sorted(by: >).compactMap { id in
            read[id].map { TextEmbedding.Text(id: id, hash: hashes[id] ?? Data(), text: $0) }
        }
        let (entries, withoutMemory) = try embedding.entries(of: wanted)
        try vectors.insert(entries, maker: maker)
        let outcomes = Dictionary(entries.map { ($0.hash, $0) }) { first, _ in first }
        // The same text on other pages of the round.
        let others = hashes.filter { outcomes[$0.value] != nil && outcomes[$0.value]?.text != $0.key }
        _ = try vectors.link(others.map { (id: $0.key, hash: $0.value) }, maker: maker)
        var round = Round()
        round.withoutMemory = withoutMemory
        for text in texts {
            if known.contains(text) {
                round.pages += 1
                // Which of the states it is matters only in "docsearch status", which reads them.
                states.set(.embedded, of: text)
            } else if let hash = hashes[text], let entry = outcomes[hash] {
                let state = VectorStore.State(omission: entry.omission, chunkCount: entry.chunkCount)
                states.set(state, of: text)
                round.pages += 1
                round.computed += 1
                if state == .embedded { round.embedded += 1 } else { round.omitted += 1 }
            }
        }
        return round
    }
}
