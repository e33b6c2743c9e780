internal import ExtractionProtocol

/// Problems of a bundle that many of its files may have. All are counted; of those that are alike the first are named,
/// which is enough to see what is wrong.
struct ProblemList {
    private var kinds: [Kind] = []
    private var positions: [Key: Int] = [:]

    private struct Key: Hashable {
        let code: ProblemFrame.Code
        let reason: String
    }

    private struct Kind {
        let key: Key
        var entries: [String] = []
        var count = 0
    }

    /// How many of those that are alike are named.
    static let named = 20
    /// Reasons may have names of files in them, and a bundle as many of those as it likes.
    private static let mostKinds = 100

    /// `reason` is the same for all that are alike, and `entry` is what it is said of.
    mutating func add(_ code: ProblemFrame.Code, _ reason: String, entry: String) {
        var key = Key(code: code, reason: reason)
        if positions[key] == nil, kinds.count >= Self.mostKinds { key = Key(code: code, reason: "other problems") }
        let position = positions[key] ?? kinds.count
        if position == kinds.count {
            positions[key] = position
            kinds.append(Kind(key: key))
        }
        kinds[position].count += 1
        if kinds[position].entries.count < Self.named { kinds[position].entries.append(entry) }
    }

    mutating func add(_ problems: [BundleError]) {
        for problem in problems { add(problem.code, problem.reason, entry: problem.entry ?? "") }
    }

    /// Each kind in the order of its first problem; where not all are named, their number comes before them.
    var all: [BundleError] {
        kinds.flatMap { kind in
            let named = kind.entries.map { BundleError(kind.key.code, kind.key.reason, entry: $0.isEmpty ? nil : $0) }
            guard kind.count > named.count else { return named }
            let total = "\(kind.count) files (the first \(named.count) are named): \(kind.key.reason)"
            return [BundleError(kind.key.code, total)] + named
        }
    }
}
