import Foundation

// Measures docsearch against its peers and prints a table in Markdown. Started by run.sh.

let usage = """
    usage: Benchmarks --programs DIR [--corpus DIR] [--samples DIR] [--runs N] [--only NAME,...] [--bundles N]
                      [--json FILE] [--commit NAME] [--compare RECORD [--worse PERCENT]]
           Benchmarks --with FILE --compare RECORD [--worse PERCENT]
    """
var options: [String: String] = [:]
var words = CommandLine.arguments.dropFirst()
while let word = words.popFirst() {
    guard word.hasPrefix("--"), let value = words.popFirst() else {
        print(usage)
        exit(64)
    }
    options[word] = value
}

/// Holds a run against the record that was named, if one was. Returns whether nothing is worse.
@MainActor func isNoWorse(_ run: ResultRecord) throws -> Bool {
    guard let file = options["--compare"] else { return true }
    guard let percent = Double(options["--worse"] ?? "3"), percent >= 0 else {
        throw BenchmarkFailure("--worse is a number of per cent")
    }
    return try RecordComparison(record: ResultRecord(file: file), run: run, tolerance: percent / 100).report()
}

if let file = options["--with"] {
    do {
        exit(try isNoWorse(ResultRecord(file: file)) ? 0 : 1)
    } catch {
        print("Benchmarks: \(error)")
        exit(64)
    }
}

let scratch = NSTemporaryDirectory() + "docsearch-benchmarks-\(getpid())"
try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
let built = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path
let setting = Setting(
    docsearch: (options["--programs"] ?? ".build/release") + "/docsearch", corpus: options["--corpus"] ?? "corpus",
    samples: options["--samples"] ?? "Samples/archive", scratch: scratch, runs: Int(options["--runs"] ?? "") ?? 7,
    processors: ProcessInfo.processInfo.activeProcessorCount, bundles: Int(options["--bundles"] ?? "") ?? 100_000,
    preparedTextWorker: built + "/PreparedTextWorker")

let all: [any Benchmark.Type] = [
    TextLayerBenchmark.self, RecognitionBenchmark.self, FindBenchmark.self, CorpusBenchmark.self, SandboxBenchmark.self,
    VerdictBenchmark.self, AccuracyBenchmark.self, NothingChangedBenchmark.self, OneChangedBenchmark.self,
    WritePathBenchmark.self, GrowthBenchmark.self, FindDuringRunBenchmark.self, RelevanceBenchmark.self,
    SearchBenchmark.self, BundlesBenchmark.self, DecisionsBenchmark.self, ServingBenchmark.self,
    ServedPagesBenchmark.self, AssistantBenchmark.self, MeaningBenchmark.self,
]
show(ResultRow.head)
var hasFailed = false
var result = ResultRecord(commit: options["--commit"] ?? "unknown", bundles: setting.bundles)
// Several names, with commas between them, run in one process, so that archives are made once.
let chosen = options["--only"]?.split(separator: ",").map(String.init)
for benchmark in all where chosen?.contains(benchmark.name) ?? true {
    if let missing = benchmark.missing(setting) {
        show(ResultRow(name: benchmark.name, ours: "left out: \(missing)", peer: "", ratio: "", target: "").markdown)
        continue
    }
    do {
        for row in try benchmark.run(setting) {
            show(row.markdown)
            result.figures += row.figures
        }
        // After each benchmark, since all of them take hours.
        if let file = options["--json"] { try result.write(addingTo: file) }
    } catch {
        // The others can still be measured, and the scratch folder is taken away at the end.
        show(ResultRow(name: benchmark.name, ours: "failed: \(error)", peer: "", ratio: "", target: "").markdown)
        hasFailed = true
    }
}
// What cannot be removed lies in the temporary folder.
try? FileManager.default.removeItem(atPath: scratch)
do {
    if try !isNoWorse(result) { hasFailed = true }
} catch {
    show("\nBenchmarks: \(error)")
    hasFailed = true
}
exit(hasFailed ? 1 : 0)
