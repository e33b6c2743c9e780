internal import ExtractionProtocol
import Glibc
import Synchronization

/// Files without a name: nothing is left behind whatever happens to the process, and nobody else can open them.
///
/// A process that will not be allowed to make files opens some before (``prepare(_:)``). Those are lent again and again:
/// one document at a time is read, and one more file is needed for each bundle that it lies in.
package enum TemporaryFile {
    /// A file that was opened in advance.
    private struct Spare {
        var file: Result<OwnedDescriptor, BundleError>
        /// Nil when nobody has it.
        weak var lent: OwnedDescriptor?
        /// Whether it may hold something of the last one who had it. Most work needs no file, and then nothing is to be
        /// asked of the system.
        var mayHaveContent = false
    }

    private static let spares = Mutex<[Spare]?>(nil)

    /// The macro is too complex to be imported; `O_DIRECTORY` differs between processors, the rest does not.
    private static let unnamedFile = 0o20_000_000 | O_DIRECTORY

    /// Opens the files that are lent from now on. A failure is thrown by the first `open()`, as most work needs no file.
    package static func prepare(_ count: Int) {
        let files = (0..<count).map { _ in
            Spare(file: Result { () throws(BundleError) in try make() })
        }
        spares.withLock { $0 = files }
    }

    /// Gives up the room on the disk that the prepared files take, as far as nobody has them.
    package static func discardContent() {
        spares.withLock { spares in
            for (index, spare) in (spares ?? []).enumerated() where spare.mayHaveContent && spare.lent == nil {
                // What cannot be emptied now is emptied before it is lent again.
                if case .success(let file) = spare.file { _ = ftruncate(file.rawValue, 0) }
                spares?[index].mayHaveContent = false
            }
        }
    }

    /// Throws ``BundleError`` when the folder that TMPDIR names, else `/tmp`, takes no file.
    static func open() throws -> OwnedDescriptor {
        try spares.withLock { spares in
            guard let all = spares else { return try make() }
            guard let index = all.firstIndex(where: { $0.lent == nil }) else {
                throw BundleError(.environment, "the temporary files are in use by other documents")
            }
            let file = try all[index].file.get()
            guard ftruncate(file.rawValue, 0) == 0, lseek(file.rawValue, 0, SEEK_SET) == 0 else {
                throw BundleError(.environment, "a temporary file cannot be used again: \(systemMessage(errno))")
            }
            // A duplicate shares the position, so only one may be out.
            let lent = try OwnedDescriptor(duplicating: file.rawValue)
            spares?[index].lent = lent
            spares?[index].mayHaveContent = true
            return lent
        }
    }

    private static func make() throws(BundleError) -> OwnedDescriptor {
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
