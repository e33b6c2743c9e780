import BundleConventions
import ExtractionProtocol
import GRDB

extension IndexStore {
    func documents(ids: [Int64]) throws -> [Int64: ArchiveDocument] {
        try read { db in
            var result: [Int64: ArchiveDocument] = [:]
            for id in ids { result[id] = try documentAndAnnotations(db, id)?.document }
            return result
        }
    }

    /// With what people said of each, from the oldest to the newest. For a few: notes are long.
    func documentsAndAnnotations(ids: [Int64]) throws -> [Int64: (document: ArchiveDocument, annotations: [Annotation])]
    {
        try read { db in
            var result: [Int64: (ArchiveDocument, [Annotation])] = [:]
            for id in ids { result[id] = try documentAndAnnotations(db, id) }
            return result
        }
    }

    private func documentAndAnnotations(
        _ db: Database, _ id: Int64
    ) throws -> (document: ArchiveDocument, annotations: [Annotation])? {
        guard let row = try db.row(Self.selectDocument + " WHERE document.id = ?", [id]) else { return nil }
        let annotations = try annotations(db, document: id)
        return (try asSaid(db, Self.document(row), with: annotations), annotations)
    }

    /// The numbers of documents behind one, in ascending order.
    func documentIDs(after id: Int64, limit: Int) throws -> [Int64] {
        try fetchAll("SELECT id FROM main.document WHERE id > ? ORDER BY id LIMIT ?", [id, limit])
    }

    /// The documents that a reference may mean in any folder: by a number, a path form, a bundle's path or an identifier. Here and below,
    /// documents that are not `among` those given hide no others; nil is for all.
    func documents(matching reference: DocumentReference, among ids: Set<Int64>? = nil) throws -> [ArchiveDocument] {
        if let id = reference.id {
            let found = try documents(number: id, among: ids)
            if !found.isEmpty { return found }
        }
        let found = try documents(path: reference.text, among: ids)
        return found.isEmpty ? try documents(identifier: reference.text, among: ids) : found
    }

    func documents(number: Int64, among ids: Set<Int64>? = nil) throws -> [ArchiveDocument] {
        try documents("document.id = ?", [number], among: ids)
    }

    /// Those with a path form; else those of the bundle with that path.
    func documents(path: String, among ids: Set<Int64>? = nil) throws -> [ArchiveDocument] {
        for (path, column) in Self.readings(of: path) {
            let found = try documents("\(column) = ?", [path], among: ids)
            if !found.isEmpty { return found }
            let inside = try documents(Self.isInBundle(column), [path], among: ids)
            if !inside.isEmpty { return inside }
        }
        return []
    }

    func documents(identifier: String, among ids: Set<Int64>? = nil) throws -> [ArchiveDocument] {
        let found = try documents("identifier = ?", [identifier], among: ids)
        // Those that are not shown first are looked for in all documents.
        if !found.isEmpty { return found }
        let test = FactTest.detail(.identifier, is: identifier)
        return try documents(test.sql, test.arguments, among: ids)
    }

    /// The document of an ``ArchiveDocument/citation(ofPage:)``, with or without the page. The first stands for its copies, which
    /// have the same bytes.
    func documents(citation: String, among ids: Set<Int64>? = nil) throws -> [ArchiveDocument] {
        guard let digits = ArchiveDocument.digits(ofCitation: citation) else { return [] }
        let found = try documents(
            "document.content_hash >= ?1 AND document.content_hash < ?1 || 'g'", [digits], among: ids)
        return Array(found.filter { !$0.isRecord }.prefix(1))
    }

    /// Documents below one root with any of these path forms; else those of the bundle at the first.
    func documents(root: Int64, paths: [String]) throws -> [ArchiveDocument] {
        guard let bundle = paths.first else { return [] }
        let marks = paths.map { _ in "?" }.joined(separator: ", ")
        for (bundle, column) in Self.readings(of: bundle) {
            let typed = column == Self.column ? paths : paths.map(PathColumn.composed)
            let found = try documents("\(column) IN (\(marks)) AND root_id = ?", StatementArguments(typed) + [root])
            if !found.isEmpty { return found }
            let inside = try documents("\(Self.isInBundle(column)) AND root_id = ?2", [bundle, root])
            if !inside.isEmpty { return inside }
        }
        return []
    }

    private static let column = "document.path"

    /// A typed path as it is; then, where its characters can be written in two ways, in whichever way.
    private static func readings(of path: String) -> [(path: String, column: String)] {
        let composed = PathColumn.sql(column, for: path)
        return [(path, column)] + (composed == column ? [] : [(PathColumn.composed(path), composed)])
    }

    private static func isInBundle(_ column: String) -> String {
        "substr(\(column), 1, length(?1) + 2) = ?1 || '\(PathForm.mark)'"
    }

    /// As many as are worth a list.
    private func documents(
        _ condition: String, _ arguments: StatementArguments, among ids: Set<Int64>? = nil
    ) throws -> [ArchiveDocument] {
        try read { db in
            let rows = try db.rows(
                Self.selectDocument + " WHERE \(condition) ORDER BY path, root_id, document.id", arguments)
            var found: [ArchiveDocument] = []
            while found.count < 20, let row = try rows.next() {
                guard try ids?.contains(row.value(at: DocumentColumn.id.rawValue)) ?? true else { continue }
                let document = try Self.document(row)
                found.append(try asSaid(db, document, with: annotations(db, document: document.id)))
            }
            return found
        }
    }

    /// A document's pages without their texts, or some of them. Where the row is damaged, the number and the text are told.
    func pages(document id: Int64, _ numbers: ClosedRange<Int>? = nil) throws -> [(page: IndexedPage, isSound: Bool)] {
        let numbers = (numbers ?? 1...IndexSchema.maximumPage).clamped(to: 1...IndexSchema.maximumPage)
        let ends = [numbers.lowerBound, numbers.upperBound].map { IndexSchema.pageRow(document: id, page: $0) }
        return try fetchAll(
            "SELECT * FROM page WHERE id BETWEEN ? AND ? ORDER BY id", StatementArguments(ends)
        ) { row in
            do {
                return (try IndexedPage(row), true)
            } catch  where error is RowDecodingError || error is DatabaseError {
                return (try IndexedPage(remainsOf: row), false)
            }
        }
    }

    /// A document's bundle: its number, its root's, and the path below the root.
    func bundle(ofDocument id: Int64) throws -> BundleRow? {
        try fetchOne(
            "SELECT bundle.* FROM bundle JOIN document ON bundle_id = bundle.id WHERE document.id = ?", [id],
            as: BundleRow.init)
    }

    /// Bundles at a path below a root, or in the folder of that name.
    func bundles(root: Int64, at path: String) throws -> [BundleRow] {
        try fetchAll(
            """
            SELECT * FROM bundle WHERE root_id = ?1 AND (?2 = '' OR (directory = ?3 AND name = ?4)
                OR directory = ?2 OR substr(directory, 1, length(?2) + 1) = ?2 || '/')
            """, [root, path, PathText.parent(path), PathText.name(path)], as: BundleRow.init)
    }

    private static let selectDocument = """
        SELECT \(DocumentColumn.allCases.map(\.sql).joined(separator: ", "))
        FROM document JOIN bundle ON bundle.id = bundle_id
        """

    /// At most as many pages as a document can have: a damaged row may claim any number.
    static func pageCount(_ count: Int) throws -> Int {
        guard (0...IndexSchema.maximumPage).contains(count) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a document with \(count) pages")
        }
        return count
    }

    private static func document(_ row: Row) throws -> ArchiveDocument {
        func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(_ column: DocumentColumn) throws
            -> Value
        {
            try row.value(at: column.rawValue)
        }
        let seconds = StoredNumber.date(try value(.date))
        let head = IndexedHead.withRareMembers(stored: try value(.indexedHead))
        // A bundle that was not read to its end has no time. A damaged row costs its times, not the document, so what cannot
        // be decoded of these three is taken for unknown.
        let isRead = (try? value(.byteCount) as Int64).map { $0 >= 0 } ?? false
        let modified = isRead ? try? value(.modified) as Int64 : nil
        let indexed = try? value(.indexed) as Int64?
        let language: String? = try value(.language)
        let title: String = try value(.title)
        return ArchiveDocument(
            id: try value(.id), path: try value(.path), identifier: try value(.identifier), title: title,
            hasGuessedTitle: head.map { $0.isUntitled == true && $0.title != title } ?? false,
            authors: LineList.decode(try value(.authors)),
            authorAddresses: head?.addressList ?? [],
            details: (head?.details ?? []).compactMap(DocumentDetail.init),
            date: DocumentDate(stored: seconds, precision: try value(.datePrecision)),
            dateOrigin: seconds == nil ? nil : head?.dateFromName == true ? .name : .metadata,
            modified: moment(modified.map { Int64((Double($0) / 1e9).rounded(.down)) }), indexed: moment(indexed),
            tags: LineList.decode(try value(.tags)), language: language,
            languageOrigin: language == nil ? nil : try value(.languageIsIdentified) ? .text : .metadata,
            summary: try value(.summary), pageCount: try pageCount(value(.pageCount)),
            format: try value(.format) ?? "", contentHash: try value(.contentHash),
            rawMetadata: try value(.rawMetadata), hasContent: try value(.hasContent),
            bundlePath: PathText.joined(try value(.directory), try value(.name)), entry: try value(.entry),
            rootID: try value(.rootID))
    }

    private static func moment(_ seconds: Int64?) -> DocumentDate? {
        StoredNumber.date(seconds).map { DocumentDate(secondsSinceEpoch: $0, precision: .instant) }
    }
}

extension DocumentDetail {
    /// Nil for a kind that this release does not know.
    init?(_ detail: MetadataDetail) {
        guard let kind = Kind(rawValue: detail.kind.rawValue) else { return nil }
        self.init(kind, detail.label, detail.value)
    }
}

/// Read by place, as hits are many, and GRDB makes small letters of all names to find one.
private enum DocumentColumn: Int, CaseIterable {
    case id, path, identifier, title, authors, tags, date, datePrecision, language, languageIsIdentified, summary,
        pageCount,
        indexed, indexedHead
    case contentHash, rawMetadata, hasContent, entry, rootID, directory, name, format, byteCount, modified

    var sql: String {
        switch self {
        case .id: "document.id"
        case .datePrecision: "date_precision"
        case .languageIsIdentified: "language_is_identified"
        case .pageCount: "page_count"
        case .indexedHead: "indexed_head"
        case .contentHash: "document.content_hash"
        case .rawMetadata: "raw_metadata"
        case .hasContent: "has_content"
        case .format: "document.format"
        case .rootID: "root_id"
        case .byteCount: "byte_count"
        case .modified: "modified_ns"
        default: "\(self)"
        }
    }
}
