import Foundation

/// A mailbox as a folder: Maildir has a file for each message in `cur` and `new`, and `tmp` for those that are being
/// written (maildir(5)).
enum MailFolder {
    private static let parts = ["cur", "new", "tmp"]

    /// Whether all of its parts are among the names.
    static func has(_ names: some Sequence<ArraySlice<UInt8>>) -> Bool {
        var found = 0
        for name in names where name.count == 3 && parts.contains(where: { name.elementsEqual($0.utf8) }) { found += 1 }
        return found == parts.count
    }

    /// Whether an open folder is the `cur` or `new` of one, so that all files in it are messages. `path` is the folder's.
    static func isPart(_ path: String, _ directory: OpaquePointer) -> Bool {
        isPart(path) && hasParts(beside: directory)
    }

    /// Whether an open folder is the `tmp` of one, whose messages are still being written.
    static func isTemporary(_ path: String, _ directory: OpaquePointer) -> Bool {
        (path.hasSuffix("/tmp") || path == "tmp") && hasParts(beside: directory)
    }

    private static func hasParts(beside directory: OpaquePointer) -> Bool {
        parts.allSatisfy { part in
            var status = stat()
            return fstatat(dirfd(directory), "../\(part)", &status, AT_SYMLINK_NOFOLLOW) == 0
                && status.st_mode & S_IFMT == S_IFDIR
        }
    }

    /// Whether the name of a folder is such a one.
    static func isPart(_ path: String) -> Bool {
        path.utf8.count >= 3 && ["/cur", "/new"].contains { path.hasSuffix($0) } || ["cur", "new"].contains(path)
    }
}
