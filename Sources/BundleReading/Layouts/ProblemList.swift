internal import ExtractionProtocol

/// Problems that many files of a bundle may have. All are counted, and the first of each kind are named.
struct ProblemList {
    private var kinds: [Kind] = []
    private var positions: [BundleError: Int] = [:]

    private struct Kind {
        let key: BundleError
        var entries: [String] = []
        var count = 0
    }

    static let named = 20
    /// Reasons may contain file names, of which a bundle may have any number.
    private static let mostKinds = 100

    init(_ problems: [BundleError] = []) {
        for problem in problems { add(problem.code, problem.reason, entry: problem.entry ?? "") }
    }

    /// `reason` is the same for all of a kind; `entry` is the file.
    mutating func add(_ code: ProblemFrame.Code, _ reason: String, entry: String) {
        var key = BundleError(code, reason)
        if positions[key] == nil, kinds.count >= Self.mostKinds { key = BundleError(code, "other problems") }
        let position = positions[key] ?? kinds.count
        if position == kinds.count {
            positions[key] = position
            kinds.append(Kind(key: key))
        }
        kinds[position].count += 1
        if kinds[position].entries.count < Self.named { kinds[position].entries.append(entry) }
    }

    /// Where not all files of a kind are named, their number precedes them.
    var all: [BundleError] {
        kinds.flatMap { kind in
            let named = kind.entries.map { BundleError(kind.key.code, kind.key.reason, entry: $0.isEmpty ? nil : $0) }
            guard kind.count > named.count else { return named }
            let total = "\(kind.count) files (the first \(named.count) are named): \(kind.key.reason)"
            return [BundleError(kind.key.code, total)] + named
        }
    }
}
