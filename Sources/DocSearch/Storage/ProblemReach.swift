import BundleConventions
import ExtractionProtocol

/// Which documents of a bundle problems may be about: those with their names, what those lie in, and what lies in them.
struct ProblemReach {
    private var all: String?
    private var own: [String: String] = [:]
    /// Of what holds an entry that something is wrong with.
    private var above: [String: String] = [:]

    init(_ problems: [ProblemFrame]) {
        for problem in problems {
            let entry = problem.address.entry
            add(problem.reason, about: entry, isOfAll: entry.isEmpty && problem.stage == .bundle)
        }
    }

    mutating func add(_ reason: String, about entry: String, isOfAll: Bool) {
        if isOfAll { all = all ?? reason }
        own[entry] = own[entry] ?? reason
        for holder in Self.holders(of: entry) { above[holder] = above[holder] ?? reason }
    }

    func reason(for entry: String) -> String? {
        all ?? own[entry] ?? above[entry] ?? Self.holders(of: entry).lazy.compactMap { own[$0] }.first
    }

    /// Of `a/b.zip!/c`: `a`, `a/b.zip`.
    private static func holders(of entry: String) -> [String] {
        entry.indices.filter { entry[$0] == "/" }.map { slash in
            let holder = entry[..<slash]
            return String(entry[..<entry.index(after: slash)].hasSuffix(PathForm.mark) ? holder.dropLast() : holder)
        }
    }
}
