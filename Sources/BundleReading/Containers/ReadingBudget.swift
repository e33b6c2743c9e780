internal import ExtractionProtocol

final class ReadingBudget {
    let limits: ExtractionLimits
    /// A container that is opened again counts once.
    private var entriesOf: [String: Int64] = [:]
    private var entries: Int64 = 0
    /// Bytes read again count once.
    private var bytesGiven: [Key: Int64] = [:]
    private var sizes: [String: Size] = [:]
    /// Bytes by which all containers' output exceeds their own size. A bomb grows; scans do not.
    private var growth: Int64 = 0
    /// False while nothing that is read is kept.
    var countsBytes = true

    private struct Key: Hashable {
        let container: String
        let entry: UInt64
    }

    private struct Size {
        var own: Int64 = 0
        var given: Int64 = 0

        var growth: Int64 { max(0, given - own) }
    }

    init(limits: ExtractionLimits) { self.limits = limits }

    /// `byteCount` is the size of the container's file, or of all files of a folder.
    func begin(container: String, byteCount: Int64) {
        entries -= entriesOf.removeValue(forKey: container) ?? 0
        change(container) { $0.own = byteCount }
    }

    private func change(_ container: String, _ body: (inout Size) -> Void) {
        var size = sizes[container] ?? Size()
        growth -= size.growth
        body(&size)
        growth += size.growth
        sizes[container] = size
    }

    func count(entries number: Int64, in kind: String, container: String) throws {
        let before = entries
        let (sum, isHuge) = before.addingReportingOverflow(number)
        guard !isHuge, sum <= limits.entries else {
            throw BundleError.limit(
                "entries", of: limits.entries,
                "this \(kind) has \(number) entries" + (before > 0 ? ", and the bundle \(before) before it" : ""))
        }
        entries = sum
        entriesOf[container, default: 0] += number
    }

    func begin(container: String, entry: UInt64) {
        guard countsBytes else { return }
        guard let before = bytesGiven.removeValue(forKey: Key(container: container, entry: entry)) else { return }
        change(container) { $0.given -= before }
    }

    func count(bytes: Int64, container: String, entry: UInt64) throws {
        guard countsBytes else { return }
        change(container) { $0.given += bytes }
        bytesGiven[Key(container: container, entry: entry), default: 0] += bytes
        if growth > limits.bundleBytes {
            throw BundleError.limit(
                "bundleBytes", of: limits.bundleBytes, "with it the bundle unpacks to more bytes than allowed")
        }
    }
}

struct CountedBytes {
    private(set) var given: Int64 = 0
    private let budget: ReadingBudget
    private let container: String
    private let entry: UInt64
    private let limit: ByteLimit?

    /// Without a limit, only those of growth and ratio apply.
    init(of entry: UInt64, in container: String, _ budget: ReadingBudget, limit: ByteLimit?) {
        (self.budget, self.container, self.entry, self.limit) = (budget, container, entry, limit)
        budget.begin(container: container, entry: entry)
    }

    /// `taken` is the number of compressed bytes so far; nil where nothing is compressed.
    ///
    /// Content that fits in memory may have any ratio: raw images of blank pages have more than 200, and holes in files
    /// take no room in a tar.
    mutating func add(_ count: Int, of taken: Int64?) throws {
        given += Int64(count)
        try limit?.check(given)
        try budget.count(bytes: Int64(count), container: container, entry: entry)
        guard let taken, given > budget.limits.memoryBytes else { return }
        try UnpackingRatio.check(given: given, taken: taken, maximum: budget.limits.compressionRatio)
    }
}

/// `name` is that of a property of ``ExtractionLimits``.
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

    func check(_ count: Int64) throws {
        if count > self.count { throw BundleError.limit(name, of: self.count, "it has more bytes than allowed") }
    }
}

enum UnpackingRatio {
    static func check(given: Int64, taken: Int64, maximum: Int) throws {
        let (allowed, isHuge) = max(taken, 1).multipliedReportingOverflow(by: Int64(maximum))
        guard !isHuge, given > allowed else { return }
        throw BundleError.limit(
            "compressionRatio", of: maximum,
            "its first \(taken) bytes unpack to \(given), \(given / max(taken, 1)) for each")
    }
}
