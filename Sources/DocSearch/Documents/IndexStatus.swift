/// How an index stands.
public struct IndexStatus: Sendable, Hashable {
    /// Documents that can be found.
    public var documents: Int
    /// Pages of these documents.
    public var pages: Int
    /// Pages without any text that are not blank.
    public var pagesWithoutText: Int
    /// Files known to the index, the ones that could not be read included.
    public var bundles: Int
    /// What could not be read, in the order of paths.
    public var failures: [IndexFailure]
    /// How many pages there are in each state: `text-layer`, `ocr`, `sidecar`, `blank`, `to-recognize`, `no-text`.
    public var states: [String: Int]
    /// How many pages there are with each verdict on their own text layer: see ``PageText/Verdict``.
    public var verdicts: [String: Int]
    /// How many pages there are with each reason for their verdict, by its word: `no-text`, `unexplained-print`;
    /// `words-only` are good pages whose images were not looked at because the run recognised nothing.
    public var reasons: [String: Int]
    /// How many recognised pages look like another language than those that they were recognised in, by tesseract's code of
    /// that language; see ``ArchiveIndex/pagesInOtherLanguages()``.
    public var otherLanguages: [String: Int]
    /// Bytes on disk by file name.
    public var bytes: [String: Int64]
    /// The report of the last run that came to its end and changed anything; nil when there was none.
    public var lastRun: IndexingReport?
    /// When a run last found nothing to do, in seconds since 1970-01-01T00:00:00Z; nil when none has since `lastRun`.
    public var lastLook: Int64?
    /// Absolute paths of the remembered folders and files.
    public var roots: [String]
    /// Those of ``roots`` that are single files, or folders that are one bundle.
    public var singleRoots: [String]
    /// Bundles and folders that are left out, as the last runs through whole roots met them. A folder counts as one.
    public var leftOut: Int
    /// Files whose names promise nothing to docsearch, as the last runs through all of their roots have met them; see
    /// ``ArchiveIndex/passedOver(_:others:)``.
    public var passedOver: Int
    /// Files in bundles that became no document and no part of one; see ``ArchiveIndex/passedOver(_:others:)``.
    public var passedOverInBundles: Int
    /// Why something is not left out, or it is not known what is: patterns that cannot be read, and files named
    /// `.docsearchignore` as the last runs have met them. A sentence each.
    public var exclusionProblems: [String]
    /// How the reading programs were locked in when a run last needed one.
    public var sandbox: SandboxState?

    /// The path forms of the documents and bundles that wait for a password.
    public var locked: [String] {
        var seen: Set<ExactText> = []
        return failures.filter { $0.code == "locked" && seen.insert(ExactText($0.path)).inserted }.map(\.path)
    }
}

/// An item that could not be read.
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
    /// Why, as a sentence without a full stop.
    public var reason: String
    /// How often reading it was tried.
    public var attempts: Int
    /// Seconds since 1970-01-01T00:00:00Z.
    public var firstSeen: Int64
    /// Seconds since 1970-01-01T00:00:00Z.
    public var lastSeen: Int64
}
