import Synchronization

/// The sizes of pages that readers have measured: each tile of a page asks for them.
final class MeasuredSizes: Sendable {
    private struct Known {
        /// Of a page that cannot be opened nil.
        var sizes: [String: [Int: PageText.Size?]] = [:]
        var count = 0
    }

    private let known = Mutex(Known())
    private static let most = 200_000

    /// Nil where it was not asked for; a value that is nil for a page that has none.
    func size(_ page: Int, of document: String) -> PageText.Size?? { known.withLock { $0.sizes[document]?[page] } }

    func insert(_ sizes: [Int: PageText.Size?], of document: String) {
        known.withLock { known in
            // They are measured anew; this is memory, and the wait is short.
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
