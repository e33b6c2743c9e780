import Foundation

/// The next usual night: one of the bundles was replaced by a real PDF, which the installed worker reads in its sandbox.
enum OneChangedBenchmark: Benchmark {
    static let name = "one-changed"

    private static func sample(_ setting: Setting) -> String { setting.samples + "/minutes/1931-council-minutes.pdf" }

    static func missing(_ setting: Setting) -> String? {
        guard access(sample(setting), R_OK) == 0 else { return "no \(sample(setting))" }
        return PreparedArchive.missing(setting)
    }

    static func run(_ setting: Setting) throws -> [ResultRow] {
        let archive = try NightlyArchive.indexed(setting)
        let pdf = try Array(Data(contentsOf: URL(fileURLWithPath: sample(setting))))
        var version = 0
        var failures: [String] = []
        func changed() -> Measurement {
            version += 1
            do {
                // Readers look for a PDF's end from behind, past a comment.
                try archive.write(pdf + Array("\n% \(version)\n".utf8), to: archive.count / 2)
            } catch {
                failures.append("\(error)")
            }
            let run = NightlyArchive.run(archive)
            if run.exitCode != 0 { failures.append("exit code \(run.exitCode)") }
            return run
        }
        let toNothing = Comparison(runs: setting.runs, ours: changed) { NightlyArchive.run(archive) }
        let toFind = Comparison(runs: setting.runs, ours: changed) { NightlyArchive.find(archive) }
        if let problem = lastRunProblem(archive) { failures.append(problem) }
        let remark = failures.isEmpty ? "" : ", " + failures.joined(separator: ", ")
        return [
            row("the same run with nothing changed", archive, toNothing, remark),
            row("find -printf", archive, toFind, remark),
        ]
    }

    private static func row(
        _ peer: String, _ archive: PreparedArchive, _ comparison: Comparison, _ remark: String
    ) -> ResultRow {
        ResultRow(
            name: "`\(name)`: 1 of \(archive.count) bundles, 5 pages: \(peer)",
            ours: "\(Spread(comparison.ours.map(\.wall))) s\(remark)",
            peer: "\(Spread(comparison.theirs.map(\.wall))) s", ratio: comparison.ratios(\.wall).description,
            target: "",
            figures: comparison.figures("\(name): \(peer)"))
    }

    /// Whether the last run that changed something read one document.
    private static func lastRunProblem(_ archive: PreparedArchive) -> String? {
        let data = MeasuredProcess.output([archive.setting.docsearch, "--index", archive.index, "status", "--json"])
        guard let status = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
            let last = status["last_run"] as? [String: Any]
        else { return "no JSON from docsearch status" }
        let found = ["changed", "documents", "pages"].map { last[$0] as? Int }
        return found == [1, 1, 5] ? nil : "the last run read \(found)"
    }
}
