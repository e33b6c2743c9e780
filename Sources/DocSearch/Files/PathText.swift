import Foundation

/// Paths are split at bytes, because in Swift `/` with a combining mark is another character.
enum PathText {
    private static let slash = UInt8(ascii: "/")

    static func joined(_ directory: String, _ name: String) -> String {
        if directory.isEmpty { return name }
        return directory.utf8.last == slash ? directory + name : directory + "/" + name
    }

    /// `/` for an entry of the top folder, empty for a bare name.
    static func parent(_ path: String) -> String {
        guard let last = path.utf8.lastIndex(of: slash) else { return "" }
        return last == path.startIndex ? "/" : String(decoding: path.utf8[..<last], as: UTF8.self)
    }

    static func name(_ path: String) -> String {
        guard let last = path.utf8.lastIndex(of: slash) else { return path }
        return String(decoding: path.utf8[path.utf8.index(after: last)...], as: UTF8.self)
    }

    static func real(_ path: String) throws(SystemFailure) -> String {
        guard let found = DiskName.bytes(of: path).withCPath({ realpath($0, nil) }) else { throw SystemFailure() }
        defer { free(found) }
        return DiskName.text(of: UnsafeRawBufferPointer(start: found, count: strlen(found)).map { $0 })
    }

    /// Without doubled slashes, `.` and `..`. Nil where nothing is left, or `..` leads out of it.
    static func plain(_ path: String) -> String? {
        let parts = path.utf8.split(separator: slash, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        let isFull = parts.count > 1 && parts.first == ""
        var plain: [String] = []
        for part in parts where part != "" && part != "." {
            if part != ".." {
                plain.append(part)
            } else if !plain.isEmpty {
                plain.removeLast()
            } else if !isFull {
                return nil
            }
        }
        if isFull, plain.isEmpty { return "/" }
        let isFolder = parts.last.map { ["", ".", ".."].contains($0) } ?? false
        return plain.isEmpty ? nil : (isFull ? "/" : "") + plain.joined(separator: "/") + (isFolder ? "/" : "")
    }

    /// Nil when the path is not below `folder`; empty when it is the same.
    static func relative(_ path: String, below folder: String) -> String? {
        if ExactText(path) == ExactText(folder) { return "" }
        let prefix = folder.utf8.last == slash ? folder : folder + "/"
        guard path.utf8.starts(with: prefix.utf8) else { return nil }
        return String(decoding: path.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
    }
}

/// A text compared byte by byte: files whose names differ only in normal form are two files.
struct ExactText: Hashable, Sendable {
    private let bytes: [UInt8]

    init(_ text: String) { bytes = Array(text.utf8) }
}
