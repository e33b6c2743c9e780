import SentenceEmbedding

/// Finds the documents whose pages say something near to a vector.
struct MeaningSearch {
    /// A page that is near, and its nearest chunk.
    struct Page: Sendable, Equatable {
        /// From 1.
        var page: Int
        var textID: Int64
        /// UTF-8 offsets in the page's text.
        var chunk: Range<Int>
        /// The chunk's place in the file of vectors.
        var place: Int
        /// The cosine of the angle: 1 for the same, about 0 for what has nothing to do with it.
        var similarity: Double
    }

    /// A document with such pages, the nearest first.
    struct Document: Sendable, Equatable {
        var id: Int64
        var pages: [Page]

        var similarity: Double { pages.first?.similarity ?? 0 }
    }

    let vectors: VectorFile
    /// The number of a page's text in the index; nil where the index has no such page.
    let textID: (_ document: Int64, _ page: Int) throws -> Int64?

    /// Chunks of a document that are compared with floats.
    private static let closeLook = 12
    /// Documents beyond the limit that are compared with floats: some are gone from the index, and whole numbers may have
    /// others in front.
    private static let spare = 100

    /// The nearest documents, best first.
    ///
    /// - Parameters:
    ///   - vector: Of length 1.
    ///   - documents: Those that may answer, ascending; nil for all of them.
    ///   - limit: Of documents.
    ///   - floor: What is less similar does not answer.
    ///   - isOver: Whether the time is up.
    /// - Returns: `isComplete` is false when `isOver` ended the search before all was compared.
    /// - Throws: `CancellationError`; ``EmbeddingError`` for a vector with numbers that are none.
    func documents(
        near vector: [Float], among documents: [Int64]?, limit: Int, floor: Double, isOver: () -> Bool = { false }
    ) throws -> (found: [Document], isComplete: Bool) {
        guard vector.count == vectors.header.dimensions, vectors.count > 0 else { return ([], true) }
        let scan = VectorScan(vectors, for: try QuantizedVector(vector))
        let ranges = documents.map(chunks) ?? [0..<vectors.count]
        let (candidates, isComplete) = try scan.best(in: ranges, limit: limit + Self.spare, isOver: isOver)
        var found: [Document] = []
        for candidate in candidates {
            let all = chunks(of: candidate.document, around: candidate.chunks.lowerBound)
            let near = scan.chunks(nearestIn: all, limit: Self.closeLook)
            let pages = try pages(near, of: candidate.document, near: vector, floor: floor)
            if !pages.isEmpty { found.append(Document(id: candidate.document, pages: pages)) }
        }
        found.sort { $0.similarity != $1.similarity ? $0.similarity > $1.similarity : $0.id < $1.id }
        return (Array(found.prefix(limit)), isComplete)
    }

    /// Each page once, with its nearest chunk. A page that has another text by now is not among them.
    private func pages(_ places: [Int], of document: Int64, near vector: [Float], floor: Double) throws -> [Page] {
        var pages: [Page] = []
        for (place, similarity) in places.map({ ($0, self.similarity(of: $0, to: vector)) }).sorted(by: { $0.1 > $1.1 })
        {
            let (page, textID) = (Int(vectors.pages[place]), vectors.texts[place])
            let (start, end) = (Int(vectors.starts[place]), Int(vectors.ends[place]))
            guard similarity >= floor, start < end, !pages.contains(where: { $0.page == page }),
                try self.textID(document, page) == textID
            else { continue }
            pages.append(
                Page(page: page, textID: textID, chunk: start..<end, place: place, similarity: similarity))
        }
        return pages
    }

    private func similarity(of place: Int, to vector: [Float]) -> Double {
        let first = place * vectors.header.dimensions
        var sum: Float = 0
        for column in 0..<vectors.header.dimensions { sum += vector[column] * Float(vectors.values[first + column]) }
        return Double(sum * vectors.scales[place])
    }

    /// Where the chunks of documents stand, for numbers in ascending order. A document that follows the last is found in a
    /// step or two, one far behind it by doubling the steps.
    private func chunks(of ids: [Int64]) -> [Range<Int>] {
        let documents = vectors.documents
        var ranges: [Range<Int>] = []
        var position = 0
        for id in ids where position < documents.count {
            position = Self.first(from: position, in: documents) { $0 >= id }
            let end = Self.first(from: position, in: documents) { $0 > id }
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

    private func chunks(of document: Int64, around place: Int) -> Range<Int> {
        let documents = vectors.documents
        var (start, end) = (place, place + 1)
        while start > 0, documents[start - 1] == document { start -= 1 }
        while end < documents.count, documents[end] == document { end += 1 }
        return start..<end
    }

    /// The first place from `start` on that is `far`, as all behind it are.
    private static func first(
        from start: Int, in documents: UnsafeBufferPointer<Int64>, where isFar: (Int64) -> Bool
    ) -> Int {
        var (low, step) = (start, 1)
        while low + step <= documents.count, !isFar(documents[low + step - 1]) {
            low += step
            step *= 2
        }
        var high = min(low + step, documents.count)
        while low < high {
            let middle = (low + high) / 2
            if isFar(documents[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
