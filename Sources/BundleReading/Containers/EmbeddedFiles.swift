internal import ExtractionProtocol

/// The code that opens documents is not in this target and is passed in.
package protocol EmbeddedFiles: AnyObject {
    /// As in the document, in its order: names may be empty or repeated.
    var names: [String] { get }
    /// Listed files without bytes in the document.
    var missing: Int { get }
    func read(_ index: Int, _ consume: (UnsafeRawBufferPointer) throws -> Void) throws
}

/// The number is the most files that the document may have.
package typealias EmbeddedFilesOpener = (DocumentContent, Int) throws -> any EmbeddedFiles

final class EmbeddedFilesContainer: Container {
    let entries: [BundleEntry]
    let budget: ReadingBudget
    private let files: any EmbeddedFiles
    private let path: String
    /// The size of the whole document, which bounds the compressed size of each file.
    private let byteCount: Int64

    init(_ files: any EmbeddedFiles, byteCount: Int64, path: String, budget: ReadingBudget) throws {
        (self.files, self.byteCount, self.path, self.budget) = (files, byteCount, path, budget)
        budget.begin(container: path, byteCount: byteCount)
        try budget.count(entries: Int64(files.names.count), in: "PDF", container: path)
        entries = BundleEntry.flat(
            files.names.enumerated().map { $1.isEmpty ? "attachment-\($0 + 1)" : $1 }, budget.limits)
    }

    var flaws: [BundleError] {
        guard files.missing > 0 else { return [] }
        let count = files.missing == 1 ? "1 attached file is" : "\(files.missing) attached files are"
        return [BundleError(.damaged, "\(count) named in it and not there")]
    }

    func unpack(_ entry: BundleEntry, limit: ByteLimit, _ consume: ByteConsumer) throws {
        guard let index = Int(exactly: entry.index), files.names.indices.contains(index)
        else { throw BundleError.gone }
        var bytes = CountedBytes(of: entry.index, in: path, budget, limit: limit)
        try files.read(index) { piece in
            try bytes.add(piece.count, of: byteCount)
            try consume(piece)
        }
    }
}

extension BundleEntry {
    /// A name is not a path: nothing is extracted by name, and it must not look like a folder.
    static func flat(_ names: [String], _ limits: ExtractionLimits) -> [BundleEntry] {
        numbered(names.map { name in String(name.map { $0 == "/" || $0 == "\\" ? "_" : $0 }) }, limits)
    }

    /// Names that become equal when control characters are replaced are numbered.
    static func numbered(_ names: [String], _ limits: ExtractionLimits) -> [BundleEntry] {
        let shown = names.map { name in
            name.utf8.count > limits.nameBytes ? BundleError.shortened(name) : BundleEntry(index: 0, name: name).name
        }
        return UniqueNames.names(shown).enumerated().map { index, name in
            BundleEntry(index: UInt64(index), name: name, refusal: .longName(names[index], limits))
        }
    }
}
