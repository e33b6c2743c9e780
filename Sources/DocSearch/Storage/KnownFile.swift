import ExtractionProtocol
import GRDB

/// What a walk compares with the disk, in a form that costs little a file.
struct KnownFile: Sendable {
    var id: Int64
    /// UTF-8.
    var name: [UInt8]
    var byteCount: Int64
    var modified: Int64
    var inode: Int64
    var extractor: String
}

extension IndexStore {
    /// The bundles directly in a directory, in the order of their names' bytes.
    func knownFiles(root: Int64, directory: String) throws -> [KnownFile] {
        try read { db in
            // Values are taken by their place: by name it would take longer than the query.
            let rows = try Row.fetchCursor(
                db.cachedStatement(
                    sql: """
                        SELECT id, CAST(name AS BLOB), byte_count, modified_ns, inode, extractor FROM bundle
                        WHERE root_id = ? AND directory = ? ORDER BY name
                        """), arguments: [root, directory])
            var files: [KnownFile] = []
            while let row = try rows.next() {
                let name = try row.withUnsafeData(atIndex: 1) { $0.map { [UInt8]($0) } ?? [] }
                files.append(
                    KnownFile(
                        id: row[0], name: name, byteCount: row[2], modified: row[3], inode: row[4], extractor: row[5]))
            }
            return files
        }
    }
}

extension BundleRow {
    /// Whether its pages were read and judged in the way that a run would do it now. What was judged by images is good
    /// enough for a run that looks at words only.
    func isCurrent(for ocr: IndexingOptions.OCR) -> Bool { Self.isCurrent(extractor: extractor, for: ocr) }

    static func isCurrent(extractor: String, for ocr: IndexingOptions.OCR) -> Bool {
        extractor == LayerExaminationDepth.image.extractor || extractor == ocr.examination.extractor
    }
}

extension IndexingOptions.OCR {
    /// Whoever recognises nothing does not need to know what recognition could add.
    var examination: LayerExaminationDepth { self == .never ? .words : .image }
}

extension LayerExaminationDepth {
    /// The way of reading as bundles and texts remember it.
    var extractor: String {
        switch self {
        case .words: "\(ProtocolVersion.extractor) words"
        case .image: "\(ProtocolVersion.extractor)"
        }
    }
}
