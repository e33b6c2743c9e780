import Synchronization

/// Page sizes from readers, kept because each tile of a page needs them.
final class MeasuredSizes: Sendable {
    private let known = Mutex<[String: [Int: PageText.Size?]]>([:])
    private static let most = 200_000

    /// Nil when it was not measured; a nil value for a page without a size.
    func size(_ page: Int, of document: String) -> PageText.Size?? { known.withLock { $0[document]?[page] } }

    func insert(_ sizes: [Int: PageText.Size?], of document: String) {
        known.withLock { known in
            // Dropped to bound memory. Measuring again takes little time.
            if known.values.reduce(sizes.count, { $0 + $1.count }) > Self.most { known = [:] }
            known[document, default: [:]].merge(sizes) { $1 }
        }
    }

    func remove(_ document: String) { known.withLock { $0[document] = nil } }
}
