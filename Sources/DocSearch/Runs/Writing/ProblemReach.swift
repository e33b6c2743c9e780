import BundleConventions
import ExtractionProtocol

/// The documents that problems may be about: those with their names, around them and in them.
///
/// Paths may have thousands of folders: no list of those that an entry lies in is kept.
struct ProblemReach {
    private var all: String?
    /// In the order of their bytes.
    private var entries: [[UInt8]] = []
    private var reasons: [[UInt8]: String] = [:]

    init(_ problems: [ProblemFrame]) {
        for problem in problems {
            let entry = problem.address.entry
            add(problem.reason, about: entry, isOfAll: entry.isEmpty && problem.stage == .bundle)
        }
    }

    mutating func add(_ reason: String, about entry: String, isOfAll: Bool) {
        if isOfAll { all = all ?? reason }
        let entry = Array(entry.utf8)
        guard reasons[entry] == nil else { return }
        reasons[entry] = reason
        entries.insert(entry, at: position(of: entry))
    }

    func reason(for entry: String) -> String? {
        if let all { return all }
        let entry = Array(entry.utf8)
        // An entry that begins with `a!/` lies in `a`, not in a folder `a!`.
        let ends = entry.last == Self.mark[0] ? [Self.mark] : [Self.slash, Self.mark]
        return reasons[entry] ?? ends.lazy.compactMap { below(entry + $0) }.first ?? above(entry)
    }

    private static let slash = Array("/".utf8)
    private static let mark = Array(PathForm.mark.utf8)

    private func below(_ beginning: [UInt8]) -> String? {
        let position = self.position(of: beginning)
        guard position < entries.count, entries[position].starts(with: beginning) else { return nil }
        return reasons[entries[position]]
    }

    /// For `a/b.zip!/c` that is `a/b.zip` or `a`.
    private func above(_ entry: [UInt8]) -> String? {
        var rest = entry
        while true {
            // Only an entry before it with the same beginning can hold it.
            var position = self.position(of: rest)
            if position == entries.count || entries[position] != rest { position -= 1 }
            guard position >= 0, !entries[position].isEmpty else { return nil }
            let other = entries[position]
            let common = zip(other, entry).prefix { $0 == $1 }.count
            if common == other.count, Self.isHolder(other, of: entry) { return reasons[other] }
            rest = Array(entry.prefix(min(common, other.count - 1)))
        }
    }

    private static func isHolder(_ other: [UInt8], of entry: [UInt8]) -> Bool {
        let rest = entry[other.count...]
        return rest.starts(with: mark) || rest.starts(with: slash) && other.last != mark[0]
    }

    private func position(of entry: [UInt8]) -> Int {
        var range = entries.startIndex..<entries.endIndex
        while !range.isEmpty {
            let middle = (range.lowerBound + range.upperBound) / 2
            range =
                entries[middle].lexicographicallyPrecedes(entry)
                ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound
    }
}
