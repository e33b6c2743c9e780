import ExtractionProtocol

/// The problems of one bundle. Many are named; of countless ones the rest is counted.
struct ProblemList {
    private(set) var named: [ProblemFrame] = []
    private var bytes = 0
    private var counts: [ProblemFrame.Code: Int] = [:]
    /// Pages that are not named, by document.
    private var pages: [String: Set<Int>] = [:]

    private static let maximumCount = 10_000
    private static let maximumBytes = 4 << 20

    mutating func append(_ problem: ProblemFrame) {
        guard named.count < Self.maximumCount, bytes < Self.maximumBytes else {
            counts[problem.code, default: 0] += 1
            if problem.address.page > 0 { pages[problem.address.entry, default: []].insert(problem.address.page) }
            return
        }
        bytes += problem.heldBytes
        named.append(problem)
    }

    /// A document's pages that something is wrong with; 0 for the document as a whole. That something of it went beyond a
    /// limit does not say why pages are missing.
    func pages(of entry: String) -> Set<Int> {
        let telling = named.lazy.filter {
            $0.address.entry == entry && ($0.address.page > 0 || $0.code != .limit)
        }
        return Set(telling.map(\.address.page)).union(pages[entry] ?? [])
    }

    /// All that is named, and one more for all the others.
    var all: [ProblemFrame] {
        guard !counts.isEmpty else { return named }
        let kinds = counts.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.value) \($0.key.rawValue)" }
        let count = counts.values.reduce(0, +)
        return named + [
            ProblemFrame(
                address: PageAddress(entry: "", page: 0), stage: .bundle, code: .limit,
                reason:
                    "\(count) more problems than the \(named.count) that are named (\(kinds.joined(separator: ", ")))")
        ]
    }
}
