import AnswerForms
import DocSearch
import Foundation

/// A file with a line of JSON for each answer, written in the order in which answers begin.
package final class AccessLog: Sendable {
    /// The file that is open, and whether it was said that it cannot be written to. Used by the thread alone.
    private final class File: @unchecked Sendable {
        var descriptor: Int32 = -1
        var hasFailed = false
        deinit { if descriptor >= 0 { close(descriptor) } }
    }

    private let path: String
    private let log: @Sendable (String) -> Void
    private let file = File()
    private let thread = DispatchQueue(label: "access log")

    /// Throws ``DocSearchError`` with code `environment` when the file cannot be opened. `log` is told of later failures.
    package init(at path: String, log: @escaping @Sendable (String) -> Void) throws {
        (self.path, self.log) = (path, log)
        file.descriptor = try Self.opened(path)
    }

    package func write(_ line: JSONObject) {
        let bytes = Array((line.json + "\n").utf8)
        thread.async { [self] in
            do {
                try reopenWhereMoved()
                guard Glibc.write(file.descriptor, bytes, bytes.count) == bytes.count
                else { throw Self.problem(path, String(cString: strerror(errno))) }
                file.hasFailed = false
            } catch {
                if !file.hasFailed { log((error as? DocSearchError)?.message ?? "\(error)") }
                file.hasFailed = true
            }
        }
    }

    /// Waits until all lines are written.
    package func flush() { thread.sync {} }

    /// A program that rotates logs moves the file away, and needs to tell nobody.
    private func reopenWhereMoved() throws {
        var (named, open) = (stat(), stat())
        if file.descriptor >= 0, stat(path, &named) == 0, fstat(file.descriptor, &open) == 0,
            named.st_ino == open.st_ino, named.st_dev == open.st_dev
        {
            return
        }
        let descriptor = try Self.opened(path)
        if file.descriptor >= 0 { close(file.descriptor) }
        file.descriptor = descriptor
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
    /// A line about an answer. The code of a link opens its document, so its identifier stands in its place.
    static func line(_ answer: Answer, to visit: Visit?, after time: Duration) -> JSONObject {
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
            "client": visit.map { String($0.client.prefix(64)) }, "user": visit?.visitor.name,
            "link": visit?.linkCode.map(Share.identifier(ofCode:)),
            "method": visit.map { $0.isHead ? "HEAD" : $0.method },
            "target": visit?.targetWithoutCode, "status": answer.status, "bytes": bytes,
            "elapsed_ms": milliseconds,
        ]
    }
}

extension Share {
    /// What a link is called where its code must not stand.
    static func identifier(ofCode code: String) -> String { String(Secret.hash(code).prefix(12)) }
}

extension Visit {
    /// The code of the link that is followed, true or not.
    fileprivate var linkCode: String? {
        let parts = targetParts.path
        guard let start = parts.firstIndex(of: "share"), start + 1 < parts.count else { return nil }
        return parts[start + 1]
    }

    fileprivate var targetWithoutCode: String {
        guard let code = linkCode else { return target }
        let (path, query) = targetParts
        let shown = path.map { PercentCoding.encoded($0 == code ? Share.identifier(ofCode: code) : $0) }
        return "/" + shown.joined(separator: "/") + query
    }

    private var targetParts: (path: [String], query: String) {
        let path = target.prefix { $0 != "?" }
        let parts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        return (parts.map { PercentCoding.decoded($0) }, String(target[path.endIndex...]))
    }
}
