import GRDB

/// Reads and writes `index.sqlite`. Its extensions hold one topic each.
struct IndexStore: DatabaseFile, Sendable {
    let file: String
    let database: any DatabaseReader
    let writer: DatabasePool?
    /// Needed by every search, and kept as long as there is no writer.
    let cachedRowMap = CachedRowMap()
    let knownPermissions = KnownPermissions()
    /// The changes of the present transaction to the full-text tables.
    let fullText = FullTextQueue()
    let knownForms = KnownForms()
    /// The statements of people, for readers.
    let said: AnnotationOverlay
    /// Why what people said is not known, where it cannot be read.
    let annotationProblem: DocSearchError?

    /// Whether there was no index of the texts when it was opened for writing.
    let isMadeAnew: Bool

    /// Opens for writing. An index whose texts are in another `pages.sqlite` than `pages` (or whose texts are gone)
    /// cannot be kept up to date. Where a run follows that fills it again (`isFilled`) it is made anew; elsewhere it is
    /// damage.
    init(writing folder: IndexFolder, pages: PageStore, isFilled: Bool) throws {
        file = folder.index
        said = AnnotationOverlay(folder.user)
        annotationProblem = nil
        let identifier = try pages.identifier()
        var pool = try DatabaseOpening.writer(folder.index, migrator: IndexSchema.migrator())
        let known = try DatabaseOpening.translating(file) {
            try pool.read { db in try db.meta(Self.pagesStoreKey) as String? }
        }
        isMadeAnew = known != identifier
        if let known, known != identifier {
            try DatabaseOpening.translating(file) { try pool.close() }
            guard isFilled else { throw DatabaseOpening.damaged(file, "it is of another pages.sqlite") }
            // It knows texts by numbers that others get now.
            try folder.removeVectorFile()
            try IndexFolder.removeDatabase(folder.index)
            pool = try DatabaseOpening.writer(folder.index, migrator: IndexSchema.migrator())
        }
        (writer, database) = (pool, pool)
        // Without it every search finds nothing, or the wrong documents, and it is small.
        try DatabaseOpening.translating(file) {
            try pool.read { db in try TableChecksums.check(db, file, only: "document_place") }
        }
        guard known != identifier else { return }
        try write { db in try db.setMeta(Self.pagesStoreKey, to: identifier) }
    }

    /// The name of the `pages.sqlite` that has the texts.
    static let pagesStoreKey = "pages-store"

    var isReader: Bool { writer == nil }

    init(reading folder: IndexFolder) throws {
        file = folder.index
        isMadeAnew = false
        writer = nil
        let queue = try DatabaseOpening.reader(folder.index, migrator: IndexSchema.migrator(), cacheKilobytes: 32_768)
        database = queue
        try DatabaseOpening.translating(file) { try queue.inDatabase(IndexSchema.completeOlder) }
        said = AnnotationOverlay(folder.user)
        do {
            try said.attach(queue)
            annotationProblem = nil
        } catch let error as DocSearchError {
            annotationProblem = error
        }
    }

    /// Ends what another thread is reading, with an error; see ``ArchiveIndex/interrupt()``.
    func interrupt() { database.interrupt() }

    /// Reads from one state of the file. Reads inside `body` see the same state, and writes inside a write belong to it.
    func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try DatabaseOpening.translating(file) {
            try database.unsafeReentrantRead { db in
                if db.isInsideTransaction { return try body(db) }
                try said.refresh(db)
                return try Self.inTransaction(db, kind: .deferred) { try body(db) }
            }
        }
    }

    /// Runs `body`; nil when the time is up before it is done.
    func read<Value>(
        within clock: SearchClock, _ stage: SearchClock.Stage, _ body: () throws -> Value
    ) throws -> Value? {
        guard clock.isLimited else { return try body() }
        guard !clock.isOver(stage) else { return nil }
        // Asked some thousand times a second.
        return try read { db in try db.ending(when: { clock.isOver(stage) }, askedAfter: 10_000, body) }
    }

    /// Reads without laying what people said over the index first.
    func readAsIndexed<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try DatabaseOpening.translating(file) { try database.unsafeReentrantRead(body) }
    }

    /// Writes in one transaction; writes inside `body` become a part of it.
    @discardableResult
    func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
        let writer = try requireWriter()
        return try DatabaseOpening.translating(file) {
            try writer.unsafeReentrantWrite { db in
                if db.isInsideTransaction { return try body(db) }
                defer { fullText.discard() }
                do {
                    return try Self.inTransaction(db, kind: .immediate) {
                        let value = try body(db)
                        try fullText.carryOut(db)
                        return value
                    }
                } catch {
                    knownForms.forget()
                    throw error
                }
            }
        }
    }

    private static func inTransaction<Value>(
        _ db: Database, kind: Database.TransactionKind, _ body: () throws -> Value
    ) throws -> Value {
        var value: Value?
        try db.inTransaction(kind) {
            value = try body()
            return .commit
        }
        guard let value else { throw DocSearchError(.failed, "A transaction ended without a result.") }
        return value
    }
}
