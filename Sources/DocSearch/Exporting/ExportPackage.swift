import Foundation

/// A folder that is being filled with the files of one document.
struct ExportPackage: Sendable {
    let path: String

    /// After a power failure, a package that has its name has its files.
    func sync() {
        SafeFile.syncFolder(PathText.joined(path, METSDescription.pageFolder))
        SafeFile.syncFolder(path)
    }

    /// Writes a file that is not there yet, and its folder. Throws ``ExportFolder/Failure``.
    func write(_ text: String, to name: String) throws -> METSDescription.File {
        let path = PathText.joined(self.path, name)
        func failure() -> ExportFolder.Failure { ExportFolder.Failure(error: .system("Writing", path)) }
        if let slash = name.lastIndex(of: "/"), mkdir(PathText.joined(self.path, String(name[..<slash])), 0o777) != 0,
            errno != EEXIST
        {
            throw failure()
        }
        let output = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
        guard output >= 0 else { throw failure() }
        defer { close(output) }
        var text = text
        if let number = text.withUTF8({ WholeWrite.failure(of: UnsafeRawBufferPointer($0), to: output) }) {
            throw ExportFolder.Failure(error: .system("Writing", path, errno: number))
        }
        guard fsync(output) == 0 else { throw failure() }
        return METSDescription.File(path: name, byteCount: text.utf8.count, sha256: FileHash.sha256(of: text))
    }
}
