/// Writes that wait for their transaction: each transaction adds a segment to the full-text tables that must be merged
/// later.
final class WriteGroup {
    typealias Written = DocumentCollector.Written

    private let index: IndexStore
    private var waiting: [() throws -> Written?] = []
    private var bytes = 0
    private var since = ContinuousClock.now

    private static let most = 32
    private static let mostBytes = 8 << 20

    init(_ index: IndexStore) { self.index = index }

    var isEmpty: Bool { waiting.isEmpty }

    var isDue: Bool { isFull || (!waiting.isEmpty && ContinuousClock.now - since > .milliseconds(500)) }

    var isFull: Bool { waiting.count >= Self.most || bytes >= Self.mostBytes }

    func append(bytes: Int = 0, _ write: @escaping () throws -> Written?) {
        if waiting.isEmpty { since = ContinuousClock.now }
        waiting.append(write)
        self.bytes += bytes
    }

    /// In one transaction with `end`. After an error nothing is written, and nothing waits any more.
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
