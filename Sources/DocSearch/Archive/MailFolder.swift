import Foundation

/// Maildir has a file for each message in `cur` and `new`, and `tmp` for those being written (maildir(5)).
enum MailFolder {
    private static let parts = ["cur", "new", "tmp"]

    static func has(_ names: some Sequence<ArraySlice<UInt8>>) -> Bool {
        var found = 0
        for name in names where name.count == 3 && parts.contains(where: { name.elementsEqual($0.utf8) }) { found += 1 }
        return found == parts.count
    }

    /// All files in it are messages. `path` is the folder's.
    static func isPart(_ path: String, _ directory: OpaquePointer) -> Bool {
        isPart(path) && hasParts(beside: directory)
    }

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

    static func isPart(_ path: String) -> Bool {
        path.utf8.count >= 3 && ["/cur", "/new"].contains { path.hasSuffix($0) } || ["cur", "new"].contains(path)
    }
}
