import AnswerForms
import DocSearch
import Foundation
import Synchronization

/// The open share links. A link that is not listed opens nothing, so each can be ended separately. The file holds
/// identifiers of links, not their codes.
package final class ShareList: Sendable {
    package struct Entry: Sendable, Equatable, Codable {
        package var id: String
        package var document: Int64
        /// Seconds since 1970.
        package var made: Int64
        package var expires: Int64
        package var by: String
    }

    private struct Stored: Codable { var links: [Entry] }

    private struct Known {
        var size: Int
        var changed: timespec
        var number: UInt64
        var entries: [String: Entry]
    }

    private let file: String
    private let known = Mutex<Known?>(nil)

    package static let fileName = "share-links"
    private static let most = 10_000
    /// For one token, so that its users cannot keep others from making links.
    private static let mostOfToken = 500

    package init(folder: String) { file = folder + "/" + Self.fileName }

    package func entries(now: Int64 = Int64(Date().timeIntervalSince1970)) throws -> [Entry] {
        try current().values.filter { now < $0.expires }.sorted { ($0.expires, $0.id) < ($1.expires, $1.id) }
    }

    func contains(_ id: String) throws -> Bool { try current()[id] != nil }

    /// There must be no link when the entry cannot be written.
    func add(_ entry: Entry) throws {
        try change { entries in
            guard entries.count < Self.most else {
                throw DocSearchError(.limit, "There are \(Self.most) links already. End some of them.", item: file)
            }
            guard entries.values.count(where: { $0.by == entry.by }) < Self.mostOfToken else {
                throw DocSearchError(
                    .limit,
                    "The token \"\(entry.by)\" has \(Self.mostOfToken) links already. End some of them on the page Links.",
                    item: file)
            }
            entries[entry.id] = entry
        }
    }

    package func end(_ id: String) throws -> Bool {
        var wasThere = false
        try change { wasThere = $0.removeValue(forKey: id) != nil }
        return wasThere
    }

    // MARK: - File

    private func problem(_ reason: String) -> DocSearchError {
        DocSearchError(
            .environment,
            "The list of share links, \"\(file)\", cannot be used: \(reason) Remove it to end all links.", item: file)
    }

    private func current() throws -> [String: Entry] {
        try known.withLock { known in
            var status = stat()
            guard lstat(file, &status) == 0 else {
                guard errno == ENOENT else { throw problem("\(String(cString: strerror(errno))).") }
                known = nil
                return [:]
            }
            if let known, known.size == status.st_size, known.number == status.st_ino,
                known.changed.tv_sec == status.st_mtim.tv_sec, known.changed.tv_nsec == status.st_mtim.tv_nsec
            {
                return known.entries
            }
            let entries = try read()
            known = Known(
                size: Int(status.st_size), changed: status.st_mtim, number: UInt64(status.st_ino), entries: entries)
            return entries
        }
    }

    private func read() throws -> [String: Entry] {
        let fault = "it is not a file that this user alone can write."
        guard let bytes = try OwnFile.read(file, forbidden: 0o022, fault: fault, refusal: problem) else { return [:] }
        do {
            let stored = try JSONDecoder().decode(Stored.self, from: bytes)
            return Dictionary(stored.links.map { ($0.id, $0) }) { first, _ in first }
        } catch {
            throw problem("it is damaged.")
        }
    }

    /// Other servers may change the same file at this moment. The key file, which exists before any link, is the lock.
    private func change(_ body: (inout [String: Entry]) throws -> Void) throws {
        let key = String(file.dropLast(Self.fileName.count)) + ShareSigner.fileName
        let lock = open(key, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard lock >= 0 else {
            // A change that was not written must not be taken for made.
            let reason = errno == ENOENT ? "the key of links is gone" : String(cString: strerror(errno))
            throw problem("\(reason).")
        }
        defer { close(lock) }
        guard flock(lock, LOCK_EX) == 0 else { throw problem("\(String(cString: strerror(errno))).") }
        let now = Int64(Date().timeIntervalSince1970)
        var entries = try read().filter { now < $0.value.expires }
        try body(&entries)
        let stored = Stored(links: entries.values.sorted { ($0.made, $0.id) < ($1.made, $1.id) })
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        let bytes = try encoder.encode(stored)
        try SafeFile.write(bytes, to: file, mode: 0o600)
    }
}
