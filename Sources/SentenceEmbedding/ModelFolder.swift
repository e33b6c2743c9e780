import Foundation
internal import ContentHashing

/// The folder with the files of models, each by names of its own.
public struct ModelFolder: Sendable, Equatable {
    /// A required file.
    public struct File: Sendable, Equatable {
        public let name: String
        /// In bytes.
        public let size: Int
        /// In hexadecimal digits, lower case.
        public let sha256: String
    }

    public static let weights = File(
        name: "model.safetensors", size: 90_868_376,
        sha256: "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db")
    public static let vocabulary = File(
        name: "vocab.txt", size: 231_508,
        sha256: "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3")

    public let path: String

    public init(path: String) { self.path = path }

    /// The folder named by `DOCSEARCH_MODEL`, else `docsearch/model` in the user's data folder (`XDG_DATA_HOME`, by
    /// default `~/.local/share`).
    public static func usual(environment: [String: String] = ProcessInfo.processInfo.environment) -> ModelFolder {
        if let path = environment["DOCSEARCH_MODEL"], !path.isEmpty { return ModelFolder(path: path) }
        // The XDG specification ignores relative paths.
        let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        return ModelFolder(
            path: (data ?? (environment["HOME"] ?? NSHomeDirectory()) + "/.local/share") + "/docsearch/model")
    }

    public func path(of file: File) -> String { "\(path)/\(file.name)" }

    /// True when the model's files exist, whatever their content.
    public func has(_ model: EmbeddingModel) -> Bool {
        model.files.allSatisfy { FileManager.default.fileExists(atPath: path(of: $0)) }
    }

    /// Reads all files of the model and compares them with the published ones. Takes a few tenths of a second.
    ///
    /// - Throws: ``ModelFileError``, or `CancellationError` when the task was cancelled.
    public func checkContents(of model: EmbeddingModel) throws {
        try checkIsFolder()
        for file in model.files { try checked(file) { _ in } }
    }

    /// Calls `read` with each part of the file, in order, before it is known whether it is the published one.
    package func checked(_ file: File, _ read: (UnsafeRawBufferPointer) throws -> Void) throws {
        let path = path(of: file)
        func fail(_ reason: ModelFileError.Reason) -> ModelFileError { ModelFileError(path: path, reason: reason) }
        let mapped = try MappedFile(path: path)
        let found = mapped.bytes.count
        if found < file.size { throw fail(.cutShort(bytes: found, expected: file.size)) }
        if found > file.size { throw fail(.tooLong(bytes: found, expected: file.size)) }
        var sum = SHA256()
        let step = 1 << 22
        for start in stride(from: 0, to: found, by: step) {
            try Task.checkCancellation()
            // Copied, because another program may write to the file meanwhile.
            try Array(mapped.bytes[start..<min(start + step, found)]).withUnsafeBytes { part in
                sum.update(part)
                try read(part)
            }
        }
        let checksum = sum.digest()
        guard !mapped.isCut else { throw fail(.cutWhileRead) }
        guard checksum == file.sha256 else { throw fail(.checksum(found: checksum, expected: file.sha256)) }
    }

    func checkIsFolder() throws {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
            throw ModelFileError(path: path, reason: .notAFolder)
        }
    }
}
