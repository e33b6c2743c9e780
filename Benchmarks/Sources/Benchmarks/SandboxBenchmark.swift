import Foundation

/// What the sandbox costs: the same run with it and without, over text PDFs and over scans.
enum SandboxBenchmark: Benchmark {
    static let name = "sandbox"

    static func missing(_ setting: Setting) -> String? {
        let folders = ["/pdf/papers", "/ocr-gt/scribe-benchmark"]
        let absent = folders.first { !FileManager.default.fileExists(atPath: setting.corpus + $0) }
        return absent.map { "no \(setting.corpus)\($0)" }
    }

    static func run(_ setting: Setting) throws -> [ResultRow] {
        [
            row("text PDFs", setting, "/pdf/papers", ["--ocr", "never"]),
            row("scans", setting, "/ocr-gt/scribe-benchmark", []),
        ]
    }

    private static func row(_ name: String, _ setting: Setting, _ files: String, _ options: [String]) -> ResultRow {
        let index = setting.index("sandbox")
        func run(_ extra: [String]) -> Measurement {
            // There is none before the first run.
            try? FileManager.default.removeItem(atPath: index)
            return MeasuredProcess.run(
                [setting.docsearch, "--index", index, "index", "--quiet"] + options + extra + [setting.corpus + files])
        }
        let comparison = Comparison(runs: setting.runs, ours: { run([]) }, theirs: { run(["--no-sandbox"]) })
        return ResultRow(
            name: "`sandbox`: \(name), with and without", ours: "\(Spread(comparison.ours.map(\.wall))) s",
            peer: "\(Spread(comparison.theirs.map(\.wall))) s",
            ratio: "\(comparison.ratios(\.wall)), of processor time \(comparison.ratios(\.processor))",
            target: "at most 1.03", figures: comparison.figures("\(Self.name): \(name)"))
    }
}
