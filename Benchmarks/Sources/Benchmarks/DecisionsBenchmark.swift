import Foundation
import PreparedText

/// What people said of many documents: what it costs a search, how long it takes to say something, also beside a run, and
/// how fast it is carried from one index to another.
enum DecisionsBenchmark: Benchmark {
    static let name = "decisions"

    static func missing(_ setting: Setting) -> String? { PreparedArchive.missing(setting) }

    static func run(_ setting: Setting) throws -> [ResultRow] {
        let archive = PreparedArchive(setting, name, count: max(100, setting.bundles / 2), pages: 2, words: 150)
        try archive.write()
        defer { archive.remove() }
        guard archive.runAnew().exitCode == 0 else { throw BenchmarkFailure("docsearch index failed") }
        // The same index without what people said.
        let bare = setting.index(name + "-bare")
        try FileManager.default.copyItem(atPath: archive.index, toPath: bare)
        let lines = setting.index(name + ".jsonl")
        let said = SaidLines(archive: archive)
        try said.writeCorrections(to: lines)
        let corrected = try corrections(archive, bare, lines, count: said.correctionCount)
        try said.write(to: lines)
        return try corrected + exchange(archive, lines, count: said.count) + [
            search("what people said", archive, bare), tag(archive, bare), tagDuringRun(archive),
        ]
    }

    private static func corrections(
        _ archive: PreparedArchive, _ bare: String, _ lines: String, count: Int
    ) throws -> [ResultRow] {
        let docsearch = [archive.setting.docsearch, "--index", archive.index]
        let taken = MeasuredProcess.run(docsearch + ["import", "--quiet", lines])
        guard taken.exitCode == 0 else { throw BenchmarkFailure("docsearch import ended with \(taken.exitCode)") }
        let applied = MeasuredProcess.run(docsearch + ["find", "--json", "mended\(count - 1)"])
        guard applied.exitCode == 0 else { throw BenchmarkFailure("the last correction is not found") }
        let rate = Double(count) / max(1e-9, taken.wall)
        return [
            ResultRow(
                name: "`\(name)`: import of \(count) corrections of texts", ours: "\(Spread.text(rate)) a second",
                peer: "", ratio: "", target: "",
                figures: [Figure(name: "\(name): corrections a second", unit: .count, better: .higher, value: rate)]),
            search("\(count) corrections of texts", archive, bare),
        ]
    }

    // MARK: - In and out

    private static func exchange(_ archive: PreparedArchive, _ lines: String, count: Int) throws -> [ResultRow] {
        let docsearch = [archive.setting.docsearch, "--index", archive.index]
        let taken = MeasuredProcess.run(docsearch + ["import", "--quiet", lines], sampling: true)
        guard taken.exitCode == 0 else { throw BenchmarkFailure("docsearch import ended with \(taken.exitCode)") }
        let written = MeasuredProcess.run(docsearch + ["export", "--user"], sampling: true)
        return [("import", taken), ("export", written)].map { command, measured in
            let rate = Double(count) / max(1e-9, measured.wall)
            return ResultRow(
                name: "`\(name)`: \(command) of \(count) lines",
                ours: "\(Spread.text(rate)) lines/s, \(measured.residentBytes >> 20) MiB", peer: "", ratio: "",
                target: "20,000 lines/s",
                figures: [
                    Figure(name: "\(name): \(command), lines a second", unit: .count, better: .higher, value: rate),
                    Figure(
                        name: "\(name): \(command), peak memory", unit: .bytes,
                        value: Double(measured.residentBytes)),
                ])
        }
    }

    // MARK: - Searching

    /// Whole processes, in turns on the two indexes.
    private static func search(_ said: String, _ archive: PreparedArchive, _ bare: String) -> ResultRow {
        var numbers = SeededNumbers(seed: 17)
        var (with, without): ([Double], [Double]) = ([], [])
        for _ in 0..<archive.setting.runs * 30 {
            let query =
                ZipfWords.spelling(rank: Int(numbers.next() % 200) + 20) + " "
                + ZipfWords.spelling(rank: Int(numbers.next() % 5_000) + 300)
            without.append(find(query, bare, archive.setting))
            with.append(find(query, archive.index, archive.setting))
        }
        let (median, tail) = (Self.ratio(with, without, 0.5), Self.ratio(with, without, 0.95))
        return ResultRow(
            name: "`\(name)`: find in \(archive.count) documents with \(said); without",
            ours: "\(Spread(with)) ms", peer: "\(Spread(without)) ms",
            ratio: "median \(Spread.text(median)), p95 \(Spread.text(tail))", target: "at most 1.1",
            figures: [
                Figure(name: "\(name): find with \(said), median to that without", unit: .ratio, value: median),
                Figure(name: "\(name): find with \(said), p95 to that without", unit: .ratio, value: tail),
            ])
    }

    private static func find(_ query: String, _ index: String, _ setting: Setting) -> Double {
        MeasuredProcess.run([setting.docsearch, "find", "--index", index, "--json", query]).wall * 1000
    }

    private static func ratio(_ ours: [Double], _ theirs: [Double], _ share: Double) -> Double {
        percentile(ours, share) / max(1e-9, percentile(theirs, share))
    }

    private static func percentile(_ values: [Double], _ share: Double) -> Double {
        let sorted = values.sorted()
        return sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))]
    }

    // MARK: - Saying

    private static func tag(_ archive: PreparedArchive, _ bare: String) -> ResultRow {
        var number = 0
        let query = ZipfWords.spelling(rank: 40) + " " + ZipfWords.spelling(rank: 400)
        let comparison = Comparison(
            runs: archive.setting.runs * 3,
            ours: {
                number += 1
                return say(archive, number)
            },
            theirs: { MeasuredProcess.run([archive.setting.docsearch, "find", "--index", bare, "--json", query]) })
        let ratios = comparison.ratios(\.wall)
        return ResultRow(
            name: "`\(name)`: tag; find in the index without what people said",
            ours: "\(Spread(comparison.ours.map { $0.wall * 1000 })) ms",
            peer: "\(Spread(comparison.theirs.map { $0.wall * 1000 })) ms", ratio: "\(ratios)", target: "at most 2",
            figures: [Figure(name: "\(name): tag, time to that of find", unit: .ratio, ratios)])
    }

    private static func say(_ archive: PreparedArchive, _ number: Int) -> Measurement {
        MeasuredProcess.run([
            archive.setting.docsearch, "--index", archive.index, "tag", archive.path(number % archive.count),
            "+said \(number)",
        ])
    }

    private static func tagDuringRun(_ archive: PreparedArchive) throws -> ResultRow {
        try archive.write(generation: 1)
        let (words, environment) = archive.command(["--full"])
        guard let run = RunningProcess(words, environment: environment) else {
            throw BenchmarkFailure("docsearch index could not be started")
        }
        var (milliseconds, failed): ([Double], Int) = ([], 0)
        while !run.hasEnded {
            let said = say(archive, 1_000 + milliseconds.count)
            milliseconds.append(said.wall * 1000)
            if said.exitCode != 0 { failed += 1 }
            usleep(100_000)
        }
        _ = run.end()
        let tail = percentile(milliseconds, 0.95)
        return ResultRow(
            name: "`\(name)`: tag beside index --full", ours: "p95 \(Spread.text(tail)) ms, \(Spread(milliseconds)) ms",
            peer: "", ratio: "\(milliseconds.count) commands, \(failed) failed", target: "p95 under 100 ms",
            figures: [
                Figure(name: "\(name): tag beside a run, p95", unit: .milliseconds, value: tail),
                Figure(name: "\(name): tag beside a run, failed", unit: .count, value: Double(failed)),
            ])
    }
}

/// Exports of an index in which much was said.
struct SaidLines {
    let archive: PreparedArchive

    var count: Int { 2 * archive.count + 2 * (archive.count / 5) }
    var correctionCount: Int { archive.count / 5 }

    /// Of each document two tags, of each fifth a note and a highlight.
    func write(to file: String) throws {
        var lines = Lines(archive)
        for document in 0..<archive.count {
            lines.add("tag", "tag \(document % 997)", document)
            lines.add("tag", ZipfWords.spelling(rank: document % 300 + 1), document)
            guard document < archive.count / 5 else { continue }
            lines.add(
                "note", "Compare \(ZipfWords.spelling(rank: document % 2_000 + 1)) in box \(document).", document)
            lines.add(
                "highlight",
                #"{\"boxes\":[],\"label\":\"evidence\",\"size\":[],\"quote\":{\"end\":5,\"exact\":\"paper\","#
                    + #"\"prefix\":\"\",\"start\":0,\"suffix\":\"\"}}"#, document, page: "1")
        }
        try lines.write(to: file)
    }

    /// Of each fifth document the second word of its first page.
    func writeCorrections(to file: String) throws {
        var lines = Lines(archive)
        for document in 0..<correctionCount {
            let text = String(decoding: archive.bundle(document).text(page: 1), as: UTF8.self)
            let words = text.split(separator: " ", maxSplits: 2)
            guard words.count == 3 else { throw BenchmarkFailure("\(archive.path(document)) has no three words") }
            let start = words[0].unicodeScalars.count + 1
            let suffix = (" " + words[2].prefix(31)).replacing("\n", with: #"\\n"#)
            lines.add(
                "correction",
                #"{\"quote\":{\"end\":\#(start + words[1].unicodeScalars.count),\"exact\":\"\#(words[1])\","#
                    + #"\"prefix\":\"\#(words[0]) \",\"start\":\#(start),\"suffix\":\"\#(suffix)\"},"#
                    + #"\"text\":\"mended\#(document)\"}"#, document, page: "1")
        }
        try lines.write(to: file)
    }

    private struct Lines {
        private var lines = [#"{"docsearch":"decisions","version":1}"#]
        private let archive: PreparedArchive
        private let root: String

        init(_ archive: PreparedArchive) {
            self.archive = archive
            root = URL(fileURLWithPath: archive.root).resolvingSymlinksInPath().path
        }

        mutating func add(_ kind: String, _ value: String, _ document: Int, page: String = "null") {
            let digits = String(lines.count, radix: 16)
            let id = "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
            lines.append(
                #"{"id":"\#(id)","kind":"\#(kind)","page":\#(page),"value":"\#(value)","created":1700000000000,"#
                    + #""modified":1700000000000,"author":"edith","subject":{"content_hash":"","root_path":"\#(root)","#
                    + #""path":"\#(archive.path(document))","identifier":null,"title":"paper \#(document)"}}"#)
        }

        func write(to file: String) throws {
            try (lines.joined(separator: "\n") + "\n").write(toFile: file, atomically: false, encoding: .utf8)
        }
    }
}
