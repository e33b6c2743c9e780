import Foundation

/// Samples/archive, indexed once with recognition for all tests that only read.
struct SampleArchive {
    static let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Samples/archive").path

    static func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path + "/" + name)) }

    /// A program whose index holds the samples. Do not write to it.
    static func program() throws -> Program { try shared.get().program }

    static func outcome() throws -> Outcome { try shared.get().outcome }

    static func expected() throws -> JSON {
        let file = URL(fileURLWithPath: path).deletingLastPathComponent().appendingPathComponent(
            "expected.json")
        return try JSON(try Data(contentsOf: file))
    }

    private let program: Program
    private let outcome: Outcome

    private static let shared = Result {
        let program = try Program()
        Leftovers.shared.add(program.folder.path)
        let outcome = try program.run(
            ["index", "--language", "eng+deu", "--report", "report.json", path], timeout: .seconds(600))
        return SampleArchive(program: program, outcome: outcome)
    }
}

/// Folders of statics, which are never released.
final class Leftovers: @unchecked Sendable {
    static let shared = Leftovers()
    private let lock = NSLock()
    private var paths: [String] = []

    private init() {
        atexit {
            for path in Leftovers.shared.paths { try? FileManager.default.removeItem(atPath: path) }
        }
    }

    func add(_ path: String) { lock.withLock { paths.append(path) } }
}

/// Control characters, line breaks aside, and characters that turn the direction of text.
func harmfulScalars(in text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.filter { scalar in
        switch scalar.value {
        case 0x0A: false
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
