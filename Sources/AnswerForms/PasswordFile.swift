import DocSearch
import Foundation

/// Passwords to try on locked files: one a line, in a file that only its owner may read or write. Passwords go to the
/// programs that read bundles and are never shown, not even in an error.
package struct PasswordFile {
    package var passwords: [String] = []
    /// Changes whenever the file may have been written (``IndexingOptions/passwordsVersion``). It leaves out the file's
    /// length, which would give away the length of a single password.
    package var version: String?

    private static let maximumLines = 1000
    private static let maximumBytes = 1024

    /// Throws for a file that others may read or write.
    package static func read(_ path: String) throws -> PasswordFile {
        // Without waiting for the other end of a pipe.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw refusal(path, "cannot be read (\(String(cString: strerror(errno))))") }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw refusal(path, "is not a regular file")
        }
        guard status.st_mode & 0o077 == 0 else {
            throw refusal(path, "may be read or written by others than its owner; chmod 600 makes it private")
        }
        let limit = maximumLines * (maximumBytes + 2)
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count <= limit {
            let count = Foundation.read(descriptor, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw refusal(path, "cannot be read (\(String(cString: strerror(errno))))") }
            if count == 0 { break }
            bytes += buffer[..<count]
        }
        return PasswordFile(passwords: try lines(bytes, path), version: version(status))
    }

    private static func version(_ status: stat) -> String {
        let (modified, changed) = (status.st_mtim, status.st_ctim)
        return "\(status.st_dev):\(status.st_ino):\(modified.tv_sec).\(modified.tv_nsec):"
            + "\(changed.tv_sec).\(changed.tv_nsec)"
    }

    private static func lines(_ bytes: [UInt8], _ path: String) throws -> [String] {
        // Windows editors may put a byte order mark before the first line.
        let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        let lines = bytes.split(separator: UInt8(ascii: "\n")).map { line in
            line.last == UInt8(ascii: "\r") ? line.dropLast() : line
        }.filter { !$0.isEmpty }
        guard lines.count <= maximumLines, lines.allSatisfy({ $0.count <= maximumBytes }) else {
            throw refusal(path, "has more than \(maximumLines) lines, or one of more than \(maximumBytes) bytes")
        }
        return try lines.map { line in
            guard let text = String(validating: line, as: UTF8.self) else { throw refusal(path, "is not UTF-8") }
            return text
        }
    }

    private static func refusal(_ path: String, _ reason: String) -> DocSearchError {
        DocSearchError(.usage, "The password file \"\(path)\" \(reason).")
    }
}

extension ConfigurationFile {
    package func passwordFile(_ named: String? = nil) throws -> PasswordFile {
        try (named ?? passwords).map { try PasswordFile.read(IndexLocation.absolute($0)) } ?? PasswordFile()
    }
}
