/// The size and time of an exported file or folder. They change when somebody changes or replaces it.
struct ExportedVersion: Codable, Equatable {
    /// In bytes. Of a folder, the first bits of a hash of the names and sizes in it.
    var size: Int64
    /// Nanoseconds since 1970. Of a folder, the same hash with the times.
    var modified: Int64

    /// Nil for what is neither a file nor a folder.
    init?(path root: String) {
        guard let status = FileStatus(path: root), [.file, .directory].contains(status.kind) else { return nil }
        (size, modified) = (status.byteCount, status.modified)
        guard status.kind == .directory else { return }
        var (folders, files): ([String], [(name: String, time: Int64)]) = ([root], [])
        while let folder = folders.popLast() {
            // A folder that cannot be read is not as it was written.
            guard let names = try? IndexFolder.names(in: folder) else { return nil }
            for path in names.map({ PathText.joined(folder, $0) }) {
                guard let status = FileStatus(path: path) else { return nil }
                if status.kind == .directory {
                    folders.append(path)
                } else {
                    files.append(("\(path.dropFirst(root.count))\0\(status.byteCount)", status.modified))
                }
            }
        }
        files.sort { $0.name < $1.name }
        size = Self.number(files.map(\.name))
        modified = Self.number(files.map { "\($0.name)\0\($0.time)" })
    }

    private static func number(_ parts: [String]) -> Int64 {
        Int64(FileHash.sha256(of: parts.joined(separator: "\0")).prefix(15), radix: 16) ?? 0
    }
}
