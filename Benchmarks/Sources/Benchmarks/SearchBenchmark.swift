import Foundation

/// A log of 1,000 mixed queries on 50,000 documents of ten pages each: warm, in one process on one processor, snippets
/// included, and cold, a process a query. Also what the files of such an index take.
///
/// Other engines are asked the same queries by `Benchmarks/Scripts/search-peers.py`; it takes an hour to fill them.
enum SearchBenchmark: Benchmark {
    static let name = "search"

    private static let scripts = "Benchmarks/Scripts"

    static func missing(_ setting: Setting) -> String? {
        for program in ["python3", "taskset"] where !MeasuredProcess.isInstalled(program) { return "no \(program)" }
        return access(scripts + "/query-log.py", R_OK) == 0
            ? PreparedArchive.missing(setting) : "no \(scripts) below the current folder"
    }

    static func run(_ setting: Setting) throws -> [ResultRow] {
        let archive = PreparedArchive(setting, "search", count: max(100, setting.bundles / 2), pages: 10, words: 250)
        try archive.write()
        defer { archive.remove() }
        let indexing = archive.runAnew()
        guard indexing.exitCode == 0 else { throw BenchmarkFailure("docsearch index ended with \(indexing.exitCode)") }
        let (dump, log) = (setting.index("search-pages.jsonl"), setting.index("search-queries.tsv"))
        try python("dump-pages.py", [archive.index], output: dump)
        try python("query-log.py", [dump, log, "--count", "1000", "--seed", "7"])
        let queries = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
            .compactMap { $0.split(separator: "\t").last.map(String.init) }
        let title = "`\(name)`: \(queries.count) queries, \(archive.count) documents, \(archive.pageCount) pages"
        var rows: [ResultRow] = []
        for (count, pages) in [("snippets of 3 pages a document", "3"), ("without snippets", "0")] {
            rows.append(
                row(
                    "\(title), warm, \(count)", "warm, \(count)", try warm(setting, archive, log, pages),
                    target: "10, 50, 100 ms"))
        }
        let cold = queries.prefix(200).map { query in
            1000 * MeasuredProcess.run([setting.docsearch, "--index", archive.index, "find", "--json", query]).wall
        }
        rows.append(row("`\(name)`: the first 200, a process each", "a process each", cold, target: "p50 under 30 ms"))
        return rows + [try sizes(archive, dump)]
    }

    private static func python(_ script: String, _ arguments: [String], output: String = "/dev/null") throws {
        let run = MeasuredProcess.run(["python3", "\(scripts)/\(script)"] + arguments, output: output)
        guard run.exitCode == 0 else { throw BenchmarkFailure("\(script) ended with \(run.exitCode)") }
    }

    /// Milliseconds a query as docsearch counts them. The first pass warms the disk cache.
    private static func warm(
        _ setting: Setting, _ archive: PreparedArchive, _ log: String, _ pages: String
    ) throws -> [Double] {
        let command = [
            "taskset", "-c", "0", setting.docsearch, "--index", archive.index, "find", "--json", "--pages", pages,
            "--queries", log,
        ]
        _ = MeasuredProcess.run(command)
        let answers = MeasuredProcess.output(command).split(separator: UInt8(ascii: "\n"))
        return try answers.map { line in
            let answer = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
            guard let time = answer?["elapsed_ms"] as? Double else { throw BenchmarkFailure("no elapsed_ms") }
            return time
        }
    }

    private static func row(
        _ title: String, _ way: String, _ times: [Double], target: String
    ) -> ResultRow {
        let sorted = times.sorted()
        let values = [0.5, 0.95, 0.99].map { share in
            sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))]
        }
        let points = Array(zip(["p50", "p95", "p99"], values))
        let text = points.map { "\($0) \(Spread.text($1))" }.joined(separator: ", ")
        return ResultRow(
            name: title, ours: "\(text) ms", peer: "", ratio: "", target: target,
            figures: points.map { Figure(name: "\(name): \(way), \($0)", unit: .milliseconds, value: $1) })
    }

    /// The dump has the texts once, in JSON that escapes nothing but line ends.
    private static func sizes(_ archive: PreparedArchive, _ dump: String) throws -> ResultRow {
        var text = 0
        for line in try String(contentsOfFile: dump, encoding: .utf8).split(separator: "\n") {
            let page = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            text += (page?["text"] as? String ?? "").utf8.count
        }
        let sizes = ["user", "pages", "index"].map { file in
            (try? FileManager.default.attributesOfItem(atPath: "\(archive.index)/\(file).sqlite")[.size] as? Int)
                .flatMap { $0 } ?? 0
        }
        let all = sizes.reduce(0, +)
        return ResultRow(
            name: "`\(name)`: size of the three files", ours: "\(all >> 20) MiB", peer: "\(text >> 20) MiB of text",
            ratio: Spread.text(Double(all) / Double(max(1, text))), target: "at most 1.5",
            figures: [
                Figure(name: "\(name): size to the text's", unit: .ratio, value: Double(all) / Double(max(1, text)))
            ])
    }
}
