/// Which documents are fed to which search engine, see ``ArchiveIndex/feed(into:options:)``.
public struct FeedOptions: Sendable, Hashable {
    /// The engine that the files are for. A folder is for one engine.
    public var engine: FeedEngine
    /// A query that every document must match, as ``SearchRequest/access``; nil for all that people have not hidden.
    public var access: String?
    /// True to feed hidden documents, too.
    public var showsHidden = false
    /// Where people reach the server, without a slash at its end: each page gets a link to it.
    public var publicURL: String?
    /// Writes all documents again, for an engine that has lost them.
    public var isFull = false

    /// All documents that are not hidden.
    public init(engine: FeedEngine) { self.engine = engine }
}

/// The outcome of a feed.
public struct FeedReport: Sendable, Hashable {
    /// Pages in the new files.
    public var pages = 0
    /// Pages that the engine has and is told to delete.
    public var tombstones = 0
    /// New files.
    public var files = 0
    /// Pages that could not be read in the index. The engine keeps what it has of them; the next feed tries again.
    public var unreadable = 0
    /// True when nothing has changed since the last feed, so that no document was looked at.
    public var isUnchanged = false
}

extension ArchiveIndex {
    /// Brings the files in a folder up to date that a search engine is to be sent: a document for each page that is new
    /// or different since the last call with this folder, and a tombstone for each that is gone.
    ///
    /// Each file is complete or not there, and has a number greater than those before. May be ended at any moment: the
    /// next call continues. Files may be removed when they have been sent. All documents are of one state of the index.
    /// Throws ``DocSearchError``: `usage` for a filter that is no filter or a folder of another engine, `locked` while
    /// another feed writes to the folder, and the errors of ``search(_:)``. Without knowing what may be seen, nothing is
    /// written.
    public func feed(into path: String, options: FeedOptions) throws -> FeedReport {
        if let access = options.access { try Self.checkAccess(access) }
        let index = try indexStore()
        let sight = Self.sight(filter: options.access, showsHidden: options.showsHidden)
        let folder = try FeedFolder(path, options.engine)
        let state = try FeedState(folder, options.engine, isFull: options.isFull)
        try folder.describe(options.engine)
        // One state of what is in the index and of who may see it.
        return try index.read { _ in
            try index.requireSoundAnnotations()
            let run = FeedRun(index: index, pages: try pageStore(), options: options, folder: folder, state: state)
            return try run.run { try permission(sight, in: index)?.ids }
        }
    }
}
