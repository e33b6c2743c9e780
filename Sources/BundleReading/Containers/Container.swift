internal import ExtractionProtocol

/// Something that holds files: a zip, a folder, a mail message.
///
/// Not for use from several threads at once.
protocol Container: AnyObject {
    /// In the container's own order. Nothing is checked yet; what is not going to be read has a refusal.
    var entries: [BundleEntry] { get }
    var budget: ReadingBudget { get }
    /// Why there may be more in it than its entries.
    var flaws: [BundleError] { get }

    /// Hands the bytes of an entry to `consume`, a piece at a time, and what is known to be wrong with them at the end.
    ///
    /// `name` is what the entry is called in errors. Throws ``BundleError`` that says it, and what `consume` throws.
    func read(
        _ entry: BundleEntry, named name: String, limit: ByteLimit,
        _ consume: (UnsafeRawBufferPointer) throws -> Void
    ) throws

    /// The whole entry, for as long as the caller keeps it. Throws ``BundleError`` that says `name`.
    func content(of entry: BundleEntry, named name: String) throws -> DocumentContent
}

extension Container {
    var flaws: [BundleError] { [] }

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

/// The most bytes that a file may have, and the name of that limit among the properties of ``ExtractionLimits``.
struct ByteLimit: Sendable {
    let name: String
    let count: Int64

    static func document(_ limits: ExtractionLimits) -> ByteLimit {
        ByteLimit(name: "entryBytes", count: limits.entryBytes)
    }

    static func metadata(_ limits: ExtractionLimits) -> ByteLimit {
        ByteLimit(name: "metadataBytes", count: Int64(limits.metadataBytes))
    }

    static func markup(_ limits: ExtractionLimits) -> ByteLimit {
        ByteLimit(name: "markupBytes", count: Int64(limits.markupBytes))
    }

    /// Throws ``BundleError`` when `count` is more.
    func check(_ count: Int64) throws {
        if count > self.count { throw BundleError.limit(name, of: self.count, "it has more bytes than allowed") }
    }
}

/// How many bytes come of each packed one.
enum UnpackingRatio {
    /// Throws ``BundleError`` when `given` unpacked bytes are too many for the `taken` ones that they came of.
    static func check(given: Int64, taken: Int64, maximum: Int) throws {
        let (allowed, isHuge) = max(taken, 1).multipliedReportingOverflow(by: Int64(maximum))
        guard !isHuge, given > allowed else { return }
        throw BundleError.limit(
            "compressionRatio", of: maximum,
            "its first \(taken) bytes unpack to \(given), \(given / max(taken, 1)) for each")
    }
}
