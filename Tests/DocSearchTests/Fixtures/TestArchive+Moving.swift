import Foundation
import Testing

extension TestArchive {
    /// Moves a file or folder from one path below the root to another; an empty path is the root.
    /// A file that is there is replaced.
    func move(_ name: String, to other: String) throws {
        let (source, target) = (url(name), url(other))
        try FileManager.default.createDirectory(
            at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
        try #require(rename(source.path, target.path) == 0)
    }

    private func url(_ name: String) -> URL {
        URL(fileURLWithPath: root).appendingPathComponent(name, isDirectory: false).standardizedFileURL
    }

    /// The bytes of a file below the root.
    func bytes(of name: String) throws -> [UInt8] {
        Array(try #require(FileManager.default.contents(atPath: root + "/" + name)))
    }

    /// The next run makes the index again, with other numbers.
    func removeIndexFile() { for suffix in ["", "-wal", "-shm"] { unlink(indexPath + "/index.sqlite" + suffix) } }
}
