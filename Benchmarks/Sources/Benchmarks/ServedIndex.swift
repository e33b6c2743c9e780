import Foundation

/// A server for an index, on a free port of this machine, until the value goes away.
final class ServedIndex {
    let process = Process()
    let base: String

    /// `images` is a folder for what is drawn; a new one has nothing in it.
    init(_ setting: Setting, index: String, images: String) throws {
        process.executableURL = URL(fileURLWithPath: setting.docsearch)
        process.arguments = ["--index", index, "serve", "--port", "0", "--images", images]
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let line = String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
        guard let start = line.firstRange(of: "http://"), let end = line.lastIndex(of: "/") else {
            process.terminate()
            throw BenchmarkFailure("docsearch serve did not start: \(line)")
        }
        base = String(line[start.lowerBound..<end])
    }

    func end() {
        process.terminate()
        process.waitUntilExit()
    }

    deinit { if process.isRunning { process.terminate() } }

    /// The most memory that the server alone had, in bytes.
    var peakResidentBytes: Int {
        // Without the number there is none to show.
        let text = (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return (line?.split(whereSeparator: \.isWhitespace).dropFirst().first).flatMap { Int($0) }.map { $0 * 1024 }
            ?? 0
    }

    /// Seconds until the first byte of an answer, and the status; the connection is a new one.
    func firstByte(_ target: String) throws -> (seconds: Double, status: Int) {
        let output = MeasuredProcess.output([
            "curl", "--silent", "--output", "/dev/null", "--write-out", "%{time_starttransfer} %{http_code}",
            base + target,
        ])
        let parts = String(decoding: output, as: UTF8.self).split(separator: " ")
        guard parts.count == 2, let seconds = Double(parts[0]), let status = Int(parts[1]) else {
            throw BenchmarkFailure("curl said nothing of \(target)")
        }
        return (seconds, status)
    }

    func object(_ target: String) throws -> [String: Any] {
        let output = MeasuredProcess.output(["curl", "--silent", base + target])
        guard let object = try JSONSerialization.jsonObject(with: output) as? [String: Any] else {
            throw BenchmarkFailure("\(target) is no object")
        }
        return object
    }
}
