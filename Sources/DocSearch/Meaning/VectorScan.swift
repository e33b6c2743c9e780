import Foundation
import SentenceEmbedding
import Synchronization

struct VectorScan {
    struct Found {
        var document: Int64
        var chunks: Range<Int>
        /// As far as whole numbers tell.
        var similarity: Float
    }

    let vectors: VectorFile
    let question: QuantizedVector

    /// Compared between checks of the time, about a millisecond.
    private static let pieceLength = 1 << 15
    /// With fewer chunks a second thread costs more than it saves.
    private static let fewChunks = 1 << 17

    init(_ vectors: VectorFile, for question: QuantizedVector) { (self.vectors, self.question) = (vectors, question) }

    func best(
        in ranges: [Range<Int>], limit: Int, isOver: () -> Bool = { false }
    ) throws -> (found: [Found], isComplete: Bool) {
        let pieces = Self.pieces(of: ranges)
        let chunkCount = ranges.reduce(0) { $0 + $1.count }
        // The search by words has a processor of its own: two threads compete for the same memory.
        let processors = ProcessInfo.processInfo.activeProcessorCount
        let threads = chunkCount < Self.fewChunks ? 1 : max(1, min(2, processors - 1))
        var best: [Int64: Found] = [:]
        // Documents below the last one needed by now need not be sorted.
        var floor = -Float.infinity
        var next = 0
        while next < pieces.count {
            if Task.isCancelled { throw CancellationError() }
            guard !isOver() else { return (sorted(best, limit: limit), false) }
            let some = Array(pieces[next..<min(next + threads, pieces.count)])
            next += some.count
            for found in compare(some, limit: limit, above: floor).joined() {
                let known = best[found.document]
                if known.map({ $0.similarity < found.similarity }) ?? true { best[found.document] = found }
            }
            guard best.count > limit else { continue }
            let nearest = sorted(best, limit: limit)
            best = Dictionary(nearest.map { ($0.document, $0) }) { first, _ in first }
            if let last = nearest.last, question.scale > 0 { floor = last.similarity / question.scale }
        }
        return (sorted(best, limit: limit), true)
    }

    private static func pieces(of ranges: [Range<Int>]) -> [[Range<Int>]] {
        var pieces: [[Range<Int>]] = []
        var (piece, length) = ([Range<Int>](), 0)
        for range in ranges {
            var rest = range
            while !rest.isEmpty {
                let part = rest.prefix(pieceLength - length)
                piece.append(part)
                length += part.count
                rest = rest.dropFirst(part.count)
                guard length == pieceLength else { continue }
                pieces.append(piece)
                (piece, length) = ([], 0)
            }
        }
        if !piece.isEmpty { pieces.append(piece) }
        return pieces
    }

    private func sorted(_ found: [Int64: Found], limit: Int) -> [Found] {
        let order = found.values.sorted { ($1.similarity, $0.document) < ($0.similarity, $1.document) }
        return Array(order.prefix(limit))
    }

    private func compare(_ pieces: [[Range<Int>]], limit: Int, above floor: Float) -> [[Found]] {
        guard pieces.count > 1 else { return pieces.map { compare($0, limit: limit, above: floor) } }
        let results = Mutex([[Found]](repeating: [], count: pieces.count))
        DispatchQueue.concurrentPerform(iterations: pieces.count) { number in
            let found = compare(pieces[number], limit: limit, above: floor)
            results.withLock { $0[number] = found }
        }
        return results.withLock { $0 }
    }

    private func compare(_ piece: [Range<Int>], limit: Int, above floor: Float) -> [Found] {
        var best = BestFew(limit: limit)
        let longest = piece.map(\.count).max() ?? 0
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: longest) { products in
            for range in piece {
                multiply(range, into: UnsafeMutableBufferPointer(rebasing: products[..<range.count]))
                addDocuments(of: range, products, above: floor, to: &best)
            }
        }
        return best.sorted.map { chunk, similarity in
            Found(
                document: vectors.documents[chunk], chunks: chunk..<chunk + 1,
                similarity: Float(similarity) * question.scale)
        }
    }

    private func addDocuments(
        of range: Range<Int>, _ products: UnsafeMutableBufferPointer<Int32>, above floor: Float,
        to best: inout BestFew
    ) {
        let (documents, scales) = (vectors.documents, vectors.scales)
        var (nearest, similarity): (Int, Float) = (range.lowerBound, -.infinity)
        for chunk in range {
            if documents[chunk] != documents[nearest] {
                if similarity.isFinite, similarity > floor { best.add(nearest, Double(similarity)) }
                (nearest, similarity) = (chunk, -.infinity)
            }
            let product = Float(products[chunk - range.lowerBound]) * scales[chunk]
            // A damaged file may contain invalid numbers.
            if product > similarity, product < .infinity { (nearest, similarity) = (chunk, product) }
        }
        if similarity.isFinite, similarity > floor { best.add(nearest, Double(similarity)) }
    }

    private func multiply(_ range: Range<Int>, into products: UnsafeMutableBufferPointer<Int32>) {
        let width = vectors.header.dimensions
        let numbers = vectors.values[range.lowerBound * width..<range.upperBound * width]
        question.multiply(with: UnsafeBufferPointer(rebasing: numbers), into: products)
    }

    /// As far as whole numbers tell, best first.
    func chunks(nearestIn range: Range<Int>, limit: Int) -> [Int] {
        var best = BestFew(limit: limit)
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: range.count) { products in
            multiply(range, into: products)
            for chunk in range {
                let product = Float(products[chunk - range.lowerBound]) * vectors.scales[chunk]
                if product.isFinite { best.add(chunk, Double(product)) }
            }
        }
        return best.sorted.map(\.number)
    }
}
