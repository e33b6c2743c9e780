import Foundation

/// The server under load: 64 connections that ask the queries of `search` without a pause, against the library with the
/// same queries in the same run.
///
/// What 64 connections wait on each other is computed and not measured: each is answered by one of as many desks as there
/// are processors, in the order of coming, for as long as the library alone takes for that query (`closedQueue`). So the
/// ratio has what HTTP, JSON, the switching between 64 questions and wrk itself cost, and not that there are 64 of them.
enum ServingBenchmark: Benchmark {
    static let name = "serving"

    private static let scripts = "Benchmarks/Scripts"
    private static let connections = 64
    private static let seconds = 30

    static func missing(_ setting: Setting) -> String? {
        for program in ["python3", "wrk", "taskset", "curl"] where !MeasuredProcess.isInstalled(program) {
            return "no \(program)"
        }
        return access(scripts + "/searches.lua", R_OK) == 0
            ? PreparedArchive.missing(setting) : "no \(scripts) below the current folder"
    }

    static func run(_ setting: Setting) throws -> [ResultRow] {
        let archive = PreparedArchive(setting, name, count: max(100, setting.bundles / 2), pages: 10, words: 250)
        try archive.write()
        defer { archive.remove() }
        let indexing = archive.runAnew()
        guard indexing.exitCode == 0 else { throw BenchmarkFailure("docsearch index ended with \(indexing.exitCode)") }
        let (dump, log) = (setting.index("serving-pages.jsonl"), setting.index("serving-queries.tsv"))
        try python("dump-pages.py", [archive.index], output: dump)
        try python("query-log.py", [dump, log, "--count", "1000", "--seed", "7"])
        let times = try libraryTimes(setting, archive.index, log)
        let server = try ServedIndex(setting, index: archive.index, images: setting.index("serving-images"))
        defer { server.end() }
        _ = try load(server, log, seconds: 10)
        // The library and the server take turns, since the speed of the machine drifts.
        var rates: [Double] = []
        var loads: [Load] = []
        for _ in 0..<3 {
            rates.append(try libraryRate(setting, archive.index, log))
            loads.append(try load(server, log, seconds: seconds))
        }
        let failed = loads.reduce(0) { $0 + $1.failed + $1.timeouts }
        let title = "`\(name)`: \(connections) connections, \(archive.count) documents, \(archive.pageCount) pages"
        let model = closedQueue(times, desks: setting.processors)
        let p95 = Spread(loads.map(\.p95))
        let slowness = Spread(loads.map { $0.p95 / model })
        let share = Spread(zip(loads, rates).map { $0.rate / $1 })
        let memory = server.peakResidentBytes
        return [
            ResultRow(
                name: "\(title), p95; model of the queue", ours: "\(p95) ms", peer: "\(Spread.text(model)) ms",
                ratio: slowness.description, target: "at most 2",
                figures: [
                    Figure(name: "\(name): p95 to the model's", unit: .ratio, slowness),
                    Figure(name: "\(name): p95", unit: .milliseconds, p95),
                ]),
            ResultRow(
                name: "\(title), answers a second; \(setting.processors) × the library",
                ours: Spread(loads.map(\.rate)).description, peer: Spread(rates).description, ratio: share.description,
                target: "at least 0.7",
                figures: [Figure(name: "\(name): rate to the library's", unit: .ratio, better: .higher, share)]),
            ResultRow(
                name: "\(title), other answers than 200", ours: "\(failed) of \(loads.reduce(0) { $0 + $1.requests })",
                peer: "", ratio: "", target: "0",
                figures: [Figure(name: "\(name): other answers", unit: .count, value: Double(failed))]),
            ResultRow(
                name: "\(title), peak memory of the server", ours: "\(memory >> 20) MiB", peer: "", ratio: "",
                target: "under 200 MB",
                figures: [Figure(name: "\(name): memory under load", unit: .bytes, value: Double(memory))]),
        ]
    }

    private static func python(_ script: String, _ arguments: [String], output: String = "/dev/null") throws {
        let run = MeasuredProcess.run(["python3", "\(scripts)/\(script)"] + arguments, output: output)
        guard run.exitCode == 0 else { throw BenchmarkFailure("\(script) ended with \(run.exitCode)") }
    }

    // MARK: - The library

    /// Milliseconds a query, in one process on one processor, after a pass that warms the disk cache.
    static func libraryTimes(_ setting: Setting, _ index: String, _ log: String) throws -> [Double] {
        let command = ["taskset", "-c", "0", setting.docsearch, "--index", index, "find", "--json", "--queries", log]
        _ = MeasuredProcess.run(command)
        return try MeasuredProcess.output(command).split(separator: UInt8(ascii: "\n")).map { line in
            let answer = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
            guard let time = answer?["elapsed_ms"] as? Double else { throw BenchmarkFailure("no elapsed_ms") }
            return time
        }
    }

    /// Queries a second of as many processes at the same time as there are processors.
    private static func libraryRate(_ setting: Setting, _ index: String, _ log: String) throws -> Double {
        let count = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").count
        let start = ContinuousClock.now
        let processes = (0..<setting.processors).compactMap { _ in
            RunningProcess([setting.docsearch, "--index", index, "find", "--json", "--queries", log])
        }
        for process in processes { _ = process.end() }
        return Double(count * processes.count) / ((ContinuousClock.now - start) / .seconds(1))
    }

    /// The 95th percentile of how long an answer takes when `connections` ask without a pause and `desks` answer in the order
    /// of coming, each query for its own time: a closed queue, run through 20 times the log.
    static func closedQueue(_ times: [Double], desks: Int) -> Double {
        guard !times.isEmpty else { return 0 }
        var free = [Double](repeating: 0, count: max(1, desks))
        // When each connection asks next, in the order of asking.
        var asked = [Double](repeating: 0, count: connections)
        var waits: [Double] = []
        for number in 0..<(20 * times.count) {
            let start = asked.removeFirst()
            let desk = free.indices.min { free[$0] < free[$1] } ?? 0
            let end = max(start, free[desk]) + times[number % times.count]
            free[desk] = end
            waits.append(end - start)
            let place = asked.lastIndex { $0 <= end }.map { $0 + 1 } ?? 0
            asked.insert(end, at: place)
        }
        let sorted = waits.dropFirst(times.count).sorted()
        return sorted[Int(0.95 * Double(sorted.count))]
    }

    // MARK: - The server

    /// What wrk has counted.
    private struct Load: Decodable {
        var requests: Int
        var seconds: Double
        var failed: Int
        var timeouts: Int
        /// Milliseconds.
        var p95: Double

        var rate: Double { Double(requests) / seconds }
    }

    private static func load(_ server: ServedIndex, _ log: String, seconds: Int) throws -> Load {
        let output = MeasuredProcess.output([
            "wrk", "-t2", "-c\(connections)", "-d\(seconds)s", "--timeout", "30s", "-s", scripts + "/searches.lua",
            server.base,
            "--", log,
        ])
        guard let line = output.split(separator: UInt8(ascii: "\n")).last(where: { $0.first == UInt8(ascii: "{") })
        else {
            throw BenchmarkFailure("wrk said nothing")
        }
        return try JSONDecoder().decode(Load.self, from: Data(line))
    }
}
