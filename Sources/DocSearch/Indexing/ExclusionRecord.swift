/// What a run meets that is left out, of the roots that it looks through as a whole.
struct ExclusionRecord {
    private var roots: [Int64: Met] = [:]
    private var hasTold = false

    private struct Met {
        /// Bundles and folders.
        var count = 0
        /// Files that are passed over because of their names.
        var passedOver = 0
        /// What is wrong with files that leave something out, as sentences.
        var problems: [String] = []
    }

    /// Warns of patterns that cannot be read, once in a run.
    mutating func tell(_ rules: ExclusionRules, _ record: RunRecord) {
        guard !hasTold else { return }
        hasTold = true
        for unread in rules.unread { record.warn(unread.sentence) }
    }

    /// To be called before anything is added of a root. Of others nothing is kept: a part of a root says nothing of all of it.
    mutating func begin(root: Int64) { roots[root] = Met() }

    mutating func add(_ count: Int, root: Int64) { roots[root]?.count += count }

    mutating func pass(_ count: Int, root: Int64) { roots[root]?.passedOver += count }

    mutating func add(_ problem: String, root: Int64) { roots[root]?.problems.append(problem) }

    /// Keeps it for the status.
    func keep(in index: IndexStore) throws {
        for (root, met) in roots {
            try index.setLeftOut(met.count, root: root)
            try index.setPassedOver(met.passedOver, root: root)
            try index.setExclusionProblems(met.problems, root: root)
        }
    }
}
