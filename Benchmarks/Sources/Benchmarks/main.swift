import Foundation

// Measures docsearch against its peers and prints a table in Markdown. Started by run.sh.

var options: [String: String] = [:]
var words = CommandLine.arguments.dropFirst()
while let word = words.popFirst() {
    guard word.hasPrefix("--"), let value = words.popFirst() else {
        print("usage: Benchmarks --programs DIR [--corpus DIR] [--samples DIR] [--runs N] [--only NAME]")
        exit(64)
    }
    options[word] = value
}
let scratch = NSTemporaryDirectory() + "docsearch-benchmarks-\(getpid())"
try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(atPath: scratch) }
let setting = Setting(
    docsearch: (options["--programs"] ?? ".build/release") + "/docsearch", corpus: options["--corpus"] ?? "corpus",
    samples: options["--samples"] ?? "Samples/archive", scratch: scratch, runs: Int(options["--runs"] ?? "") ?? 7,
    processors: ProcessInfo.processInfo.activeProcessorCount)

let all: [any Benchmark.Type] = [
    TextLayerBenchmark.self, RecognitionBenchmark.self, FindBenchmark.self, CorpusBenchmark.self, SandboxBenchmark.self,
    VerdictBenchmark.self, AccuracyBenchmark.self,
]
show(ResultRow.head)
for benchmark in all where options["--only"] == nil || options["--only"] == benchmark.name {
    if let missing = benchmark.missing(setting) {
        show(ResultRow(name: benchmark.name, ours: "left out: \(missing)", peer: "", ratio: "", target: "").markdown)
        continue
    }
    for row in try benchmark.run(setting) { show(row.markdown) }
}
