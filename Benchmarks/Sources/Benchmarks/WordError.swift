import Foundation

/// How far a text is from the truth, in words.
struct WordError {
    /// Words to be put in, taken out or exchanged, and the words of the truth.
    var errors = 0
    var words = 0
    /// Runs of letters and digits of the truth that the text has, in lower case and whatever their order; and all.
    var found = 0
    var wanted = 0

    var rate: Double { Double(errors) / Double(max(1, words)) }
    var recall: Double { Double(found) / Double(max(1, wanted)) }

    init() {}

    /// Words are what stands between blanks, case kept; words that a line end divides are joined, and typographic
    /// quotes and dashes are the same as plain ones. Columns and tables may be in another order: the lines of the text
    /// are also tried in the order of the places in the truth that fit them best, and the better result counts.
    init(_ text: String, truth: String) {
        let expected = Self.lines(truth).flatMap { $0 }
        let lines = Self.lines(text)
        words = expected.count
        errors = min(
            Self.distance(expected, lines.flatMap { $0 }),
            Self.distance(expected, Self.inOrder(of: expected, lines).flatMap { $0 }))
        var counts: [String: Int] = [:]
        for word in Self.runs(text) { counts[word, default: 0] += 1 }
        let runs = Self.runs(truth)
        wanted = runs.count
        for word in runs where counts[word, default: 0] > 0 {
            counts[word, default: 0] -= 1
            found += 1
        }
    }

    static func += (sum: inout WordError, other: WordError) {
        sum.errors += other.errors
        sum.words += other.words
        sum.found += other.found
        sum.wanted += other.wanted
    }

    private static func runs(_ text: String) -> [String] {
        joined(text).lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }

    private static func lines(_ text: String) -> [[String]] {
        joined(text).split(separator: "\n").map { line in line.split(whereSeparator: \.isWhitespace).map(String.init) }
    }

    private static func joined(_ text: String) -> String {
        let plain = [
            ("\u{AD}\n", ""), ("\u{2018}", "'"), ("\u{2019}", "'"), ("\u{201C}", "\""), ("\u{201D}", "\""),
            ("\u{2013}", "-"), ("\u{2014}", "-"),
        ].reduce(text.replacingOccurrences(of: "\r", with: "")) {
            $0.replacingOccurrences(of: $1.0, with: $1.1)
        }
        return plain.replacing(/(\w)-\n+\s*([a-z])/) { "\($0.1)\($0.2)" }
    }

    private static func inOrder(of truth: [String], _ lines: [[String]]) -> [[String]] {
        var places: [String: [Int]] = [:]
        for (index, word) in truth.enumerated() { places[word, default: []].append(index) }
        var last = -1
        var placed: [(place: Int, line: [String])] = []
        for line in lines {
            // Each word votes for the places where the line would begin.
            var votes: [Int: Int] = [:]
            for (index, word) in line.enumerated() {
                for place in places[word, default: []].prefix(50) { votes[place - index, default: 0] += 1 }
            }
            let most = votes.values.max() ?? 0
            var place = last
            if most > 1 || (most == 1 && line.count <= 2) {
                let best = votes.filter { $0.value == most }.keys
                place = best.min { (abs($0 - last), $0) < (abs($1 - last), $1) } ?? last
                last = place + line.count
            }
            placed.append((place, line))
        }
        return placed.enumerated().sorted { ($0.element.place, $0.offset) < ($1.element.place, $1.offset) }
            .map(\.element.line)
    }

    /// Levenshtein's distance.
    private static func distance(_ left: [String], _ right: [String]) -> Int {
        var previous = Array(0...right.count)
        for (row, word) in left.enumerated() {
            var current = [row + 1]
            current.reserveCapacity(previous.count)
            for (column, other) in right.enumerated() {
                let exchanged = previous[column] + (word == other ? 0 : 1)
                current.append(min(exchanged, previous[column + 1] + 1, current[column] + 1))
            }
            previous = current
        }
        return previous[right.count]
    }
}
