import Foundation
import GRDB

/// A database file as its bytes, all of its log brought into it (SQLite, "Database File Format", sections 1.5 and 1.6).
struct DatabaseFile {
    /// A page without pages below it.
    struct Leaf: CustomStringConvertible {
        /// The table or index that it is a part of.
        var owner: String
        var page: Int
        var rows: Int

        var description: String { "page \(page) of \(owner)" }
    }

    private(set) var bytes: [UInt8]
    private let pageSize: Int
    private(set) var leaves: [Leaf] = []

    init(_ path: String) throws {
        let queue = try DatabaseQueue(path: path)
        let roots = try queue.read { db in
            try Row.fetchAll(db, sql: "SELECT name, rootpage FROM sqlite_schema WHERE rootpage > 0 ORDER BY rootpage")
        }
        pageSize = try queue.read { db in try Int.fetchOne(db, sql: "PRAGMA page_size") } ?? 0
        try queue.close()
        bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        for row in roots { addLeaves(of: row["name"], below: row["rootpage"]) }
    }

    private mutating func addLeaves(of owner: String, below page: Int) {
        let start = (page - 1) * pageSize
        let cells = number(at: start + 3, 2)
        // Index and table leaves; the others have a page to the left of each cell, and a last one.
        guard [2, 5].contains(bytes[start]) else {
            return leaves.append(Leaf(owner: owner, page: page, rows: cells))
        }
        for cell in 0..<cells {
            addLeaves(of: owner, below: number(at: start + number(at: start + 12 + 2 * cell, 2), 4))
        }
        addLeaves(of: owner, below: number(at: start + 8, 4))
    }

    private func number(at place: Int, _ length: Int) -> Int {
        bytes[place..<place + length].reduce(0) { $0 << 8 | Int($1) }
    }

    /// Overwrites these pages with zeros.
    mutating func lose(_ lost: [Leaf]) {
        for leaf in lost {
            for place in (leaf.page - 1) * pageSize..<leaf.page * pageSize { bytes[place] = 0 }
        }
    }

    /// Flips a bit of the first letter of a text where a table or an index has it.
    mutating func flipBit(in text: String, of owner: String) {
        let letters = Array(text.utf8)
        for leaf in leaves where leaf.owner == owner {
            let places = (leaf.page - 1) * pageSize...leaf.page * pageSize - letters.count
            guard let place = places.first(where: { bytes[$0..<$0 + letters.count].elementsEqual(letters) }) else {
                continue
            }
            bytes[place] ^= 1
        }
    }

    var pageCount: Int { bytes.count / pageSize }

    /// Ends the file after as many pages. Returns the leaves that are lost.
    mutating func cutOff(after count: Int) -> [Leaf] {
        bytes.removeLast(bytes.count - count * pageSize)
        return leaves.filter { $0.page > count }
    }

    /// Writes the file, without logs.
    func write(to path: String) throws {
        for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }
}
