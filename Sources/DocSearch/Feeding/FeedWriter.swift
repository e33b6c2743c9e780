/// Fills files, and counts each together with what it makes of the engine's documents.
///
/// A file is written under a hidden name, then counted, then given its name. Whenever the feed ends in between, every
/// file with a name counts, and the next feed names a file that counts.
final class FeedWriter {
    let version: Int64
    private(set) var report = FeedReport()
    private let folder: FeedFolder
    private let state: FeedState
    private let engine: FeedEngine
    private var nextFile: Int64
    private var objects: [UInt8] = []
    private var documents: [(id: String, object: Range<Int>)] = []
    private var tombstones: [String] = []
    private var changes: [Int64: [UInt64]] = [:]

    /// Engines take 100 MB in one request, and recommend some. A page has a few at most.
    private static let usualBytes = 8 << 20
    /// A tombstone with all that stands around it.
    private static let tombstoneBytes = 80

    init(_ folder: FeedFolder, _ state: FeedState, _ engine: FeedEngine, now: Int64) throws {
        (self.folder, self.state, self.engine) = (folder, state, engine)
        let last = try state.lastFile()
        try folder.publish(last)
        try folder.removePrepared()
        nextFile = max(last, try folder.lastNumber()) + 1
        // Greater than that of a feed whose state was removed.
        version = max(try state.lastVersion() &+ 1, now)
    }

    func add(_ page: IndexedPage, text: String, of document: FeedDocument) {
        let start = objects.count
        document.append(page, text: text, feed: version, to: &objects)
        documents.append((FeedDocument.id(document.id, page: page.number), start..<objects.count))
        report.pages += 1
    }

    func bury(_ document: Int64, page: Int) {
        tombstones.append(FeedDocument.id(document, page: page))
        report.tombstones += 1
    }

    func noteUnreadable() { report.unreadable += 1 }

    /// Notes the pages that the engine has of the document when it is sent the file, the hash of each. Closes the file
    /// when it is full.
    func note(_ document: Int64, pages: [UInt64]) throws {
        changes[document] = pages
        if isFull { try closeFile() }
    }

    var isFull: Bool { objects.count + tombstones.count * Self.tombstoneBytes >= Self.usualBytes }

    func closeFile() throws {
        guard !documents.isEmpty || !tombstones.isEmpty else { return }
        let number = nextFile
        try folder.prepare(
            number, engine.file(tombstones: tombstones, documents: documents, in: objects, version: version))
        try state.count(file: number, version: version, changes)
        try folder.publish(number)
        nextFile += 1
        report.files += 1
        objects.removeAll(keepingCapacity: true)
        documents.removeAll(keepingCapacity: true)
        tombstones.removeAll()
        changes.removeAll()
    }
}
