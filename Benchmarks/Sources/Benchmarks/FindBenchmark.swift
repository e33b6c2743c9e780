import Foundation

/// `docsearch find` as a whole process on the sample index, against `recollq` with three snippets a document on the same documents.
enum FindBenchmark: Benchmark {
    static let name = "find"

    static func missing(_ setting: Setting) -> String? {
        FileManager.default.fileExists(atPath: setting.samples) ? nil : "no \(setting.samples)"
    }

    static func run(_ setting: Setting) throws -> [ResultRow] {
        let index = setting.index("find")
        try? FileManager.default.removeItem(atPath: index)
        _ = MeasuredProcess.run([setting.docsearch, "--index", index, "index", "--quiet", setting.samples])
        let runs = max(20, 4 * setting.runs)
        let ours = { MeasuredProcess.run([setting.docsearch, "find", "--index", index, "water", "board"]) }
        guard MeasuredProcess.isInstalled("recollq") else {
            let alone = (0..<runs).map { _ in ours() }
            return [
                row(
                    "find, whole process", alone, peer: "no recollq", ratio: "",
                    figures: [
                        Figure(name: "\(name): whole process, time", unit: .seconds, Spread(alone.map(\.wall)))
                    ])
            ]
        }
        let configuration = setting.index("recoll-samples")
        _ = Recoll.index(setting.samples, configuration: configuration)
        let comparison = Comparison(runs: runs, ours: ours) {
            MeasuredProcess.run(["recollq", "-c", configuration, "-A", "-p", "3", "water", "board"])
        }
        return [
            row(
                "find, whole process: recollq", comparison.ours,
                peer: "\(milliseconds(comparison.theirs)) ms", ratio: comparison.ratios(\.wall).description,
                figures: comparison.figures("\(name): recollq"))
        ]
    }

    private static func row(
        _ title: String, _ runs: [Measurement], peer: String, ratio: String, figures: [Figure]
    ) -> ResultRow {
        ResultRow(
            name: title, ours: "\(milliseconds(runs)) ms", peer: peer, ratio: ratio, target: "under 8 ms, below 1",
            figures: figures)
    }

    private static func milliseconds(_ runs: [Measurement]) -> Spread { Spread(runs.map { $0.wall * 1000 }) }
}
