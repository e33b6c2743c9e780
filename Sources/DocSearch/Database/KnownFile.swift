import ExtractionProtocol
import GRDB

/// The facts that a walk compares with the disk, in a form that costs little a file.
struct KnownFile: Sendable {
    var id: Int64
    /// UTF-8.
    var name: [UInt8]
    var byteCount: Int64
    var modified: Int64
    var inode: Int64
    var extractor: String
    /// Whether it is a PDF and nothing else.
    var isPDF: Bool
    /// Whether it stands for a folder that has the names of a bundle and is none.
    var isOrdinaryFolder = false
}

extension KnownFile {
    init(_ row: BundleRow) {
        self.init(
            id: row.id, name: Array(row.name.utf8), byteCount: row.byteCount, modified: row.modified, inode: row.inode,
            extractor: row.extractor, isPDF: row.isPDF, isOrdinaryFolder: row.isOrdinaryFolder)
    }
}

extension IndexStore {
    /// The bundles directly in a directory, in the order of their names' bytes.
    func knownFiles(root: Int64, directory: String) throws -> [KnownFile] {
        try read { db in
            // Values are taken by their index: by name it would take longer than the query.
            let rows = try db.rows(
                """
                SELECT id, CAST(name AS BLOB), byte_count, modified_ns, inode, extractor,
                    format IS 'pdf', format IS '\(OrdinaryFolder.format)' FROM bundle
                WHERE root_id = ? AND directory = ? AND name <> '\(OrdinaryFolder.rootName)' ORDER BY name
                """, [root, directory])
            return try Array(
                rows.map { row in
                    KnownFile(
                        id: try row.value(at: 0),
                        name: try row.withUnsafeData(atIndex: 1) { $0.map { [UInt8]($0) } ?? [] },
                        byteCount: try row.value(at: 2), modified: try row.value(at: 3), inode: try row.value(at: 4),
                        extractor: try row.value(at: 5), isPDF: try row.value(at: 6),
                        isOrdinaryFolder: try row.value(at: 7))
                })
        }
    }
}

/// Readings that a run need not repeat: its own, and that by images, which is enough for one that looks at words only.
struct CurrentReading: Sendable {
    private let ofPDFs: [String]
    private let ofOthers: [String]

    init(_ ocr: IndexingOptions.OCR) {
        let depths: [LayerExaminationDepth] = ocr.examination == .image ? [.image] : [.image, .words]
        ofPDFs = depths.map { $0.extractor(of: .pdf) }
        ofOthers = depths.map { $0.extractor(of: nil) }
    }

    /// Whether a bundle that was read in the way `extractor` was read well enough.
    func covers(_ extractor: String, isPDF: Bool) -> Bool { (isPDF ? ofPDFs : ofOthers).contains(extractor) }
}

extension IndexingOptions.OCR {
    /// A run that recognises nothing does not need to know what recognition could add.
    var examination: LayerExaminationDepth { self == .never ? .words : .image }
}

extension LayerExaminationDepth {
    /// The way of reading as texts remember it.
    var extractor: String {
        switch self {
        case .words: "\(ProtocolVersion.extractor) words"
        case .image: "\(ProtocolVersion.extractor)"
        }
    }

    /// As bundles remember it. When they are understood better, those that are no PDF are opened; no layer is read again.
    func extractor(of format: BundleFormat?) -> String {
        format == .pdf ? extractor : "\(extractor); bundles \(ProtocolVersion.bundles)"
    }
}
