import Foundation

/// Two commands run in turn, A B A B ..., so that a machine whose speed drifts treats both alike.
struct Comparison {
    var ours: [Measurement] = []
    var theirs: [Measurement] = []

    init(runs: Int, ours: () -> Measurement, theirs: () -> Measurement) {
        // The first of each warms the disk cache and is not counted.
        _ = ours()
        _ = theirs()
        for _ in 0..<runs {
            self.ours.append(ours())
            self.theirs.append(theirs())
        }
    }

    /// Ours divided by theirs, pair by pair.
    func ratios(_ value: (Measurement) -> Double) -> Spread {
        Spread(zip(ours, theirs).map { value($0) / max(1e-9, value($1)) })
    }
}

/// The middle of some values and their ends.
struct Spread: CustomStringConvertible {
    var median: Double
    var lowest: Double
    var highest: Double

    init(_ values: [Double]) {
        let sorted = values.sorted()
        let upper = sorted.isEmpty ? 0 : sorted[sorted.count / 2]
        median = sorted.count % 2 == 1 || sorted.isEmpty ? upper : (sorted[sorted.count / 2 - 1] + upper) / 2
        lowest = sorted.first ?? 0
        highest = sorted.last ?? 0
    }

    var description: String { "\(Self.text(median)) (\(Self.text(lowest)) to \(Self.text(highest)))" }

    static func text(_ value: Double) -> String {
        let digits = value < 0.1 ? 10_000.0 : value < 10 ? 100 : 10
        return "\((value * digits).rounded() / digits)"
    }
}

extension Spread {
    /// With four decimal places.
    static func text4(_ value: Double) -> String { "\((value * 10_000).rounded() / 10_000)" }
}

/// A line of the results table.
struct ResultRow {
    var name: String
    var ours: String
    var peer: String
    var ratio: String
    var target: String
    /// What a record keeps of it.
    var figures: [Figure] = []

    var markdown: String { "| \(name) | \(ours) | \(peer) | \(ratio) | \(target) |" }
    static let head =
        "| benchmark | docsearch | peer | ratio, median (lowest to highest) | target |\n|---|---|---|---|---|"
}

/// What every benchmark needs to know.
struct Setting {
    var docsearch: String
    var corpus: String
    var samples: String
    var scratch: String
    var runs: Int
    var processors: Int
    /// Bundles of the largest archive that is made up.
    var bundles: Int
    /// The stand-in for `docsearch-extract`, see `PreparedArchive`.
    var preparedTextWorker: String

    func index(_ name: String) -> String { "\(scratch)/\(name)" }
}

protocol Benchmark {
    static var name: String { get }
    /// What is missing for it, or nil when it can run.
    static func missing(_ setting: Setting) -> String?
    static func run(_ setting: Setting) throws -> [ResultRow]
}

/// What keeps a benchmark from going on.
struct BenchmarkFailure: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) { self.description = description }
}

/// Prints a line at once, also where standard output is a file.
func show(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
