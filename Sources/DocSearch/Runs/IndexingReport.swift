import Foundation

/// The result of an index run. Counts are of this run unless they say otherwise.
public struct IndexingReport: Sendable, Hashable, Codable {
    /// Seconds since 1970-01-01T00:00:00Z.
    public var started: Int64 = 0
    /// Duration of the run.
    public var seconds: Double = 0
    /// Files examined, and folders that are bundles.
    public var bundles = 0
    /// Unchanged files, which were not read.
    public var unchanged = 0
    /// Files that the index did not know.
    public var new = 0
    /// Files whose content or settings have changed.
    public var changed = 0
    /// Files that are gone and were removed from the index.
    public var removed = 0
    /// Files in another folder than before, or with another name. Their documents keep their numbers.
    public var moved = 0
    /// Files that changed while they were read, because they are still being written. The next run reads them.
    public var unsettled = 0
    /// Files and folders that were read and contain nothing for the index. They are among the new and the changed ones,
    /// and are not read again before they change.
    public var skipped = 0
    /// Files missing in bundles of this run because they are still to be fetched (`fetch.txt` of a bag).
    public var awaited = 0
    /// Documents written to the index.
    public var documents = 0
    /// Pages whose texts were read, from their layer or from beside it. Each counts once.
    public var pages = 0
    /// Bundles and folders left out by people or by files in the archive. A folder counts as one.
    public var leftOut = 0
    /// Files whose names promise nothing to docsearch, without hidden ones and texts beside PDFs.
    public var passedOver = 0
    /// The same by extension, in lower case and without the point; empty for names without one.
    public var passedOverEndings: [String: Int] = [:]
    /// Unused files in the bundles of this run's roots.
    public var passedOverInBundles = 0
    /// Pages that tesseract read.
    public var recognized = 0
    /// Pages whose earlier recognition was found again by content.
    public var reused = 0
    /// Pages in doubt that the second recogniser has read; nil when none was used.
    public var secondReadings: Int?
    /// Pages that have another text for that.
    public var betterTexts: Int?
    /// Pages still waiting for recognition.
    public var waiting = 0
    /// Pages whose vectors were computed.
    public var embedded = 0
    /// Pages without vectors, because they have no letters or are in a script that the model does not know.
    public var meaningOmitted = 0
    /// Pages of the whole index still waiting for vectors; 0 without a model.
    public var meaningWaiting = 0
    /// Items that failed in this run. One event may tell of many documents that a bundle no longer has.
    public var failed = 0
    /// Items below the roots of this run that failed in this run or an earlier one and are not resolved.
    public var standingFailures = 0
    /// Symbolic links met; they are not followed.
    public var symbolicLinks = 0
    /// Free bytes on the disk of the index at the end.
    public var freeBytes: Int64?
    /// Folders whose files were bundles of their own, and that are now read as one bundle.
    public var readAsBundles: [FolderReading] = []
    /// Work left undone for reasons beyond single items, such as a missing root.
    public var warnings: [IndexingWarning] = []
    /// The sandbox of the reading programs; nil when the run needed none.
    public var sandbox: SandboxState?
    /// True when the sandbox differs from that of the last run that needed a reading program, or when this is the first
    /// one.
    public var isSandboxNew = false
    /// True when the run ended early: time was up, or it was asked to stop.
    public var isPartial = false

    /// A folder that is read as one bundle.
    public struct FolderReading: Sendable, Hashable, Codable {
        /// Its path under its root; for a root, the absolute one.
        public var path: String
        /// The format of the bundle, as ``ArchiveDocument/format`` has it.
        public var format: String
    }

    /// An empty report.
    public init() {}

    static func stopped(after start: Date) -> IndexingReport {
        var report = IndexingReport()
        report.started = Int64(start.timeIntervalSince1970)
        report.seconds = -start.timeIntervalSinceNow
        report.isPartial = true
        return report
    }

    /// True when there is more to report than that the run took place.
    public var hasChangedAnything: Bool {
        new + changed + removed + moved + documents + recognized + reused + embedded + failed > 0 || !warnings.isEmpty
            || secondReadings != nil || isPartial || isSandboxNew
    }
}

/// Events of an index run.
public enum IndexingEvent: Sendable {
    /// The full-text tables are being rebuilt, because this release or another stemmer tokenizes differently. The old
    /// ones are searched until then.
    case rebuilding(documents: Int, of: Int)
    /// Reading of a file begins; `bundle` is its path under its root.
    case started(bundle: String)
    /// A document was indexed with the texts known so far.
    case indexed(document: String, pages: Int, toRecognize: Int)
    /// All existing text is indexed; this many pages are to be recognised, including those from earlier runs.
    case recognizing(pages: Int)
    /// A page was recognised.
    case recognized(document: String, page: Int)
    /// Recognition is done; vectors are computed for this many pages, including those from earlier runs.
    case embedding(pages: Int)
    /// This many more of them are done.
    case embedded(pages: Int)
    /// A file that is gone was removed from the index.
    case removed(bundle: String)
    /// The files of a folder were bundles of their own, and the folder is now read as one bundle.
    case readAsBundle(IndexingReport.FolderReading)
    /// A file changed while it was read; the next run reads it.
    case unsettled(bundle: String)
    /// A file or folder contains nothing for the index, which is no fault.
    case skipped(bundle: String, reason: String)
    /// An item could not be read; the run continues.
    case failed(path: String, page: Int?, stage: String, reason: String)
    /// A problem beyond single items, such as a missing root.
    case warning(IndexingWarning)
    /// The last event.
    case finished(IndexingReport)
}
