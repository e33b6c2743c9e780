import SentenceEmbedding

struct MeaningSearch {
    struct Page: Sendable, Equatable {
        /// From 1.
        var page: Int
        var textID: Int64
        /// UTF-8 offsets in the page's text.
        var chunk: Range<Int>
        /// In the file of vectors.
        var index: Int
        /// 1 for the same, about 0 for an unrelated one.
        var similarity: Double
    }

    struct Document: Sendable, Equatable {
        var id: Int64
        var pages: [Page]

        var similarity: Double { pages.first?.similarity ?? 0 }
    }

    let vectors: VectorFile
    let textID: (_ document: Int64, _ page: Int) throws -> Int64?
    /// The cosine that counts as a similarity of 0.
    var unrelatedCosine = 0.0
    /// The mean of vectors that differ is shorter than 1, and scaled to 1 it is nearer to all others.
    var askedLength = 1.0
    var inOrder: ([Document]) throws -> [Document] = { $0 }

    private static let closeLook = 12
    /// Some documents may be gone, and whole numbers may rank others first.
    private static let spare = 100

    /// As far as whole numbers tell, nearest first.
    struct Candidates: Sendable {
        var found: [VectorScan.Found]
        var isComplete: Bool
    }

    /// `vector` has length 1, and `documents` are ascending, nil for all. Needs no index. `limit` is the number of
    /// documents finally wanted; some more are found if possible.
    static func candidates(
        in vectors: VectorFile, near vector: [Float], among documents: [Int64]?, limit: Int,
        isOver: () -> Bool = { false }
    ) throws -> Candidates {
        guard vector.count == vectors.header.dimensions, vectors.count > 0 else {
            return Candidates(found: [], isComplete: true)
        }
        let ranges = documents.map { chunks(of: $0, in: vectors) } ?? [0..<vectors.count]
        let (found, isComplete) = try VectorScan(vectors, for: try QuantizedVector(vector))
            .best(in: ranges, limit: limit + spare, isOver: isOver)
        try vectors.requireWhole()
        return Candidates(found: found, isComplete: isComplete)
    }

    func documents(
        near vector: [Float], among documents: [Int64]?, limit: Int, floor: Double, isOver: () -> Bool = { false }
    ) throws -> (found: [Document], isComplete: Bool) {
        let candidates = try Self.candidates(in: vectors, near: vector, among: documents, limit: limit, isOver: isOver)
        return (try self.documents(of: candidates, near: vector, limit: limit, floor: floor), candidates.isComplete)
    }

    /// Only those that the index still has, best first; `vector` must be the one they were compared with.
    func documents(of candidates: Candidates, near vector: [Float], limit: Int, floor: Double) throws -> [Document] {
        guard vector.count == vectors.header.dimensions else { return [] }
        let scan = VectorScan(vectors, for: try QuantizedVector(vector))
        var found: [Document] = []
        for candidate in candidates.found {
            let all = chunks(of: candidate.document, around: candidate.chunks.lowerBound)
            let near = scan.chunks(nearestIn: all, limit: Self.closeLook)
            let pages = try pages(near, of: candidate.document, near: vector, floor: floor)
            if !pages.isEmpty { found.append(Document(id: candidate.document, pages: pages)) }
        }
        try vectors.requireWhole()
        found.sort { ($1.similarity, $0.id) < ($0.similarity, $1.id) }
        return Array(try inOrder(found).prefix(limit))
    }

    /// Each page once, with its nearest chunk. Pages whose text has changed are skipped.
    private func pages(_ near: [Int], of document: Int64, near vector: [Float], floor: Double) throws -> [Page] {
        var pages: [Page] = []
        for (index, similarity) in near.map({ ($0, self.similarity(of: $0, to: vector)) }).sorted(by: { $0.1 > $1.1 }) {
            let (page, textID) = (Int(vectors.pages[index]), vectors.texts[index])
            let (start, end) = (Int(vectors.starts[index]), Int(vectors.ends[index]))
            guard similarity >= floor, start < end, !pages.contains(where: { $0.page == page }),
                try self.textID(document, page) == textID
            else { continue }
            pages.append(Page(page: page, textID: textID, chunk: start..<end, index: index, similarity: similarity))
        }
        return pages
    }

    private func similarity(of index: Int, to vector: [Float]) -> Double {
        let first = index * vectors.header.dimensions
        var sum: Float = 0
        for column in 0..<vectors.header.dimensions { sum += vector[column] * Float(vectors.values[first + column]) }
        let cosine = Double(sum * vectors.scales[index])
        let own = askedLength * askedLength - unrelatedCosine
        guard unrelatedCosine > 0, askedLength < 1, own > 0 else {
            return (cosine - unrelatedCosine) / (1 - unrelatedCosine)
        }
        // Less what all vectors have in common, the lengths of both are these roots.
        let lengths = own.squareRoot() * (1 - unrelatedCosine).squareRoot()
        return min(1, (cosine * askedLength - unrelatedCosine) / lengths)
    }

    private static func chunks(of ids: [Int64], in vectors: VectorFile) -> [Range<Int>] {
        let documents = vectors.documents
        var ranges: [Range<Int>] = []
        var position = 0
        for id in ids where position < documents.count {
            position = first(from: position, in: documents) { $0 >= id }
            let end = first(from: position, in: documents) { $0 > id }
            guard position < end else { continue }
            if let last = ranges.last, last.upperBound == position {
                ranges[ranges.count - 1] = last.lowerBound..<end
            } else {
                ranges.append(position..<end)
            }
            position = end
        }
        return ranges
    }

    private func chunks(of document: Int64, around index: Int) -> Range<Int> {
        let documents = vectors.documents
        var (start, end) = (index, index + 1)
        while start > 0, documents[start - 1] == document { start -= 1 }
        while end < documents.count, documents[end] == document { end += 1 }
        return start..<end
    }

    private static func first(
        from start: Int, in documents: UnsafeBufferPointer<Int64>, where isFar: (Int64) -> Bool
    ) -> Int {
        var (low, step) = (start, 1)
        while low + step <= documents.count, !isFar(documents[low + step - 1]) {
            low += step
            step *= 2
        }
        return documents[low..<min(low + step, documents.count)].partitioningIndex(where: isFar)
    }
}
