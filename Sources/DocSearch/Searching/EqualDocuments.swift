import SentenceEmbedding

/// Documents that are equally good are in the order of their paths: their numbers tell only which was read first, and
/// several readers do not always finish in the same order.
extension IndexStore {
    func inOrderOfPaths(_ ids: [Int64], limit: Int = .max) throws -> [Int64] {
        guard ids.count > 1 else { return Array(ids.prefix(limit)) }
        var found: [Int64] = []
        do {
            found = try sorted(ids, by: .path, limit: limit)
        } catch let error as DocSearchError where error.code == .damagedIndex {
            // Damaged rows of some are no reason not to show the others.
        }
        guard found.count < min(limit, ids.count) else { return found }
        let known = Set(found)
        return Array((found + ids.filter { !known.contains($0) }.sorted()).prefix(limit))
    }

    func inOrder<Element>(
        _ elements: [Element], id: KeyPath<Element, Int64>, score: (Element) -> Double
    ) throws -> [Element] {
        let scores = elements.map(score)
        let isEqual = scores.indices.map { position in
            position > 0 && scores[position - 1] == scores[position]
                || position + 1 < scores.count && scores[position + 1] == scores[position]
        }
        let ids = zip(elements, isEqual).filter(\.1).map { $0.0[keyPath: id] }
        guard !ids.isEmpty else { return elements }
        let order = Dictionary(
            try inOrderOfPaths(ids).enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        let places = elements.indices.map { order[elements[$0][keyPath: id]] ?? $0 }
        return elements.indices.sorted { (scores[$1], places[$0]) < (scores[$0], places[$1]) }.map { elements[$0] }
    }
}

extension MeaningSearch {
    init(_ vectors: VectorFile, _ index: IndexStore) {
        self.init(
            vectors: vectors, textID: index.textID(document:page:),
            unrelatedCosine: EmbeddingModel(modelID: vectors.header.model)?.unrelatedCosine ?? 0
        ) {
            try index.inOrder($0, id: \.id, score: \.similarity)
        }
    }
}
