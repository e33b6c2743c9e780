import DocSearch
import Foundation

/// The real `docsearch-extract`, which is built into the same folder as the tests. Its prepared processes serve one run
/// after the other.
enum ExtractProgram {
    /// Goes up from the test program until the worker lies there.
    static let path: String = {
        let name = "docsearch-extract"
        let start = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        var folder = start.deletingLastPathComponent()
        while folder.path != "/" {
            let candidate = folder.appendingPathComponent(name).path
            if FileManager.default.isExecutableFile(atPath: candidate) {
                KeptProcesses.keep(candidate)
                return candidate
            }
            folder.deleteLastPathComponent()
        }
        return name
    }()
}

/// The processes that were started under a program's path.
func processes(running program: String) throws -> [pid_t] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { Int32($0) }.filter { process in
        // A process may end while we look.
        guard let line = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") else {
            return false
        }
        return String(decoding: line.prefix { $0 != 0 }, as: UTF8.self) == program
    }
}

/// Whether a process is there and has not ended.
func isRunning(_ process: pid_t) -> Bool {
    guard let status = FileManager.default.contents(atPath: "/proc/\(process)/stat") else { return false }
    let text = String(decoding: status, as: UTF8.self)
    // The state stands behind the name in parentheses; Z is a process that has ended but not been asked for.
    return !text.drop { $0 != ")" }.dropFirst(2).hasPrefix("Z")
}
