import ExtractionProtocol
import Foundation
import GRDB

/// Copies what can be read of a damaged `pages.sqlite` into a new file, whose own identifier has the index made again.
final class PagesSalvage {
    private let damaged: String
    private var texts = 0

    init(damaged: String) { self.damaged = damaged }

    /// Returns how many texts were saved, and about how many there were.
    func copy(into new: String) throws -> (read: Int, all: Int) {
        for suffix in ["", "-journal"] { unlink(new + suffix) }
        // Without a log beside it, so that it is whole under any name as soon as it is closed.
        let target = try DatabaseOpening.queue(new)
        try PagesSchema.migrator().migrate(target)
        var all = 0
        if let source = try DatabaseOpening.translating(damaged, { try SalvageReader(file: damaged) }) {
            for table in PagesSchema.Table.allCases {
                let last = try copy(table, from: source, to: target)
                if table == .text { all = Int(last) }
            }
        }
        try target.write(Self.reserveKnownPlaces)
        try target.close()
        return (texts, all)
    }

    /// Has no number given to a place again that a witness names.
    private static func reserveKnownPlaces(_ db: Database) throws {
        let greatest = try Int64.fetchOne(
            db, sql: "SELECT max(CAST(substr(witness, 7) AS INTEGER)) FROM content WHERE witness GLOB 'place [0-9]*'")
        guard let greatest else { return }
        try db.execute(sql: "UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = 'place'", arguments: [greatest])
        guard db.changesCount == 0 else { return }
        try db.execute(sql: "INSERT INTO sqlite_sequence (name, seq) VALUES ('place', ?)", arguments: [greatest])
    }

    /// Returns about the greatest key.
    private func copy(_ table: PagesSchema.Table, from source: SalvageReader, to target: DatabaseQueue) throws -> Int64
    {
        let isOfNames = table == .content || table == .source
        var seen: Set<Int64> = []
        let last = try source.read(table) { rows in
            if isOfNames { for row in rows { seen.insert(try row.value("id")) } }
            try insert(rows, into: table, target)
        }
        // Without their names all texts would be lost. A row that was altered is not taken from there, as it may have
        // been altered before the index was written.
        if isOfNames { try insert(source.readFromIndex(table, except: seen), into: table, target) }
        return last
    }

    private func insert(_ rows: [Row], into table: PagesSchema.Table, _ target: DatabaseQueue) throws {
        guard !rows.isEmpty else { return }
        try target.write { db in
            for row in rows {
                guard let values = try Self.values(row, table), Self.isReadable(values, table) else { continue }
                let names = values.keys.sorted()
                // What a row refers to may be lost, and its number be given to something else.
                let references = table.references
                let isReferred = references.map { "EXISTS (SELECT 1 FROM \($0.table.rawValue) WHERE id = ?)" }
                try db.execute(
                    sql: """
                        INSERT OR IGNORE INTO \(table.rawValue) (\(names.joined(separator: ", ")))
                        SELECT \(names.map { _ in "?" }.joined(separator: ", "))
                        WHERE \((isReferred + ["1"]).joined(separator: " AND "))
                        """,
                    arguments: StatementArguments((names + references.map(\.column)).map { values[$0] ?? .null }))
                if table == .text { texts += db.changesCount }
            }
        }
    }

    /// The values of a row, put right where they can be; nil when it is not what was written.
    private static func values(_ row: Row, _ table: PagesSchema.Table) throws -> [String: DatabaseValue]? {
        var values = Dictionary(row.map { ($0.0, $0.1) }, uniquingKeysWith: { first, _ in first })
        values["is_whole"] = nil
        if (try? row.value("is_whole") as Bool) == true { return values }
        guard table == .content || table == .source, let checksum = values["checksum"].flatMap(Int64.fromDatabaseValue),
            let mended = FlippedBit.mended(texts(values, table), checksum)
        else { return nil }
        for (column, text) in zip(table.columns, mended) {
            values[column] = String(decoding: text, as: UTF8.self).databaseValue
        }
        return values
    }

    private static func texts(_ values: [String: DatabaseValue], _ table: PagesSchema.Table) -> [[UInt8]] {
        table.columns.map { column in
            switch values[column]?.storage {
            case .string(let text): Array(text.utf8)
            case .blob(let data): Array(data)
            default: []
            }
        }
    }

    /// Whether the text can be decompressed: a page of the file that was overwritten may read well and hold rubbish.
    private static func isReadable(_ values: [String: DatabaseValue], _ table: PagesSchema.Table) -> Bool {
        guard table == .text else { return true }
        guard let text = values["text"].flatMap(Data.fromDatabaseValue),
            let verdict = values["verdict"].flatMap(String.fromDatabaseValue),
            TextLayerVerdict(rawValue: verdict) != nil
        else { return false }
        return (try? TextCompression.decompress(text)) != nil
    }
}

/// Finds a flipped bit in short texts by their checksum: with the name of a content or source all its texts are lost.
enum FlippedBit {
    static func mended(_ texts: [[UInt8]], _ checksum: Int64) -> [[UInt8]]? {
        var texts = texts
        for number in texts.indices {
            for index in texts[number].indices {
                for bit in 0..<8 {
                    texts[number][index] ^= 1 << bit
                    if RowChecksum.of(texts: texts) == checksum { return texts }
                    texts[number][index] ^= 1 << bit
                }
            }
        }
        return nil
    }
}
