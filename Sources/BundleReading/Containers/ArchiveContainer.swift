internal import ExtractionProtocol

/// A tar, compressed or not, or a 7z.
///
/// Its entries are asked for in any order, and libarchive reads from front to back. Of a tar that is not compressed the
/// places of headers are kept, and reading begins there. Everything else is unpacked once, when it is opened, into memory or
/// a temporary file, and entries are parts of that.
package final class ArchiveContainer: Container {
    let entries: [BundleEntry]
    /// Why not all of the archive could be read.
    let flaws: [BundleError]
    /// By the entries' indexes.
    private let places: [ArchiveListing.EntryBytes]
    /// The tar, or what was unpacked.
    private let file: BundleFile
    /// Where it lies in the bundle, for the budget.
    private let path: String
    let budget: ReadingBudget

    /// Has all in memory that reading archives needs. To be called before the process gives up its rights.
    package static func prepare() { ArchiveEngine.prepare() }

    /// Throws ``BundleError`` when nothing of it can be read or it has too many entries.
    init(_ file: BundleFile, _ kind: ArchiveKind, path: String, budget: ReadingBudget) throws {
        budget.begin(container: path)
        var listing = ArchiveListing(kind, path: path, budget: budget)
        try listing.read(file)
        try budget.count(entries: Int64(listing.entries.count), in: kind.name, container: path)
        entries = listing.entries
        flaws = listing.flaws
        places = listing.places
        // A file that it was unpacked from is needed no more.
        self.file = listing.unpacked ?? file
        self.path = path
        self.budget = budget
    }

    func read(
        _ entry: BundleEntry, named name: String, limit: ByteLimit,
        _ consume: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        try entry.requireReadable(as: name)
        try BundleError.naming(name) {
            guard let index = Int(exactly: entry.index), places.indices.contains(index) else {
                throw BundleError(.changed, "it is no longer there")
            }
            switch places[index] {
            case .nowhere: throw BundleError(.damaged, "there is nothing of it in the archive")
            case .unpacked(let range):
                // Its bytes were counted when they were unpacked.
                try limit.check(Int64(range.count))
                try file.forEachPiece(from: range.lowerBound, to: range.upperBound, consume)
            case .header(let position): try read(entry, from: position, limit: limit, consume)
            }
        }
    }

    private func read(
        _ entry: BundleEntry, from position: Int64, limit: ByteLimit,
        _ consume: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        let pass = try ArchivePass(file, from: position, .tar)
        guard try pass.next() != nil else { throw BundleError(.changed, "it is no longer there") }
        var bytes = CountedBytes(of: entry.index, in: path, budget, limit: limit)
        try pass.read { piece in
            try bytes.add(piece.count, of: pass.bytesRead)
            try consume(piece)
        }
    }
}

extension ArchiveKind {
    /// For messages.
    var name: String { self == .sevenZip ? "7z" : "tar" }
}
