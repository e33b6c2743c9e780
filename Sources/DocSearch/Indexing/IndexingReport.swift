/// What an index run did. Counts are of this run unless they say otherwise.
public struct IndexingReport: Sendable, Hashable, Codable {
    /// Seconds since 1970-01-01T00:00:00Z.
    public var started: Int64 = 0
    /// How long the run took.
    public var seconds: Double = 0
    /// Files looked at.
    public var bundles = 0
    /// Files that were the same as before and cost no reading.
    public var unchanged = 0
    /// Files that the index did not know.
    public var new = 0
    /// Files whose content, or way of reading, is another than before.
    public var changed = 0
    /// Files that are gone and were taken out.
    public var removed = 0
    /// Documents written to the index.
    public var documents = 0
    /// Pages whose text layer was read.
    public var pages = 0
    /// Pages that tesseract read.
    public var recognized = 0
    /// Pages of earlier recognition that were found again by their content.
    public var reused = 0
    /// Pages that still wait for recognition.
    public var waiting = 0
    /// Items that failed in this run.
    public var failed = 0
    /// Items that failed in this run or an earlier one and still stand, below the roots of this run.
    public var standingFailures = 0
    /// Symbolic links met; they are not followed.
    public var symbolicLinks = 0
    /// Why something was left undone that is not one item's fault, such as a root that is gone.
    public var warnings: [String] = []
    /// How the reading programs were locked in; nil when the run needed none.
    public var sandbox: SandboxState?
    /// Whether the run ended before everything was done: time was up, or it was asked to stop.
    public var isPartial = false

    /// A report of nothing.
    public init() {}

    /// Whether there is anything to remember of the run but that it has been.
    var hasChangedAnything: Bool {
        new + changed + removed + documents + recognized + reused + failed > 0 || !warnings.isEmpty || isPartial
    }
}

/// What happens while an index run goes on.
public enum IndexingEvent: Sendable {
    /// A file is taken in hand, by its path under its root.
    case started(bundle: String)
    /// A document is in the index with what is known of it so far.
    case indexed(document: String, pages: Int, toRecognize: Int)
    /// A page was recognised.
    case recognized(document: String, page: Int)
    /// A file that is gone was taken out of the index.
    case removed(bundle: String)
    /// Something could not be read; the run goes on.
    case failed(path: String, page: Int?, stage: String, reason: String)
    /// Something that is not one item's fault, such as a root that is gone.
    case warning(String)
    /// The last event.
    case finished(IndexingReport)
}
