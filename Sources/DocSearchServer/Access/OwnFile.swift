import DocSearch
import Foundation

/// A file beside the index that only this user may have written. Links are not followed, and no pipe is waited for.
enum OwnFile {
    private static let mostBytes = 8 << 20

    /// Nil when there is no file. `forbidden` are bits of its mode, and `fault` says what is wrong with a file that has
    /// them.
    static func read(
        _ path: String, forbidden: mode_t, fault: String, refusal: (String) -> DocSearchError
    ) throws -> Data? {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            guard errno != ENOENT else { return nil }
            throw refusal("\(String(cString: strerror(errno))).")
        }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
            status.st_mode & forbidden == 0, status.st_size <= mostBytes
        else { throw refusal(fault) }
        do {
            return try file.readToEnd() ?? Data()
        } catch {
            throw refusal("it cannot be read.")
        }
    }
}
