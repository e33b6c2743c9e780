/// Writes that wait for their transaction of `index.sqlite`, in their order. Each transaction costs the full-text tables
/// a segment that has to be merged later.
final class WriteGroup<Written> {
    private let index: IndexStore
    private var waiting: [() throws -> Written?] = []
    private var bytes = 0
    private var since = ContinuousClock.now

    /// Documents written in one transaction.
    private static var most: Int { 32 }
    /// And fewer when they are large.
    private static var mostBytes: Int { 8 << 20 }

    init(_ index: IndexStore) { self.index = index }

    var isEmpty: Bool { waiting.isEmpty }

    /// Whether enough waits, or has waited long enough.
    var isDue: Bool { isFull || (!waiting.isEmpty && ContinuousClock.now - since > .milliseconds(500)) }

    /// Whether enough waits for one transaction.
    var isFull: Bool { waiting.count >= Self.most || bytes >= Self.mostBytes }

    /// Adds a write that holds about so many bytes until it is carried out.
    func append(bytes: Int = 0, _ write: @escaping () throws -> Written?) {
        if waiting.isEmpty { since = ContinuousClock.now }
        waiting.append(write)
        self.bytes += bytes
    }

    /// Carries out what waits, and what is to be done after it, in one transaction. After an error none of it is written,
    /// and none of it waits.
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
