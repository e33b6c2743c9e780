internal import ExtractionProtocol

/// Entries are requested in any order, but libarchive reads from front to back. For an uncompressed tar the headers'
/// offsets are kept. Other archives are decompressed once, into memory or a temporary file, of which entries are parts.
final class ArchiveContainer: Container {
    let entries: [BundleEntry]
    let flaws: [BundleError]
    let lacksEnd: Bool
    private let entryBytes: [ArchiveListing.EntryBytes]
    private let file: BundleFile
    private let path: String
    let budget: ReadingBudget

    init(_ file: BundleFile, _ kind: ArchiveKind, path: String, budget: ReadingBudget) throws {
        budget.begin(container: path, byteCount: file.byteCount)
        var listing = ArchiveListing(kind, path: path, budget: budget)
        try listing.read(file)
        try budget.count(entries: Int64(listing.entries.count), in: kind.name, container: path)
        entries = listing.entries
        flaws = listing.flaws
        lacksEnd = listing.lacksEnd
        entryBytes = listing.entryBytes
        // A compressed file is no longer needed.
        self.file = listing.unpacked ?? file
        self.path = path
        self.budget = budget
    }

    func unpack(_ entry: BundleEntry, limit: ByteLimit, _ consume: ByteConsumer) throws {
        guard let index = Int(exactly: entry.index), entryBytes.indices.contains(index) else { throw BundleError.gone }
        switch entryBytes[index] {
        case .nowhere: throw BundleError(.damaged, "there is nothing of it in the archive")
        case .unpacked(let range):
            // Its bytes were counted during decompression.
            try limit.check(Int64(range.count))
            try file.forEachPiece(from: range.lowerBound, to: range.upperBound, consume)
        case .header(let position):
            let pass = try ArchivePass(file, from: position, .tar)
            guard try pass.next() != nil else { throw BundleError.gone }
            var bytes = CountedBytes(of: entry.index, in: path, budget, limit: limit)
            try pass.read { piece in
                try bytes.add(piece.count, of: pass.bytesRead)
                try consume(piece)
            }
        }
    }
}

extension ArchiveKind {
    var name: String { self == .sevenZip ? "7z" : "tar" }
}
