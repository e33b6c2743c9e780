internal import CSandbox
import Foundation

/// An open folder. No component of a path below may be a link or lead out, not even one placed there in the meantime.
final class FolderHandle {
    let descriptor: Int32

    /// The last component of the path must not be a symbolic link, unless it is a root, which its owner may have moved
    /// and linked.
    init(path: String, isRoot: Bool = false) throws(DocSearchError) {
        // Opens only the path, so that a process that receives the descriptor cannot read its names.
        let flags = Self.pathOnly | O_DIRECTORY | O_CLOEXEC | (isRoot ? 0 : O_NOFOLLOW)
        descriptor = DiskName.bytes(of: path).withCPath { Glibc.open($0, flags) }
        guard descriptor >= 0 else { throw DocSearchError.system("Opening", path) }
    }

    static func root(_ path: String) -> Result<FolderHandle, SystemFailure> {
        let descriptor = DiskName.bytes(of: path).withCPath { Glibc.open($0, pathOnly | O_DIRECTORY | O_CLOEXEC) }
        return descriptor >= 0 ? .success(FolderHandle(descriptor: descriptor)) : .failure(SystemFailure())
    }

    private init(descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// `shownPath` is for messages.
    func folder(_ path: String, shownPath: String) throws(DocSearchError) -> FolderHandle {
        let found = open(DiskName.bytes(of: path), Self.pathOnly | O_DIRECTORY)
        guard found >= 0 else { throw DocSearchError.opening(shownPath) }
        return FolderHandle(descriptor: found)
    }

    /// Follows no link; nil also for a path that can only be reached through one.
    func status(_ path: String) -> FileStatus? { try? found(path).get() }

    func found(_ path: String) -> Result<FileStatus, SystemFailure> {
        let found = open(DiskName.bytes(of: path), Self.pathOnly | O_NOFOLLOW)
        guard found >= 0 else { return .failure(SystemFailure()) }
        defer { close(found) }
        return FileStatus(descriptor: found).map { .success($0) } ?? .failure(SystemFailure())
    }

    /// Empty paths name this folder. Nil with `errno` when the names cannot be read.
    func directory(_ path: [UInt8]) -> OpaquePointer? {
        let flags = O_RDONLY | O_DIRECTORY
        let found = path.isEmpty ? openat(descriptor, ".", flags | O_CLOEXEC) : open(path, flags)
        guard found >= 0 else { return nil }
        guard let directory = fdopendir(found) else {
            let number = errno
            close(found)
            errno = number
            return nil
        }
        return directory
    }

    /// Calls `body` with each name but `.` and `..` and its type (`DT_DIR` and so on), until it returns false. The error
    /// number when a disk or a server fails amid the names, so that there may be more.
    static func names(
        in directory: OpaquePointer, _ body: (UnsafeRawBufferPointer, Int) throws -> Bool
    ) rethrows -> Int32? {
        while true {
            errno = 0
            guard let entry = readdir(directory) else { return errno == 0 ? nil : errno }
            let type = Int(entry.pointee.d_type)
            let goesOn = try withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                let name = UnsafeRawBufferPointer(rebasing: bytes.prefix { $0 != 0 })
                return try name.elementsEqual(".".utf8) || name.elementsEqual("..".utf8) || body(name, type)
            }
            guard goesOn else { return nil }
        }
    }

    /// The caller closes the descriptor; -1 with `errno` on failure.
    func open(_ path: [UInt8], _ flags: Int32) -> Int32 {
        // openat2 refuses flags that have no meaning for a mere path.
        let flags = flags | O_CLOEXEC | (flags & Self.pathOnly == 0 ? O_NOCTTY : 0)
        let result = path.withCPath { csandbox_open_beneath(descriptor, $0, flags) }
        // Before Linux 5.6, and where a container's filter does not know the call.
        guard result < 0, errno == ENOSYS || errno == EPERM else { return result }
        return openPartByPart(path, flags | O_NOFOLLOW)
    }

    /// Uses calls that every kernel has.
    func openPartByPart(_ path: [UInt8], _ flags: Int32) -> Int32 {
        let parts = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map(Array.init)
        guard let last = parts.last, parts.allSatisfy({ ![[], [46], [46, 46]].contains($0) }) else {
            errno = EXDEV
            return -1
        }
        var folder = descriptor
        defer { if folder != descriptor { close(folder) } }
        for part in parts.dropLast() {
            let next = part.withCPath { openat(folder, $0, Self.pathOnly | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) }
            guard next >= 0 else { return -1 }
            if folder != descriptor { close(folder) }
            folder = next
        }
        return last.withCPath { openat(folder, $0, flags | O_NOFOLLOW | O_CLOEXEC) }
    }

    /// Only a regular file, for reading; else -1.
    func openFile(_ path: String) -> Int32 {
        let file = open(DiskName.bytes(of: path), O_RDONLY | O_NONBLOCK)
        guard file >= 0 else { return -1 }
        if FileStatus(descriptor: file)?.kind == .file { return file }
        close(file)
        return -1
    }

    /// `O_PATH`, the same on all processors. The macro is not imported.
    private static let pathOnly: Int32 = 0o10_000_000
}

/// The error of a system call (errno(3)). Created at once, because the next call may change it.
struct SystemFailure: Error {
    let number: Int32

    init(_ number: Int32 = errno) { self.number = number }

    var isAbsence: Bool { [ENOENT, ENOTDIR].contains(number) }

    var reason: String { String(cString: strerror(number)) }
}

extension DocSearchError {
    static func opening(_ path: String, _ number: Int32 = errno) -> DocSearchError {
        guard number == ELOOP || number == EXDEV else { return .system("Opening", path, errno: number) }
        return DocSearchError(
            .failed,
            "Opening \"\(path)\" failed: a part of this path has become a symbolic link, and links are not followed.")
    }
}

extension [UInt8] {
    func withCPath<Value>(_ body: (UnsafePointer<CChar>) -> Value) -> Value {
        (self + [0]).withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) { text in
                // It contains at least the final 0.
                text.baseAddress.map(body) ?? "".withCString(body)
            }
        }
    }
}
