import Foundation

/// The figures of a run, with all that is needed to hold another one against them. `Benchmarks/Results` keeps some.
struct ResultRecord: Codable {
    /// Model of the processor, number of processors, memory.
    var machine: String
    var system: String
    /// As `git describe` names it; ends in `-dirty` when files were changed.
    var commit: String
    /// Of the last benchmark in it, as 2026-11-23.
    var date: String
    /// Value of `--bundles`: figures of archives of different sizes cannot be compared.
    var bundles: Int
    var figures: [Figure] = []

    init(commit: String, bundles: Int) {
        machine = Self.presentMachine()
        system = Self.field("PRETTY_NAME=", of: "/etc/os-release").replacing("\"", with: "")
        self.commit = commit
        self.bundles = bundles
        date = String(ISO8601DateFormatter().string(from: Date()).prefix(10))
    }

    init(file: String) throws {
        let data = try Data(contentsOf: URL(fileURLWithPath: file))
        self = try JSONDecoder().decode(ResultRecord.self, from: data)
    }

    /// Writes it, with the figures of other benchmarks that the file has of the same commit and machine: a record may be
    /// measured in several parts.
    func write(addingTo file: String) throws {
        var whole = self
        if FileManager.default.fileExists(atPath: file) {
            let old = try ResultRecord(file: file)
            guard old.machine == machine, old.commit == commit, old.bundles == bundles else {
                throw BenchmarkFailure(
                    "\(file) is the record of another machine, commit or --bundles; nothing is written")
            }
            let names = Set(figures.map(\.name))
            whole.figures = old.figures.filter { !names.contains($0.name) } + figures
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try (encoder.encode(whole) + Data("\n".utf8)).write(to: URL(fileURLWithPath: file))
    }

    private static func presentMachine() -> String {
        let information = ProcessInfo.processInfo
        let model = field("model name", of: "/proc/cpuinfo").drop { ": \t".contains($0) }
        let memory = (information.physicalMemory + (1 << 29)) >> 30
        return "\(model), \(information.activeProcessorCount) processors, \(memory) GiB"
    }

    /// The rest of the first line that begins so.
    private static func field(_ start: String, of file: String) -> String {
        guard let text = try? String(contentsOfFile: file, encoding: .utf8),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix(start) })
        else { return "unknown" }
        return String(line.dropFirst(start.count))
    }
}
