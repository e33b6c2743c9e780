internal import ExtractionProtocol

typealias ByteConsumer = (UnsafeRawBufferPointer) throws -> Void

/// Not for use from several threads at once.
protocol Container: AnyObject {
    /// In the container's own order, unchecked. Entries that will not be read have a refusal.
    var entries: [BundleEntry] { get }
    var budget: ReadingBudget { get }
    var flaws: [BundleError] { get }
    /// It may have been cut off after its last entry, which only a manifest could tell.
    var lacksEnd: Bool { get }

    /// Like ``read(_:named:limit:_:)``, for an entry without a refusal. Errors need not name it.
    func unpack(_ entry: BundleEntry, limit: ByteLimit, _ consume: ByteConsumer) throws

    /// Lasts as long as the caller keeps it.
    func content(of entry: BundleEntry, named name: String) throws -> DocumentContent
}

extension Container {
    var flaws: [BundleError] { [] }
    var lacksEnd: Bool { false }

    func read(_ entry: BundleEntry, named name: String, limit: ByteLimit, _ consume: ByteConsumer) throws {
        if let refusal = entry.refusal { throw BundleError(refusal.code, refusal.reason, entry: name) }
        try BundleError.naming(name) { try unpack(entry, limit: limit, consume) }
    }

    func content(of entry: BundleEntry, named name: String) throws -> DocumentContent {
        let collector = ContentCollector(memoryBytes: budget.limits.memoryBytes)
        try read(entry, named: name, limit: .document(budget.limits)) { try collector.append($0) }
        return collector.finish()
    }

    func bytes(of entry: BundleEntry, limit: ByteLimit) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try read(entry, named: entry.name, limit: limit) { bytes.append(contentsOf: $0) }
        return bytes
    }
}
