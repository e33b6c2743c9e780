import Foundation

// Measures docsearch against its peers and prints a table in Markdown. Started by run.sh.

var options: [String: String] = [:]
var words = CommandLine.arguments.dropFirst()
while let word = words.popFirst() {
    guard word.hasPrefix("--"), let value = words.popFirst() else {
        print(
            "usage: Benchmarks --programs DIR [--corpus DIR] [--samples DIR] [--runs N] [--only NAME,...] "
                + "[--bundles N]")
        exit(64)
    }
    options[word] = value
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
    SearchBenchmark.self, BundlesBenchmark.self,
]
show(ResultRow.head)
var hasFailed = false
// Several names, with commas between them, run in one process, so that archives are made once.
let chosen = options["--only"]?.split(separator: ",").map(String.init)
for benchmark in all where chosen?.contains(benchmark.name) ?? true {
    if let missing = benchmark.missing(setting) {
        show(ResultRow(name: benchmark.name, ours: "left out: \(missing)", peer: "", ratio: "", target: "").markdown)
        continue
    }
    do {
        for row in try benchmark.run(setting) { show(row.markdown) }
    } catch {
        // The others can still be measured, and the scratch folder is taken away at the end.
        show(ResultRow(name: benchmark.name, ours: "failed: \(error)", peer: "", ratio: "", target: "").markdown)
        hasFailed = true
    }
}
// What cannot be removed lies in the temporary folder.
try? FileManager.default.removeItem(atPath: scratch)
exit(hasFailed ? 1 : 0)
