import Foundation

/// An unnamed file: it disappears whatever happens to the process, and no other process can open it.
package enum UnnamedFile {
    package static var folder: String { getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp" }

    /// The macro is too complex to be imported. `O_DIRECTORY` differs between processors; the rest does not.
    private static let unnamedFile = 0o20_000_000 | O_DIRECTORY

    /// The caller closes the descriptor. -1 with `errno` when the folder does not accept files.
    package static func open() -> Int32 {
        let folder = folder
        let unnamed = Glibc.open(folder, unnamedFile | O_RDWR | O_CLOEXEC, 0o600)
        guard unnamed < 0 else { return unnamed }
        // Some file systems have no unnamed files.
        var template = Array("\(folder)/docsearch-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { return -1 }
        unlink(template)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return descriptor
    }
}
