/// Ordered writes that wait for their transaction in `index.sqlite`. Each transaction adds a segment to the full-text
/// tables that must be merged later.
final class WriteGroup<Written> {
    private let index: IndexStore
    private var waiting: [() throws -> Written?] = []
    private var bytes = 0
    private var since = ContinuousClock.now

    private static var most: Int { 32 }
    /// Bytes at which fewer documents are written together.
    private static var mostBytes: Int { 8 << 20 }

    init(_ index: IndexStore) { self.index = index }

    var isEmpty: Bool { waiting.isEmpty }

    /// True when enough writes are waiting, or have waited long enough.
    var isDue: Bool { isFull || (!waiting.isEmpty && ContinuousClock.now - since > .milliseconds(500)) }

    /// True when there is enough for one transaction.
    var isFull: Bool { waiting.count >= Self.most || bytes >= Self.mostBytes }

    /// Adds a write that keeps about this many bytes in memory until it runs.
    func append(bytes: Int = 0, _ write: @escaping () throws -> Written?) {
        if waiting.isEmpty { since = ContinuousClock.now }
        waiting.append(write)
        self.bytes += bytes
    }

    /// Runs the waiting writes and `end` in one transaction. After an error none of them is written, and none waits any
    /// more.
    func flush(then end: () throws -> Void) throws -> [Written] {
        let writes = waiting
        waiting.removeAll()
        bytes = 0
        return try index.write { _ in
            let written = try writes.compactMap { try $0() }
            try end()
            return written
        }
    }
}
