import AnswerForms
import DocSearch
import Foundation
import Synchronization

/// Writes one JSON line for each answer, in the order in which answers begin.
package final class AccessLog: Sendable {
    /// `@unchecked Sendable`: used by the log's thread alone.
    private final class File: @unchecked Sendable {
        var descriptor: Int32 = -1
        var hasFailed = false
        var isLineOpen = false
        deinit { if descriptor >= 0 { close(descriptor) } }
    }

    private struct Waiting {
        var lines = 0
        var bytes = 0
        var lost = 0
    }

    private let waiting = Mutex(Waiting())
    /// Limits the memory while the disk stalls.
    private static let mostBytes = 8 << 20

    private let path: String
    private let log: @Sendable (String) -> Void
    private let file = File()
    private let thread = DispatchQueue(label: "access log")

    package init(at path: String, log: @escaping @Sendable (String) -> Void) throws {
        (self.path, self.log) = (path, log)
        file.descriptor = try Self.opened(path)
    }

    package func write(_ line: JSONObject) {
        let bytes = Array((line.json + "\n").utf8)
        let hasRoom = waiting.withLock { waiting in
            guard waiting.bytes + bytes.count <= Self.mostBytes else {
                waiting.lost += 1
                return false
            }
            waiting.lines += 1
            waiting.bytes += bytes.count
            return true
        }
        guard hasRoom else { return }
        thread.async { [self] in
            do {
                try reopenWhereMoved()
                try append(bytes)
                file.hasFailed = false
            } catch {
                if !file.hasFailed { log((error as? DocSearchError)?.message ?? "\(error)") }
                file.hasFailed = true
            }
            let lost = waiting.withLock { waiting in
                waiting.lines -= 1
                waiting.bytes -= bytes.count
                defer { if waiting.lines == 0 { waiting.lost = 0 } }
                return waiting.lines == 0 ? waiting.lost : 0
            }
            if lost > 0 {
                log("The access log \"\(path)\" lacks \(lost.counted("line")): its disk was too slow for them.")
            }
        }
    }

    private func append(_ line: [UInt8]) throws {
        var rest = ((file.isLineOpen ? [UInt8(ascii: "\n")] : []) + line)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file.descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Self.problem(path, String(cString: strerror(errno))) }
            file.isLineOpen = true
            rest = rest.dropFirst(count)
        }
        file.isLineOpen = false
    }

    package func flush() { thread.sync {} }

    /// Programs that rotate logs can then move the file without a signal.
    private func reopenWhereMoved() throws {
        var (named, open) = (stat(), stat())
        if file.descriptor >= 0, stat(path, &named) == 0, fstat(file.descriptor, &open) == 0,
            named.st_ino == open.st_ino, named.st_dev == open.st_dev
        {
            return
        }
        let descriptor = try Self.opened(path)
        if file.descriptor >= 0 { close(file.descriptor) }
        (file.descriptor, file.isLineOpen) = (descriptor, false)
    }

    private static func problem(_ path: String, _ reason: String) -> DocSearchError {
        DocSearchError(.environment, "The access log \"\(path)\" cannot be written: \(reason).", item: path)
    }

    private static func opened(_ path: String) throws -> Int32 {
        let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC, 0o640)
        guard descriptor >= 0 else { throw problem(path, String(cString: strerror(errno))) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw problem(path, "it is not a regular file")
        }
        return descriptor
    }
}

extension AccessLog {
    /// The code of a link opens its document, so the link's identifier replaces it. `base` is
    /// ``SiteSettings/basePath``.
    static func line(
        _ answer: Answer, to visit: Visit?, from client: String? = nil, below base: String, after time: Duration
    ) -> JSONObject {
        let bytes: Int? =
            switch answer.body {
            case .bytes(let bytes): bytes.count
            case .pieces(let length, _): length.map { Int($0) }
            }
        let (seconds, _) = time.components
        let milliseconds = Double(seconds) * 1000 + Double(time.components.attoseconds / 1_000_000_000_000) / 1000
        return [
            "time": DocumentDate(secondsSinceEpoch: Int64(Date().timeIntervalSince1970), precision: .instant)
                .description,
            "client": (visit?.client ?? client).map { String($0.prefix(64)) }, "user": visit?.visitor.name,
            "link": visit?.linkCode(below: base).map(Share.identifier(ofCode:)),
            "method": visit.map { $0.isHead ? "HEAD" : $0.method },
            "target": visit?.targetWithoutCode, "status": answer.status, "bytes": bytes,
            "elapsed_ms": milliseconds,
        ]
    }
}

extension Share {
    static func identifier(ofCode code: String) -> String { String(Secret.hash(code).prefix(12)) }
}

extension Visit {
    /// The code may be invalid.
    fileprivate func linkCode(below base: String) -> String? {
        let path = targetParts.path
        let inside = Self.path(path, below: base)
        return inside.first == "share" && inside.count > 1 ? inside[1] : Self.codes(in: path).first
    }

    /// Searches the whole path, because a proxy may have put a prefix with the same words before it.
    private static func codes(in path: [String]) -> [String] {
        zip(path, path.dropFirst()).filter { $0 == "share" && $1 != "share" }.map(\.1)
    }

    fileprivate var targetWithoutCode: String {
        let (path, query) = targetParts
        let codes = Self.codes(in: path)
        guard !codes.isEmpty else { return target }
        let shown = path.map { PercentCoding.encoded(codes.contains($0) ? Share.identifier(ofCode: $0) : $0) }
        return "/" + shown.joined(separator: "/") + query
    }

    private var targetParts: (path: [String], query: String) {
        let path = target.prefix { $0 != "?" }
        let parts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        return (parts.map { PercentCoding.decoded($0) }, String(target[path.endIndex...]))
    }
}
