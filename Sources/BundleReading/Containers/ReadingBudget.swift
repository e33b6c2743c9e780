internal import ExtractionProtocol

/// What reading one bundle has cost so far, in all containers that it consists of.
final class ReadingBudget {
    let limits: ExtractionLimits
    /// By container. One that is opened again counts once.
    private var entriesOf: [String: Int64] = [:]
    private var entries: Int64 = 0
    /// By container and entry. What is read again counts once.
    private var bytesGiven: [Key: Int64] = [:]
    private var totalGiven: Int64 = 0
    /// Whether what is read now counts. It does not where nothing of it is kept.
    var countsBytes = true

    private struct Key: Hashable {
        let container: String
        let entry: UInt64
    }

    init(limits: ExtractionLimits) { self.limits = limits }

    /// Begins to count the entries of a container anew. `container` names it among those of the bundle.
    func begin(container: String) { entries -= entriesOf.removeValue(forKey: container) ?? 0 }

    /// Counts entries of a container. Throws ``BundleError`` when there are too many in all.
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

    /// Begins to count an entry anew. `container` names it among those of the bundle.
    func begin(container: String, entry: UInt64) {
        guard countsBytes else { return }
        totalGiven -= bytesGiven.removeValue(forKey: Key(container: container, entry: entry)) ?? 0
    }

    /// Throws ``BundleError`` when the bundle has given too much.
    func count(bytes: Int64, container: String, entry: UInt64) throws {
        guard countsBytes else { return }
        totalGiven += bytes
        bytesGiven[Key(container: container, entry: entry), default: 0] += bytes
        if totalGiven > limits.bundleBytes {
            throw BundleError.limit(
                "bundleBytes", of: limits.bundleBytes, "with it the bundle has more bytes than allowed")
        }
    }
}
