import Foundation

/// The whole corpus, scans included: the coordinator's memory, and what a second run costs when nothing changed.
enum CorpusBenchmark: Benchmark {
    static let name = "corpus"

    static func missing(_ setting: Setting) -> String? {
        FileManager.default.fileExists(atPath: setting.corpus + "/pdf") ? nil : "no \(setting.corpus)/pdf"
    }

    static func run(_ setting: Setting) throws -> [ResultRow] {
        let index = setting.index("corpus")
        try? FileManager.default.removeItem(atPath: index)
        let roots = ["pdf", "zip", "ocr-gt"].map { "\(setting.corpus)/\($0)" }
        let first = MeasuredProcess.run(
            [setting.docsearch, "--index", index, "index", "--quiet"] + roots, sampling: true)
        let again = Comparison(runs: setting.runs) {
            MeasuredProcess.run([setting.docsearch, "--index", index, "index", "--quiet"] + roots)
        } theirs: {
            MeasuredProcess.run(["find"] + roots + ["-printf", "%s %T@ %i\\n"])
        }
        let second = Spread(again.ours.map(\.wall))
        return [
            ResultRow(
                name: "whole corpus, once", ours: "\(Spread.text(first.wall)) s, exit code \(first.exitCode)", peer: "",
                ratio: "", target: "exit code 3",
                figures: [Figure(name: "\(name): once, time", unit: .seconds, value: first.wall)]),
            ResultRow(
                name: "coordinator's peak memory", ours: "\(first.residentBytes >> 20) MiB", peer: "", ratio: "",
                target: "under 150 MB",
                figures: [Figure(name: "\(name): peak memory", unit: .bytes, value: Double(first.residentBytes))]),
            ResultRow(
                name: "whole corpus again, nothing changed: find -printf", ours: "\(second) s",
                peer: "\(Spread(again.theirs.map(\.wall))) s", ratio: again.ratios(\.wall).description,
                target: "under 2 s", figures: again.figures("\(name): nothing changed, find -printf")),
        ]
    }
}
