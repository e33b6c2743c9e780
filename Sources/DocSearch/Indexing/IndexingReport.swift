import Foundation

/// What an index run did. Counts are of this run unless they say otherwise.
public struct IndexingReport: Sendable, Hashable, Codable {
    /// Seconds since 1970-01-01T00:00:00Z.
    public var started: Int64 = 0
    /// How long the run took.
    public var seconds: Double = 0
    /// Files looked at, and folders that are bundles.
    public var bundles = 0
    /// Files that were the same as before and cost no reading.
    public var unchanged = 0
    /// Files that the index did not know.
    public var new = 0
    /// Files whose content, or way of reading, is another than before.
    public var changed = 0
    /// Files that are gone and were taken out.
    public var removed = 0
    /// Files that lie in another folder than before, or have another name. Their documents keep their numbers.
    public var moved = 0
    /// Files that changed while they were read, because they are still being written. The next run reads them.
    public var unsettled = 0
    /// Files and folders that were read and have nothing for the index in them. They are among the new and the changed
    /// ones, and are not read again before they change.
    public var skipped = 0
    /// Files that bundles read in this run do not have yet, as they are to be fetched from elsewhere (`fetch.txt` of a bag).
    public var awaited = 0
    /// Documents written to the index.
    public var documents = 0
    /// Pages whose text layer was read.
    public var pages = 0
    /// Bundles and folders that were met and left out, as people or files in the archive say. A folder counts as one.
    public var leftOut = 0
    /// Files that were met and whose names promise nothing to docsearch; neither hidden ones nor texts beside PDFs.
    public var passedOver = 0
    /// The same by what their names end in, in small letters and without the point; empty for those without such an end.
    public var passedOverEndings: [String: Int] = [:]
    /// Files in the bundles of this run's roots that became no document and no part of one.
    public var passedOverInBundles = 0
    /// Pages that tesseract read.
    public var recognized = 0
    /// Pages of earlier recognition that were found again by their content.
    public var reused = 0
    /// Pages that still wait for recognition.
    public var waiting = 0
    /// Pages whose vectors were computed.
    public var embedded = 0
    /// Pages that got no vectors, as they have no letters or are in another script than the model's.
    public var meaningOmitted = 0
    /// Pages of the whole index that still wait for vectors; 0 without a model.
    public var meaningWaiting = 0
    /// Items that failed in this run.
    public var failed = 0
    /// Items that failed in this run or an earlier one and still stand, below the roots of this run.
    public var standingFailures = 0
    /// Symbolic links met; they are not followed.
    public var symbolicLinks = 0
    /// Bytes that are free on the disk of the index, at the end.
    public var freeBytes: Int64?
    /// Folders whose files were bundles of their own, and that are read as one bundle now.
    public var readAsBundles: [FolderReading] = []
    /// Why something was left undone that is not one item's fault, such as a root that is gone.
    public var warnings: [IndexingWarning] = []
    /// How the reading programs were locked in; nil when the run needed none.
    public var sandbox: SandboxState?
    /// Whether that is another state than the last run knew that needed a reading program, or the first one of all.
    public var isSandboxNew = false
    /// Whether the run ended before everything was done: time was up, or it was asked to stop.
    public var isPartial = false

    /// A folder that is read as one bundle.
    public struct FolderReading: Sendable, Hashable, Codable {
        /// Its path under its root; of a root, the absolute one.
        public var path: String
        /// The format of the bundle, as ``ArchiveDocument/format`` has it.
        public var format: String
    }

    /// A report of nothing.
    public init() {}

    /// Of a run that was stopped before it looked at a file.
    static func stopped(after start: Date) -> IndexingReport {
        var report = IndexingReport()
        report.started = Int64(start.timeIntervalSince1970)
        report.seconds = -start.timeIntervalSinceNow
        report.isPartial = true
        return report
    }

    /// Whether there is anything to tell of the run but that it has been.
    public var hasChangedAnything: Bool {
        new + changed + removed + moved + documents + recognized + reused + embedded + failed > 0 || !warnings.isEmpty
            || isPartial || isSandboxNew
    }

    /// Reads a report that an earlier release has kept: what it did not count is 0.
    public init(from decoder: any Decoder) throws {
        self.init()
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func read<Value: Decodable>(_ key: CodingKeys, _ property: WritableKeyPath<Self, Value>) throws {
            if let value = try values.decodeIfPresent(Value.self, forKey: key) { self[keyPath: property] = value }
        }
        try read(.started, \.started)
        try read(.seconds, \.seconds)
        let counts: [(CodingKeys, WritableKeyPath<Self, Int>)] = [
            (.bundles, \.bundles), (.unchanged, \.unchanged), (.new, \.new), (.changed, \.changed),
            (.removed, \.removed), (.moved, \.moved), (.unsettled, \.unsettled), (.skipped, \.skipped),
            (.documents, \.documents), (.leftOut, \.leftOut), (.awaited, \.awaited), (.passedOver, \.passedOver),
            (.passedOverInBundles, \.passedOverInBundles),
            (.pages, \.pages), (.recognized, \.recognized), (.reused, \.reused), (.waiting, \.waiting),
            (.embedded, \.embedded), (.meaningOmitted, \.meaningOmitted), (.meaningWaiting, \.meaningWaiting),
            (.failed, \.failed), (.standingFailures, \.standingFailures), (.symbolicLinks, \.symbolicLinks),
        ]
        for (key, property) in counts { try read(key, property) }
        try read(.passedOverEndings, \.passedOverEndings)
        try read(.readAsBundles, \.readAsBundles)
        try read(.warnings, \.warnings)
        try read(.isPartial, \.isPartial)
        freeBytes = try values.decodeIfPresent(Int64.self, forKey: .freeBytes)
        try read(.isSandboxNew, \.isSandboxNew)
        sandbox = try values.decodeIfPresent(SandboxState.self, forKey: .sandbox)
    }
}

/// What happens while an index run goes on.
public enum IndexingEvent: Sendable {
    /// The full-text tables are made again, because this release or another stemmer takes words apart in another way. Until that is done
    /// the old ones are searched.
    case rebuilding(documents: Int, of: Int)
    /// A file is taken in hand, by its path under its root.
    case started(bundle: String)
    /// A document is in the index with what is known of it so far.
    case indexed(document: String, pages: Int, toRecognize: Int)
    /// What has text is indexed; now so many pages are to be recognised, those of earlier runs included.
    case recognizing(pages: Int)
    /// A page was recognised.
    case recognized(document: String, page: Int)
    /// What has text is recognised; now vectors are computed for so many pages, those of earlier runs included.
    case embedding(pages: Int)
    /// So many more of them do not wait any more.
    case embedded(pages: Int)
    /// A file that is gone was taken out of the index.
    case removed(bundle: String)
    /// The files of a folder were bundles of their own, and the folder is read as one bundle now.
    case readAsBundle(IndexingReport.FolderReading)
    /// A file changed while it was read; the next run reads it.
    case unsettled(bundle: String)
    /// A file or folder has nothing for the index in it, which is not a fault of it.
    case skipped(bundle: String, reason: String)
    /// Something could not be read; the run goes on.
    case failed(path: String, page: Int?, stage: String, reason: String)
    /// Something that is not one item's fault, such as a root that is gone.
    case warning(IndexingWarning)
    /// The last event.
    case finished(IndexingReport)
}
