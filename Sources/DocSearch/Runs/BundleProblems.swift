import ExtractionProtocol

/// The problems of one bundle. Many are named; beyond a limit they are only counted.
struct BundleProblems {
    private(set) var named: [ProblemFrame] = []
    private var bytes = 0
    private var counts: [ProblemFrame.Code: Int] = [:]
    private var pages: [String: Set<Int>] = [:]

    private static let maximumCount = 10_000
    private static let maximumBytes = 4 << 20

    private var leftOut: Set<String> = []

    mutating func append(_ problem: ProblemFrame) {
        let entry = problem.address.entry
        if problem.code == .limit, problem.stage == .document, problem.address.page == 0 { leftOut.insert(entry) }
        if problem.code == .damaged, problem.stage == .bundle, leftOut.contains(entry) { return }
        guard named.count < Self.maximumCount, bytes < Self.maximumBytes else {
            counts[problem.code, default: 0] += 1
            if problem.address.page > 0 { pages[problem.address.entry, default: []].insert(problem.address.page) }
            return
        }
        bytes += problem.heldBytes
        named.append(problem)
    }

    /// For documents that do not get into the index.
    mutating func leaveOut(_ entries: Set<String>) { named.removeAll { entries.contains($0.address.entry) } }

    /// 0 stands for the document as a whole. A limit that was reached does not explain missing pages.
    func pages(of entry: String) -> Set<Int> {
        let telling = named.lazy.filter { $0.address.entry == entry && ($0.address.page > 0 || $0.code != .limit) }
        return Set(telling.map(\.address.page)).union(pages[entry] ?? [])
    }

    var items: [ProblemFrame] {
        var items: [ProblemFrame] = []
        var positions: [StartingFrame: Int] = [:]
        for problem in all {
            let item = StartingFrame(stage: problem.stage, address: problem.address)
            guard let position = positions[item] else {
                positions[item] = items.count
                items.append(problem)
                continue
            }
            let said = items[position].reason
            if said != problem.reason, said.utf8.count + problem.reason.utf8.count <= Self.maximumReason {
                items[position].reason = "\(said); \(problem.reason)"
            }
        }
        return items
    }

    /// Bytes of the reasons of one item.
    private static let maximumReason = 2_000

    var all: [ProblemFrame] {
        guard !counts.isEmpty else { return named }
        let kinds = counts.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.value) \($0.key.rawValue)" }
        let others = "\(counts.values.reduce(0, +).counted("more problem")) than the \(named.count) that are named"
        return named + [
            ProblemFrame(
                address: PageAddress(entry: "", page: 0), stage: .bundle, code: .limit,
                reason: "\(others) (\(kinds.joined(separator: ", ")))")
        ]
    }
}
