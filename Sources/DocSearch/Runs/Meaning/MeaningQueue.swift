import Foundation
import SentenceEmbedding

/// Pages without vectors, newest documents first.
struct MeaningQueue {
    private let stores: IndexStores
    private let vectors: VectorStore
    private let maker: Int64
    private var states: VectorStore.States
    private let first: VectorStore.States
    private var end = Int64.max
    private var found: ArraySlice<Int64> = []
    let waiting: Int

    struct Round {
        var pages = 0
        var computed = 0
        var embedded = 0
        var omitted = 0
        var withoutMemory = 0
        var failed = 0
        var failure: (any Error)?
        /// The index check has them read again.
        var unreadable = 0
    }

    struct Portion {
        /// Ids of `page_text`; they may be repeated.
        var texts: [Int64] = []
        var done = 0
    }

    private static let step = 2_000

    init(stores: IndexStores, vectors: VectorStore, maker: Int64) throws {
        (self.stores, self.vectors, self.maker) = (stores, vectors, maker)
        let states = try vectors.states(maker: maker, pagesStore: stores.pages.identifier())
        var waiting = 0
        try stores.index.pagesWithText { _, text in if states[text] == .waiting { waiting += 1 } }
        (self.states, first, self.waiting) = (states, states, waiting)
    }

    mutating func next(_ count: Int) throws -> Portion? {
        var portion = Portion()
        while portion.texts.count < count {
            guard let text = found.popFirst() else {
                let pages = try stores.index.pagesWithText(before: end, limit: Self.step)
                guard let last = pages.last else { break }
                end = last.page
                found = pages.map(\.text)[...]
                continue
            }
            if states[text] == .waiting {
                portion.texts.append(text)
            } else if first[text] == .waiting {
                portion.done += 1
            }
        }
        return portion.texts.isEmpty && portion.done == 0 ? nil : portion
    }

    mutating func embed(_ portion: Portion, _ embedding: TextEmbedding) throws -> Round {
        let texts = portion.texts
        let read = try stores.pages.texts(Array(Set(texts)))
        let hashes = read.mapValues(TextEmbedding.hash)
        let known = try vectors.link(hashes.map { (id: $0.key, hash: $0.value) }, maker: maker)
        var newest: [Data: Int64] = [:]
        for text in texts where !known.contains(text) {
            if let hash = hashes[text], newest[hash] == nil { newest[hash] = text }
        }
        let wanted = newest.values.sorted(by: >).compactMap { id in
            read[id].map { TextEmbedding.Text(id: id, hash: hashes[id] ?? Data(), text: $0) }
        }
        let embedded = try embedding.entries(of: wanted)
        try vectors.insert(embedded.entries, maker: maker)
        let outcomes = Dictionary(embedded.entries.map { ($0.hash, $0) }) { first, _ in first }
        // Other pages of the round with the same text.
        let others = hashes.filter { outcomes[$0.value] != nil && outcomes[$0.value]?.text != $0.key }
        _ = try vectors.link(others.map { (id: $0.key, hash: $0.value) }, maker: maker)
        var round = Round(
            pages: portion.done, withoutMemory: embedded.withoutMemory, failed: embedded.failed,
            failure: embedded.failure, unreadable: texts.count { hashes[$0] == nil })
        for text in texts {
            if known.contains(text) {
                round.pages += 1
                // The exact state matters only to "docsearch status", which reads the states itself.
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
