import Foundation
import PreparedText

/// Search by meaning: a question to the samples as a whole process, and questions to 50,000 documents of ten pages with two
/// vectors each, which are put together from those of the samples: they tell of speed, not of quality.
enum MeaningBenchmark: Benchmark {
    static let name = "meaning"

    private static let script = "Benchmarks/Scripts/made-up-vectors.py"
    private static let question = "who paid for mending the bridge"
    /// A word on nearly all prepared pages, as a filter that leaves nearly all documents and has to be looked up.
    private static let filter = "ba"

    static func missing(_ setting: Setting) -> String? {
        guard MeasuredProcess.isInstalled("python3"), access(script, R_OK) == 0 else {
            return "no python3 or \(script)"
        }
        guard MeasuredProcess.run([setting.docsearch, "model", "status"]).exitCode == 0 else {
            return "no model (docsearch model install)"
        }
        return access(setting.samples, R_OK) == 0 ? PreparedArchive.missing(setting) : "no \(setting.samples)"
    }

    static func run(_ setting: Setting) throws -> [ResultRow] {
        let samples = setting.index("meaning-samples")
        let indexed = MeasuredProcess.run([setting.docsearch, "--index", samples, "index", "--quiet", setting.samples])
        // Some samples cannot be read.
        guard [0, 3].contains(indexed.exitCode) else {
            throw BenchmarkFailure("docsearch index ended with \(indexed.exitCode)")
        }
        let archive = PreparedArchive(setting, "meaning", count: max(100, setting.bundles / 2), pages: 10, words: 250)
        try archive.write()
        defer { archive.remove() }
        archive.removeIndex()
        let filled = archive.run(["--meaning", "never"])
        guard filled.exitCode == 0 else { throw BenchmarkFailure("docsearch index ended with \(filled.exitCode)") }
        guard MeasuredProcess.run(["python3", script, archive.index, samples]).exitCode == 0 else {
            throw BenchmarkFailure("\(script) failed")
        }
        return [wholeProcess(setting, samples)]
            + (try [[], ["--filter", filter]].map { try row(archive, options: $0) })
    }

    private static func wholeProcess(_ setting: Setting, _ index: String) -> ResultRow {
        func find(_ meaning: String) -> Measurement {
            MeasuredProcess.run([setting.docsearch, "--index", index, "find", "--meaning", meaning, question])
        }
        let comparison = Comparison(runs: max(20, 4 * setting.runs), ours: { find("on") }, theirs: { find("off") })
        let (with, without) = (comparison.ours, comparison.theirs)
        return ResultRow(
            name: "`\(name)`: a question to the samples, whole process; words alone",
            ours: "\(Spread(with.map { 1000 * $0.wall })) ms", peer: "\(Spread(without.map { 1000 * $0.wall })) ms",
            ratio: comparison.ratios(\.wall).description, target: "at most 60 ms",
            figures: comparison.figures("\(name): whole process, words alone"))
    }

    /// Milliseconds as docsearch counts them, warm and in one process, and its memory.
    private static func row(_ archive: PreparedArchive, options: [String]) throws -> ResultRow {
        let log = archive.setting.index("meaning-queries.tsv")
        // Words that some pages have: for others docsearch looks for similar ones, which takes longer than all else.
        var numbers = SeededNumbers(seed: 7)
        let questions = (1...200).map { number in
            let words = (0..<4).map { _ in ZipfWords.spelling(rank: 100 + Int(numbers.next() % 5000)) }
            return "\(number)\t\(words.joined(separator: " "))"
        }
        try Data(questions.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: log))
        let command =
            [
                archive.setting.docsearch, "--index", archive.index, "find", "--json", "--meaning", "on", "--queries",
                log,
            ]
            + options
        let first = MeasuredProcess.run(command, sampling: true)
        let times = try MeasuredProcess.output(command).split(separator: UInt8(ascii: "\n")).map { line in
            let answer = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
            guard let time = answer?["elapsed_ms"] as? Double else { throw BenchmarkFailure("no elapsed_ms") }
            return time
        }.sorted()
        guard !times.isEmpty else { throw BenchmarkFailure("docsearch find ended with \(first.exitCode)") }
        let points = [("p50", 0.5), ("p95", 0.95)].map {
            ($0, times[min(times.count - 1, Int($1 * Double(times.count)))])
        }
        let way = options.isEmpty ? "all documents" : "with a filter"
        return ResultRow(
            name: "`\(name)`: \(times.count) questions, \(archive.count) documents, \(archive.pageCount) pages, \(way)",
            ours: points.map { "\($0) \(Spread.text($1)) ms" }.joined(separator: ", ")
                + ", \(first.residentBytes >> 20) MiB with the mapped file",
            peer: "", ratio: "", target: "40, 80 ms",
            figures: points.map { Figure(name: "\(name): \(way), \($0)", unit: .milliseconds, value: $1) })
    }
}
