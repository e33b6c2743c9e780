/// Only for roots that a run walks completely.
struct ExclusionRecord {
    private var roots: [Int64: Met] = [:]
    private var hasTold = false

    private struct Met {
        var count = 0
        var passedOver = 0
        var problems: [String] = []
    }

    mutating func tell(_ rules: ExclusionRules, _ record: RunRecord) {
        guard !hasTold else { return }
        hasTold = true
        for unread in rules.unread { record.warn(unread.sentence) }
    }

    /// Call before anything is added for a root. A part of a root proves nothing about the whole, so other roots are
    /// not recorded.
    mutating func begin(root: Int64) { roots[root] = Met() }

    mutating func add(_ count: Int, root: Int64) { roots[root]?.count += count }

    mutating func pass(_ count: Int, root: Int64) { roots[root]?.passedOver += count }

    mutating func add(_ problem: String, root: Int64) { roots[root]?.problems.append(problem) }

    func keep(in index: IndexStore) throws {
        for (root, met) in roots {
            try index.setLeftOut(met.count, root: root)
            try index.setPassedOver(met.passedOver, root: root)
            try index.setExclusionProblems(met.problems, root: root)
        }
    }
}
