internal import CMappedFiles
import Glibc

/// A file mapped into memory: pages are read on access and shared between processes.
///
/// A file is replaced by a new one of the same name, never written to. If another program truncates it anyway, the rest
/// reads as zeros: ``isCut`` tells, and everything read since opening is invalid then. `@unchecked Sendable`: nothing
/// in it changes.
package final class MappedFile: @unchecked Sendable {
    package let path: String
    package let bytes: UnsafeRawBufferPointer
    /// From `cmapped_watch`.
    private let watch: Int32

    package var isCut: Bool { cmapped_is_cut(watch) != 0 }

    package init(path: String) throws {
        self.path = path
        // Without O_NONBLOCK, opening a pipe waits until another process writes to it.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            let isMissing = errno == ENOENT || errno == ENOTDIR
            throw isMissing ? ModelFileError(path: path, reason: .missing) : Self.unreadable(path)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Self.unreadable(path) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw ModelFileError(path: path, reason: .notAFile) }
        let count = Int(status.st_size)
        guard count > 0 else {
            (bytes, watch) = (UnsafeRawBufferPointer(start: nil, count: 0), -1)
            return
        }
        guard let start = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0), start != MAP_FAILED else {
            throw Self.unreadable(path)
        }
        bytes = UnsafeRawBufferPointer(start: start, count: count)
        watch = cmapped_watch(start, count)
    }

    deinit {
        guard let start = bytes.baseAddress else { return }
        cmapped_forget(watch)
        munmap(UnsafeMutableRawPointer(mutating: start), bytes.count)
    }

    private static func unreadable(_ path: String) -> ModelFileError {
        ModelFileError(path: path, reason: .unreadable(String(cString: strerror(errno))))
    }
}
