internal import ExtractionProtocol
import Glibc

/// Files without a name: nothing is left behind whatever happens to the process, and nobody else can open them.
enum TemporaryFile {
    /// The macro is too complex to be imported; `O_DIRECTORY` differs between processors, the rest does not.
    private static let unnamedFile = 0o20_000_000 | O_DIRECTORY

    /// Throws ``BundleError`` when the folder that TMPDIR names, else `/tmp`, takes no file.
    static func open() throws -> OwnedDescriptor {
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        let unnamed = Glibc.open(folder, unnamedFile | O_RDWR | O_CLOEXEC, 0o600)
        if unnamed >= 0 { return OwnedDescriptor(adopting: unnamed) }
        // Some file systems know no unnamed files.
        if let unlinked = openUnlinked(in: folder) { return unlinked }
        throw BundleError(
            .environment,
            "no temporary file can be made in \"\(folder)\" (\(systemMessage(errno))); TMPDIR names another folder"
        )
    }

    /// Throws ``BundleError`` when not all of `bytes` can be written, as on a full disk.
    static func write(_ bytes: UnsafeRawBufferPointer, to file: OwnedDescriptor) throws {
        var written = 0
        while written < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
            let count = Glibc.write(file.rawValue, rest.baseAddress, rest.count)
            if count < 0 {
                if errno == EINTR { continue }
                throw BundleError(
                    .environment, "the temporary file cannot be written: \(systemMessage(errno))")
            }
            written += count
        }
    }

    private static func openUnlinked(in folder: String) -> OwnedDescriptor? {
        var template = Array("\(folder)/docsearch-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { return nil }
        unlink(template)
        // `mkostemp` would do both at once but is not imported; nothing here starts programs from another thread.
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return OwnedDescriptor(adopting: descriptor)
    }
}
