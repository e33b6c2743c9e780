import Foundation

/// The usual night: 100,000 small bundles in 1,000 folders of which none has changed, against `find`, which looks at
/// every file too and does nothing with what it sees.
enum NothingChangedBenchmark: Benchmark {
    static let name = "nothing-changed"

    static func missing(_ setting: Setting) -> String? { PreparedArchive.missing(setting) }

    static func run(_ setting: Setting) throws -> [ResultRow] {
        let archive = try NightlyArchive.indexed(setting)
        var written: [Int] = []
        var codes: Set<Int32> = []
        // What the run before left in its log is brought into the file when it is opened next.
        _ = NightlyArchive.run(archive)
        let before = IndexFileState(folder: archive.index)
        let comparison = Comparison(runs: setting.runs) {
            let run = NightlyArchive.run(archive)
            written.append(run.writtenBytes)
            codes.insert(run.exitCode)
            return run
        } theirs: {
            NightlyArchive.find(archive)
        }
        // Apart from the others, as looking at a process costs it some time.
        let peak = NightlyArchive.run(archive, sampling: true).residentBytes
        let changes = IndexFileState(folder: archive.index).differences(from: before)
        return [
            ResultRow(
                name: "`\(name)`: \(archive.count) bundles: find -printf",
                ours: "\(Spread(comparison.ours.map(\.wall))) s, exit code "
                    + codes.map(String.init).joined(separator: ", "),
                peer: "\(Spread(comparison.theirs.map(\.wall))) s", ratio: comparison.ratios(\.wall).description,
                target: "at most 2", figures: comparison.figures("\(name): find -printf")),
            ResultRow(
                name: "`\(name)`: processor time, peak memory",
                ours: "\(Spread(comparison.ours.map(\.processor))) s, \(peak >> 20) MiB",
                peer: "\(Spread(comparison.theirs.map(\.processor))) s", ratio: "", target: "under 150 MB",
                figures: [Figure(name: "\(name): peak memory", unit: .bytes, value: Double(peak))]),
            ResultRow(
                name: "`\(name)`: bytes written, databases and logs",
                ours: "\(written.max() ?? 0) bytes a run (the lock's number, wake-ups, -shm), "
                    + (changes.isEmpty ? "files as they were" : "changed: \(changes.joined(separator: ", "))"),
                peer: "", ratio: "", target: "files as they were"),
        ]
    }
}
