import Foundation

/// 1,000 searches of an assistant over standard input, against the library with the same queries, both on one processor in
/// turns: what JSON, schemas and the pipe cost. The start of the program is left out: a run with one message is taken off.
enum AssistantBenchmark: Benchmark {
    static let name = "assistant"

    private static let scripts = "Benchmarks/Scripts"

    static func missing(_ setting: Setting) -> String? {
        for program in ["python3", "taskset"] where !MeasuredProcess.isInstalled(program) { return "no \(program)" }
        return access(scripts + "/query-log.py", R_OK) == 0
            ? PreparedArchive.missing(setting) : "no \(scripts) below the current folder"
    }

    static func run(_ setting: Setting) throws -> [ResultRow] {
        let archive = PreparedArchive(setting, name, count: max(100, setting.bundles / 2), pages: 10, words: 250)
        try archive.write()
        defer { archive.remove() }
        let indexing = archive.runAnew()
        guard indexing.exitCode == 0 else { throw BenchmarkFailure("docsearch index ended with \(indexing.exitCode)") }
        let (dump, log) = (setting.index("assistant-pages.jsonl"), setting.index("assistant-queries.tsv"))
        try python("dump-pages.py", [archive.index], output: dump)
        try python("query-log.py", [dump, log, "--count", "1000", "--seed", "7"])
        let messages = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
            .compactMap { $0.split(separator: "\t").last }.map { try message(String($0)) }
        let (all, one) = (setting.index("assistant-messages"), setting.index("assistant-message"))
        try Data(messages.joined().utf8).write(to: URL(fileURLWithPath: all))
        try Data((messages.first ?? "").utf8).write(to: URL(fileURLWithPath: one))
        let answers = setting.index("assistant-answers")
        func seconds(_ input: String) throws -> Double {
            let run = MeasuredProcess.run(
                [
                    "taskset", "-c", "0", "sh", "-c", "exec \"$1\" --index \"$2\" mcp <\"$3\"", "sh", setting.docsearch,
                    archive.index, input,
                ], output: answers)
            guard run.exitCode == 0 else { throw BenchmarkFailure("docsearch mcp ended with \(run.exitCode)") }
            return run.wall
        }
        _ = try seconds(all)
        var (ours, theirs): ([Double], [Double]) = ([], [])
        for _ in 0..<max(3, setting.runs / 2) {
            let times = try ServingBenchmark.libraryTimes(setting, archive.index, log)
            theirs.append(Double(times.count) / (times.reduce(0, +) / 1000))
            ours.append(Double(messages.count - 1) / (try seconds(all) - seconds(one)))
        }
        let share = Spread(zip(ours, theirs).map { $0 / $1 })
        return [
            ResultRow(
                name: "`\(name)`: \(messages.count) searches over standard input a second; the library",
                ours: Spread(ours).description, peer: Spread(theirs).description, ratio: share.description,
                target: "at least 0.8",
                figures: [Figure(name: "\(name): rate to the library's", unit: .ratio, better: .higher, share)])
        ]
    }

    private static func python(_ script: String, _ arguments: [String], output: String = "/dev/null") throws {
        let run = MeasuredProcess.run(["python3", "\(scripts)/\(script)"] + arguments, output: output)
        guard run.exitCode == 0 else { throw BenchmarkFailure("\(script) ended with \(run.exitCode)") }
    }

    private static func message(_ query: String) throws -> String {
        let meta: [String: Any] = [
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": [String: String](),
        ]
        let message: [String: Any] = [
            "jsonrpc": "2.0", "id": 1, "method": "tools/call",
            "params": ["_meta": meta, "name": "search", "arguments": ["query": query]],
        ]
        return String(decoding: try JSONSerialization.data(withJSONObject: message), as: UTF8.self) + "\n"
    }
}
