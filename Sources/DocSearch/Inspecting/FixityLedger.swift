import Foundation

/// The last comparison of each bundle, in JSON lines in the index folder. A line is added as soon as a bundle is
/// compared, so that a stopped audit can continue.
final class FixityLedger {
    private(set) var latest: [ExactText: FixityReport.Bundle] = [:]
    /// Since the last audit began. A single second may contain the end of one audit and the start of the next.
    private(set) var done: Set<ExactText> = []
    private(set) var begun: Int64?
    private let path: String
    private let descriptor: Int32

    static let name = "fixity.jsonl"

    private struct Line: Codable {
        var begin: Int64?
        var end: Int64?
        var bundle: FixityReport.Bundle?
    }

    /// Throws `locked` when another process is comparing.
    init(_ folder: IndexFolder) throws {
        path = PathText.joined(folder.path, Self.name)
        let opened = try SafeFile.open(path)
        descriptor = opened
        guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
            let message =
                "Another process is comparing the bundles of \"\(folder.path)\" with their checksums. Nothing was done."
            throw DocSearchError(.locked, message)
        }
        try read()
    }

    deinit {
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// A line cut off by a power failure is invalid, and its bundle is compared again.
    private func read() throws {
        let bytes: Data
        do {
            bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        } catch {
            throw DocSearchError(.failed, "Reading \"\(path)\" failed: \(error.localizedDescription).")
        }
        for text in bytes.split(separator: UInt8(ascii: "\n")) {
            let line: Line
            do { line = try JSONDecoder().decode(Line.self, from: Data(text)) } catch { continue }
            if let bundle = line.bundle { note(bundle) }
            if let begin = line.begin { (begun, done) = (begin, []) }
            if line.end != nil { begun = nil }
        }
        // Ends a line that was cut off.
        if let last = bytes.last, last != UInt8(ascii: "\n") { try append(Data("\n".utf8)) }
    }

    func begin(isFresh: Bool, now: Int64) throws -> Int64 {
        if let begun, !isFresh { return begun }
        try add(Line(begin: now))
        (begun, done) = (now, [])
        return now
    }

    private func note(_ bundle: FixityReport.Bundle) {
        latest[ExactText(bundle.path)] = bundle
        done.insert(ExactText(bundle.path))
    }

    func add(_ bundle: FixityReport.Bundle) throws {
        note(bundle)
        try add(Line(bundle: bundle))
    }

    /// Lines of bundles that have left the index stay, because people may ask later when they were last sound.
    func end(now: Int64) throws {
        try add(Line(end: now))
        begun = nil
        guard fsync(descriptor) == 0 else { throw DocSearchError.system("Writing", path) }
    }

    /// Throws `locked` during an audit.
    static func forget(_ bundles: Set<String>, in folder: IndexFolder) throws {
        guard FileStatus(path: PathText.joined(folder.path, name)) != nil else { return }
        let paths = Set(bundles.map(ExactText.init))
        let ledger = try FixityLedger(folder)
        guard ledger.latest.keys.contains(where: paths.contains) else { return }
        let kept = ledger.latest.values.filter { !paths.contains(ExactText($0.path)) }.sorted { $0.path < $1.path }
        func lines(_ isDone: Bool) -> [Line] {
            kept.filter { ledger.done.contains(ExactText($0.path)) == isDone }.map { Line(bundle: $0) }
        }
        let begin = ledger.begun.map { [Line(begin: $0)] } ?? []
        let bytes = Data(
            try (lines(false) + begin + lines(true)).flatMap { try JSONEncoder().encode($0) + Data("\n".utf8) })
        var status = stat()
        let mode = fstat(ledger.descriptor, &status) == 0 ? status.st_mode & 0o777 : 0o600
        try SafeFile.write(bytes, to: ledger.path, mode: mode)
    }

    private func add(_ line: Line) throws { try append(try JSONEncoder().encode(line) + Data("\n".utf8)) }

    private func append(_ bytes: Data) throws {
        guard lseek(descriptor, 0, SEEK_END) >= 0 else { throw DocSearchError.system("Writing", path) }
        let failure = bytes.withUnsafeBytes { WholeWrite.failure(of: $0, to: descriptor) }
        if let failure { throw DocSearchError.system("Writing", path, errno: failure) }
    }
}
