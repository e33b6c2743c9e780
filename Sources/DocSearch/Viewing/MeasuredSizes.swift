import Synchronization

/// Page sizes from readers, kept because each tile of a page needs them.
final class MeasuredSizes: Sendable {
    private struct Known {
        var sizes: [String: [Int: PageText.Size?]] = [:]
        var count = 0
    }

    private let known = Mutex(Known())
    private static let most = 200_000

    /// Nil when it was not measured; a nil value for a page without a size.
    func size(_ page: Int, of document: String) -> PageText.Size?? { known.withLock { $0.sizes[document]?[page] } }

    func insert(_ sizes: [Int: PageText.Size?], of document: String) {
        known.withLock { known in
            // Dropped to bound memory. Measuring again takes little time.
            if known.count + sizes.count > Self.most { known = Known() }
            let before = known.sizes[document]?.count ?? 0
            known.sizes[document, default: [:]].merge(sizes) { $1 }
            known.count += (known.sizes[document]?.count ?? 0) - before
        }
    }

    func remove(_ document: String) {
        known.withLock { known in known.count -= known.sizes.removeValue(forKey: document)?.count ?? 0 }
    }
}
