import Foundation
import PreparedText

/// `docsearch find` in a loop while a run reads the whole archive again, every text of which has changed, against the
/// same loop on the same index just before.
enum FindDuringRunBenchmark: Benchmark {
    static let name = "find-during-run"

    static func missing(_ setting: Setting) -> String? { PreparedArchive.missing(setting) }

    static func run(_ setting: Setting) throws -> [ResultRow] {
        let archive = PreparedArchive(
            setting, "find-during-run", count: max(100, setting.bundles / 10), pages: 3, words: 250)
        try archive.write()
        defer { archive.remove() }
        let first = archive.runAnew()
        guard first.exitCode == 0 else { throw BenchmarkFailure("docsearch index ended with \(first.exitCode)") }
        return try [setting.processors, 1].enumerated().map { generation, jobs in
            try row(archive, jobs: jobs, generation: generation)
        }
    }

    private static func row(_ archive: PreparedArchive, jobs: Int, generation: Int) throws -> ResultRow {
        var queries = QuerySequence()
        // The loop's own checks belong to the load, so the idle loop makes them as well.
        let idle = try answers(archive, [generation], &queries) { $0 < 300 }
        try archive.write(generation: generation + 1)
        let (words, environment) = archive.command(["--full", "--jobs", String(jobs)])
        guard let run = RunningProcess(words, environment: environment) else {
            throw BenchmarkFailure("docsearch index could not be started")
        }
        let during: Answers
        do {
            during = try answers(archive, [generation, generation + 1], &queries) { _ in !run.hasEnded }
        } catch {
            kill(run.process, SIGKILL)
            _ = run.end()
            throw error
        }
        let measured = run.end()
        let problems = idle.problems + during.problems
        let title = generation == 0 ? "all workers" : "one worker"
        let (quiet, busy) = (Spread(idle.milliseconds), Spread(during.milliseconds))
        return ResultRow(
            name: "`\(name)`: --full --jobs \(jobs), \(archive.count) documents, "
                + "\(Spread.text(measured.wall)) s, exit code \(measured.exitCode); the same index idle",
            ours: "p95 \(Spread.text(during.percentile(0.95))) ms, \(busy) ms; \(during.milliseconds.count) answers, "
                + "\(problems.count) wrong" + (problems.first.map { " (\($0))" } ?? ""),
            peer: "p95 \(Spread.text(idle.percentile(0.95))) ms, \(quiet) ms; \(idle.milliseconds.count) answers",
            ratio: "p95 \(Spread.text(during.percentile(0.95) / max(1e-9, idle.percentile(0.95)))), "
                + "median \(Spread.text(busy.median / max(1e-9, quiet.median)))",
            target: "p95 at most 2, none wrong",
            figures: [
                Figure(
                    name: "\(name): \(title), p95 to idle", unit: .ratio,
                    value: during.percentile(0.95) / max(1e-9, idle.percentile(0.95))),
                Figure(
                    name: "\(name): \(title), p95", unit: .milliseconds, value: during.percentile(0.95)),
                Figure(name: "\(name): \(title), wrong answers", unit: .count, value: Double(problems.count)),
            ])
    }

    private struct Answers {
        var milliseconds: [Double] = []
        var problems: [String] = []

        func percentile(_ share: Double) -> Double {
            let sorted = milliseconds.sorted()
            return sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))]
        }
    }

    private static func answers(
        _ archive: PreparedArchive, _ generations: [Int], _ queries: inout QuerySequence,
        while goesOn: (Int) -> Bool
    ) throws -> Answers {
        let output = archive.setting.index("find-answer.json")
        let check = AnswerCheck(archive: archive, generations: generations)
        var result = Answers()
        while goesOn(result.milliseconds.count) {
            let query = queries.next()
            let run = MeasuredProcess.run(
                [archive.setting.docsearch, "find", "--index", archive.index, "--json", query], output: output)
            result.milliseconds.append(run.wall * 1000)
            let data = try Data(contentsOf: URL(fileURLWithPath: output))
            if let problem = check.problem(exitCode: run.exitCode, data) {
                result.problems.append("\"\(query)\": \(problem)")
            }
        }
        return result
    }
}

/// Queries of two words: one that many documents have, one that few or none have.
private struct QuerySequence {
    private var numbers = SeededNumbers(seed: 42)

    mutating func next() -> String {
        let frequent = Int(numbers.next() % 200) + 20
        let rare = Int(numbers.next() % 50_000) + 1_000
        return ZipfWords.spelling(rank: frequent) + " " + ZipfWords.spelling(rank: rare)
    }
}
