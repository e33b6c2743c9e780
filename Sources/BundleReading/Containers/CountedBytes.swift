internal import ExtractionProtocol

/// Counts the bytes that an entry gives while it is read, and stops it where they are too many.
struct CountedBytes {
    private(set) var given: Int64 = 0
    private let budget: ReadingBudget
    private let container: String
    private let entry: UInt64
    private let limit: ByteLimit?

    /// Begins to count `entry` of `container` anew. Without a limit only that of all bytes counts, and the ratio.
    init(of entry: UInt64, in container: String, _ budget: ReadingBudget, limit: ByteLimit?) {
        (self.budget, self.container, self.entry, self.limit) = (budget, container, entry, limit)
        budget.begin(container: container, entry: entry)
    }

    /// Takes note of `count` more bytes, which came of `taken` packed ones so far; nil where nothing is packed.
    ///
    /// What fits in memory may have any ratio: images of blank pages that are not compressed themselves have more than 200,
    /// and so have PDFs with such images in them, and holes in files take no room in a tar.
    ///
    /// Throws ``BundleError``.
    mutating func add(_ count: Int, of taken: Int64?) throws {
        given += Int64(count)
        try limit?.check(given)
        try budget.count(bytes: Int64(count), container: container, entry: entry)
        guard let taken, given > budget.limits.memoryBytes else { return }
        try UnpackingRatio.check(given: given, taken: taken, maximum: budget.limits.compressionRatio)
    }
}
