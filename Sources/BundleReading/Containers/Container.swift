internal import ExtractionProtocol

/// Is handed bytes, a piece at a time.
typealias ByteConsumer = (UnsafeRawBufferPointer) throws -> Void

/// Something that holds files: a zip, a folder, a mail message.
///
/// Not for use from several threads at once.
protocol Container: AnyObject {
    /// In the container's own order. Nothing is checked yet; what is not going to be read has a refusal.
    var entries: [BundleEntry] { get }
    var budget: ReadingBudget { get }
    /// Why there may be more in it than its entries.
    var flaws: [BundleError] { get }
    /// Whether it may have been cut off behind its last entry: nothing but a manifest could tell.
    var lacksEnd: Bool { get }

    /// ``read(_:named:limit:_:)`` of an entry that is not refused; errors need not say its name.
    func unpack(_ entry: BundleEntry, limit: ByteLimit, _ consume: ByteConsumer) throws

    /// The whole entry, for as long as the caller keeps it. Throws ``BundleError`` that says `name`.
    func content(of entry: BundleEntry, named name: String) throws -> DocumentContent
}

extension Container {
    var flaws: [BundleError] { [] }
    var lacksEnd: Bool { false }

    /// Hands the bytes of an entry to `consume`, a piece at a time, and what is known to be wrong with them at the end.
    ///
    /// `name` is what the entry is called in errors. Throws ``BundleError`` that says it, and what `consume` throws.
    func read(_ entry: BundleEntry, named name: String, limit: ByteLimit, _ consume: ByteConsumer) throws {
        if let refusal = entry.refusal { throw BundleError(refusal.code, refusal.reason, entry: name) }
        try BundleError.naming(name) { try unpack(entry, limit: limit, consume) }
    }

    func content(of entry: BundleEntry, named name: String) throws -> DocumentContent {
        let collector = ContentCollector(memoryBytes: budget.limits.memoryBytes)
        try read(entry, named: name, limit: .document(budget.limits)) { try collector.append($0) }
        return collector.finish()
    }

    /// Throws ``BundleError`` that says the entry's name when it is damaged or longer than the limit.
    func bytes(of entry: BundleEntry, limit: ByteLimit) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try read(entry, named: entry.name, limit: limit) { bytes.append(contentsOf: $0) }
        return bytes
    }
}
