import Foundation

/// Text that is ready, from the first bundle to the closed index, against the sqlite3 program that is given the same
/// rows as SQL.
///
/// The peer does less: it has no frames to decode, compresses no text (it inserts the compressed blobs as they are),
/// looks up nothing, reads no text back, chooses no page's text and lists no folder. It must parse the SQL, blobs in
/// hexadecimal, which docsearch need not. It runs on one processor, docsearch on as many as there are.
enum WritePathBenchmark: Benchmark {
    static let name = "write-path"

    private static let script = "Benchmarks/Scripts/rows-as-sql.py"

    static func missing(_ setting: Setting) -> String? {
        for program in ["sqlite3", "python3"] where !MeasuredProcess.isInstalled(program) {
            return "no \(program) (apt install \(program))"
        }
        return access(script, R_OK) == 0 ? PreparedArchive.missing(setting) : "no \(script) below the current folder"
    }

    static func run(_ setting: Setting) throws -> [ResultRow] {
        let archive = PreparedArchive(
            setting, "write-path", count: max(100, setting.bundles / 50), pages: 5, words: 250)
        try archive.write()
        defer { archive.remove() }
        let first = archive.runAnew()
        guard first.exitCode == 0 else { throw BenchmarkFailure("docsearch index ended with \(first.exitCode)") }

        var rows: [ResultRow] = []
        for (way, title) in [("bundle", "a transaction a bundle"), ("whole", "one transaction")] {
            let peer = setting.index("write-path-peer-" + way)
            defer { try? FileManager.default.removeItem(atPath: peer) }
            try FileManager.default.createDirectory(atPath: peer, withIntermediateDirectories: true)
            let sql = peer + "/rows.sql"
            let made = MeasuredProcess.run(["python3", script, "write", archive.index, peer, way], output: sql)
            guard made.exitCode == 0 else { throw BenchmarkFailure("\(script) ended with \(made.exitCode)") }
            let comparison = Comparison(runs: max(1, setting.runs / 2), ours: { archive.runAnew() }) {
                for file in ["index", "pages"].flatMap({ ["\($0).sqlite", "\($0).sqlite-wal", "\($0).sqlite-shm"] }) {
                    unlink("\(peer)/\(file)")
                }
                return MeasuredProcess.run(
                    ["sh", "-c", "exec sqlite3 -bail \"$0\" <\"$1\"", peer + "/index.sqlite", sql])
            }
            let check = MeasuredProcess.run(["python3", script, "compare", archive.index, peer])
            rows.append(row(title, archive, comparison, isSame: check.exitCode == 0))
            if way == "bundle" { rows.append(processors(archive, comparison)) }
        }
        return rows + [try small(setting)]
    }

    private static func row(
        _ title: String, _ archive: PreparedArchive, _ comparison: Comparison, isSame: Bool
    ) -> ResultRow {
        let pages = Double(archive.pageCount)
        let failed = (comparison.ours + comparison.theirs).contains { $0.exitCode != 0 }
        return ResultRow(
            name: "`\(name)`: \(archive.count) documents, \(archive.pageCount) pages: sqlite3, \(title)",
            ours: "\(Spread(comparison.ours.map { pages / $0.wall })) pages/s",
            peer: "\(Spread(comparison.theirs.map { pages / $0.wall })) pages/s"
                + (isSame ? "" : ", NOT THE SAME ROWS") + (failed ? ", A RUN FAILED" : ""),
            ratio: Spread(zip(comparison.ours, comparison.theirs).map { $1.wall / $0.wall }).description,
            target: "at least 0.7", figures: comparison.figures("\(name): sqlite3, \(title)"))
    }

    private static func processors(_ archive: PreparedArchive, _ comparison: Comparison) -> ResultRow {
        let stand = Spread(comparison.ours.map(\.childProcessor))
        let own = Spread(comparison.ours.map { $0.processor - $0.childProcessor })
        return ResultRow(
            name: "`\(name)`: processor time; the stand-in for extraction apart", ours: "\(own) s, stand-in \(stand) s",
            peer: "\(Spread(comparison.theirs.map(\.processor))) s",
            ratio: Spread(
                zip(comparison.ours, comparison.theirs).map { ($0.processor - $0.childProcessor) / $1.processor }
            ).description, target: "")
    }

    private static func small(_ setting: Setting) throws -> ResultRow {
        let archive = PreparedArchive(setting, "write-path-500", count: 500, pages: 5, words: 250)
        try archive.write()
        defer { archive.remove() }
        let runs = (0..<setting.runs).map { _ in archive.runAnew() }
        return ResultRow(
            name: "`\(name)`: 500 documents, \(archive.pageCount) pages", ours: "\(Spread(runs.map(\.wall))) s",
            peer: "", ratio: "", target: "under 5 s",
            figures: [
                Figure(name: "\(name): 500 documents, time", unit: .seconds, Spread(runs.map(\.wall))),
                Figure(name: "\(name): 500 documents, processor time", unit: .seconds, Spread(runs.map(\.processor))),
            ])
    }
}
