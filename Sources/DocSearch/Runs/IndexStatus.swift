/// The state of an index.
public struct IndexStatus: Sendable, Hashable {
    /// Documents that can be found.
    public var documents: Int
    /// Pages of these documents.
    public var pages: Int
    /// Pages without any text that are not blank.
    public var pagesWithoutText: Int
    /// Files known to the index, including unreadable ones.
    public var bundles: Int
    /// Unreadable items, sorted by path.
    public var failures: [IndexFailure]
    /// Number of pages in each state: `text-layer`, `ocr`, `sidecar`, `blank`, `to-recognize`, `no-text`.
    public var states: [String: Int]
    /// Number of pages with each verdict on their own text layer: see ``PageText/Verdict``.
    public var verdicts: [String: Int]
    /// Number of pages with each reason for their verdict, by its word: `no-text`, `unexplained-print`; `words-only`
    /// are good pages that were not rendered because the run recognised nothing.
    public var reasons: [String: Int]
    /// Number of recognised pages that look like a language or script other than those that they were recognised in, by
    /// tesseract's code of that language or name of that script; see ``ArchiveIndex/pagesInOtherLanguages()``.
    public var otherLanguages: [String: Int]
    /// The packages of Debian that have the data for ``otherLanguages``, with the number of pages that want it. For a script
    /// it is the package of its most widespread language.
    public var languagePackages: [String: Int]
    /// Bytes on disk by file name.
    public var bytes: [String: Int64]
    /// The report of the last finished run that changed anything; nil when there was none.
    public var lastRun: IndexingReport?
    /// When a run last found nothing to do, in seconds since 1970-01-01T00:00:00Z; nil if none did since `lastRun`.
    public var lastLook: Int64?
    /// Absolute paths of the remembered folders and files.
    public var roots: [String]
    /// Those of ``roots`` that are single files, or folders that are one bundle.
    public var singleRoots: [String]
    /// Bundles and folders that the last runs through whole roots left out. A folder counts as one.
    public var leftOut: Int
    /// Files whose names promise nothing to docsearch, counted by the last runs through all of their roots; see
    /// ``ArchiveIndex/passedOver(_:others:)``.
    public var passedOver: Int
    /// Unused files in bundles; see ``ArchiveIndex/passedOver(_:others:)``.
    public var passedOverInBundles: Int
    /// Problems with exclusions, a sentence each: invalid patterns, and files named `.docsearchignore` that the last
    /// runs could not read.
    public var exclusionProblems: [String]
    /// The sandbox of the reading programs when a run last needed one.
    public var sandbox: SandboxState?

    /// The path forms of the documents and bundles that wait for a password.
    public var locked: [String] {
        var seen: Set<ExactText> = []
        return failures.filter { $0.code == "locked" && seen.insert(ExactText($0.path)).inserted }.map(\.path)
    }
}

/// An unreadable item.
public struct IndexFailure: Sendable, Hashable {
    /// The path form of the document, or of the bundle when it could not be opened; absolute where several folders are
    /// remembered.
    public var path: String
    /// From 1; nil when it concerns the document or bundle as a whole.
    public var page: Int?
    /// `bundle`, `document`, `text-layer`, `render` or `recognition`.
    public var stage: String
    /// `locked`, `damaged`, `limit`, `unsupported`, `empty`, `changed`, `environment` or `worker`.
    public var code: String
    /// The reason, as a sentence without a full stop.
    public var reason: String
    /// The number of attempts to read it.
    public var attempts: Int
    /// Seconds since 1970-01-01T00:00:00Z.
    public var firstSeen: Int64
    /// Seconds since 1970-01-01T00:00:00Z.
    public var lastSeen: Int64
}
