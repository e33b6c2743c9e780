import Foundation

/// A folder of exported documents. A file in it says what docsearch wrote there: nothing else is ever replaced, and what
/// is there already is not made again.
final class ExportFolder {
    private struct Entry: Codable {
        var name: String
        /// The document by its bytes and path, and the form.
        var document: String
        /// All that the file depends on; nil while it is being written.
        var state: String?
        var byteCount: Int64?
    }

    private static let record = ".docsearch-export.jsonl"
    private static let mostRecordBytes = 256 << 20

    private let path: String
    private let file: Int32
    private var entries: [String: Entry] = [:]
    private var names: [String: String] = [:]

    /// Throws `locked` while another export writes to it.
    init(_ path: String) throws {
        self.path = path
        try SafeFile.makeFolder(path, mode: 0o777)
        let record = PathText.joined(path, Self.record)
        file = try SafeFile.open(record)
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            throw DocSearchError(.locked, "Another export is writing to \"\(path)\". Nothing was done.", item: path)
        }
        try SafeFile.removeLeftovers(in: path, olderThan: 86_400)
        let bytes = try WholeRead.bytes(of: file, from: 0, count: Self.byteCount(of: file, record))
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            // A line that a power failure cut says nothing; its file counts as someone else's.
            guard let entry = try? JSONDecoder().decode(Entry.self, from: Data(line)), Self.isPlain(entry.name) else {
                continue
            }
            if let old = names[entry.document], old != entry.name { entries[old] = nil }
            entries[entry.name] = entry
            names[entry.document] = entry.name
        }
        guard lseek(file, 0, SEEK_END) >= 0 else { throw DocSearchError.system("Reading", record) }
        // Behind a cut line.
        if let last = bytes.last, last != UInt8(ascii: "\n") { try append([UInt8(ascii: "\n")]) }
    }

    deinit {
        flock(file, LOCK_UN)
        close(file)
    }

    private static func byteCount(of file: Int32, _ path: String) throws -> Int {
        guard let status = FileStatus(descriptor: file), status.byteCount <= mostRecordBytes else {
            throw DocSearchError(.failed, "\"\(path)\" is too large. Name another folder.", item: path)
        }
        return Int(status.byteCount)
    }

    /// The whole file of this document in this state, if it is there.
    func known(_ document: String, in state: String) -> String? {
        guard let entry = names[document].flatMap({ entries[$0] }), entry.state == state else { return nil }
        let path = PathText.joined(path, entry.name)
        guard let status = FileStatus(path: path), status.kind == .file, status.byteCount == entry.byteCount else {
            return nil
        }
        return path
    }

    /// Writes a file under a name of its own, or the one that it had. `fill` writes to a descriptor. Nothing is left
    /// of it when that throws.
    func write<Value>(
        _ document: String, in state: String, named name: String, ending: String,
        fill: (Int32) async throws -> Value
    ) async throws -> (path: String, value: Value) {
        let name = names[document] ?? freeName(name, ending)
        let path = PathText.joined(path, name)
        try SafeFile.requirePlain(path)
        try add(Entry(name: name, document: document))
        let new = PathText.joined(self.path, SafeFile.temporaryName())
        let output = open(new, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard output >= 0 else { throw DocSearchError.system("Writing", path) }
        defer { close(output) }
        do {
            let value = try await fill(output)
            guard fsync(output) == 0, let status = FileStatus(descriptor: output), rename(new, path) == 0 else {
                throw DocSearchError.system("Writing", path)
            }
            try add(Entry(name: name, document: document, state: state, byteCount: status.byteCount))
            return (path, value)
        } catch {
            unlink(new)
            throw error
        }
    }

    private func add(_ entry: Entry) throws {
        entries[entry.name] = entry
        names[entry.document] = entry.name
        try append(Array(try JSONText.encode(entry).utf8) + [UInt8(ascii: "\n")])
    }

    private func append(_ bytes: [UInt8]) throws {
        guard let number = bytes.withUnsafeBytes({ WholeWrite.failure(of: $0, to: file) }) else { return }
        throw DocSearchError.system("Writing", PathText.joined(path, Self.record), errno: number)
    }

    /// Numbered where there is a file of that name already, whatever it is.
    private func freeName(_ name: String, _ ending: String) -> String {
        let base = Self.safe(name)
        var number = 1
        while true {
            let candidate = number == 1 ? "\(base).\(ending)" : "\(base)-\(number).\(ending)"
            if entries[candidate] == nil, FileStatus(path: PathText.joined(path, candidate)) == nil {
                return candidate
            }
            number += 1
        }
    }

    /// A name that no shell, spreadsheet or other system takes for anything else.
    static func safe(_ name: String) -> String {
        var result = ""
        for character in name.precomposedStringWithCanonicalMapping {
            let isSafe = character.isLetter || character.isNumber || " ._,()+-".contains(character)
            let next = isSafe ? String(character) : "_"
            guard result.utf8.count + next.utf8.count <= 150 else { break }
            result += next
        }
        let trimmed = result.drop { " .-".contains($0) }.reversed().drop { " .".contains($0) }.reversed()
        return trimmed.isEmpty ? "document" : String(trimmed)
    }

    private static func isPlain(_ name: String) -> Bool {
        !name.isEmpty && !name.contains("/") && !name.hasPrefix(".") && !name.utf8.contains(0)
    }
}
