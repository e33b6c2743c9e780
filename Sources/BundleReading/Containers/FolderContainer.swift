internal import ExtractionProtocol

/// Opens the file at an index in ``BundleAccess/files``.
package typealias FileOpener = (Int) throws -> OwnedDescriptor

/// Also the companions of a bundle beside it. The coordinator lists the files and opens them.
final class FolderContainer: Container {
    let entries: [BundleEntry]
    private let openFile: FileOpener
    private let path: String
    let budget: ReadingBudget

    init(_ files: [ListedFile], path: String, budget: ReadingBudget, open: @escaping FileOpener) throws {
        budget.begin(container: path, byteCount: files.reduce(0) { $0 &+ max(0, $1.byteCount) })
        try budget.count(entries: Int64(files.count), in: "folder", container: path)
        entries = files.enumerated().map { index, file in
            let refusal = BundleError.longName(file.path, budget.limits)
            return BundleEntry(
                index: UInt64(index), name: refusal == nil ? file.path : String(file.path.prefix(80)), refusal: refusal,
                byteCount: file.byteCount, isOnDisk: true)
        }
        self.path = path
        self.budget = budget
        openFile = open
    }

    func unpack(_ entry: BundleEntry, limit: ByteLimit, _ consume: ByteConsumer) throws {
        let file = try open(entry)
        try limit.check(file.byteCount)
        budget.begin(container: path, entry: entry.index)
        try file.forEachPiece(from: 0) { piece in
            try budget.count(bytes: Int64(piece.count), container: path, entry: entry.index)
            try consume(piece)
        }
    }

    func content(of entry: BundleEntry, named name: String) throws -> DocumentContent {
        try BundleError.naming(name) {
            let file = try open(entry)
            try ByteLimit.document(budget.limits).check(file.byteCount)
            budget.begin(container: path, entry: entry.index)
            try budget.count(bytes: file.byteCount, container: path, entry: entry.index)
            return try file.content(limits: budget.limits)
        }
    }

    private func open(_ entry: BundleEntry) throws -> BundleFile {
        if let refusal = entry.refusal { throw refusal }
        guard let index = Int(exactly: entry.index) else { throw BundleError.gone }
        let descriptor = try openFile(index)
        return BundleFile(.file(descriptor, byteCount: try descriptor.byteCountOfRegularFile()))
    }
}
