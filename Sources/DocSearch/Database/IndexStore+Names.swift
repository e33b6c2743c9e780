/// Documents by their path forms.
extension IndexStore {
    /// A document's number, its path form and the number of its root.
    typealias PlacedPath = (id: Int64, path: String, root: Int64)

    /// Documents whose last name, or the name of a folder or bundle that they lie in, is like `pattern`, which is one for
    /// LIKE with `\` to escape. Goes through SQLite's index of all path forms, and reads no rows but those it finds.
    func pathForms(like pattern: String) throws -> [PlacedPath] { try pathForms(pattern, of: "path") }

    /// The same without regard to accents; `pattern` has none.
    func pathForms(likeUnaccented pattern: String) throws -> [PlacedPath] {
        try pathForms(pattern, of: "(\(PathColumn.unaccentedPath))")
    }

    private func pathForms(_ pattern: String, of column: String) throws -> [PlacedPath] {
        try fetchAll(
            """
            SELECT document.id, path, root_id FROM main.document JOIN main.bundle ON bundle.id = bundle_id
            WHERE document.id IN (
                SELECT id FROM main.document INDEXED BY document_path
                WHERE '/' || \(column) LIKE ?1 ESCAPE '\\' OR '/' || \(column) LIKE ?1 || '/%' ESCAPE '\\'
                    OR '/' || \(column) LIKE ?1 || '!/%' ESCAPE '\\')
            ORDER BY path, root_id, document.id
            """, ["%/" + pattern]
        ) { (id: try $0.value(at: 0), path: try $0.value(at: 1), root: try $0.value(at: 2)) }
    }

    /// True when the words of `text` stand side by side in a path, accents aside. Searches all paths for its letters, and
    /// compares the words of the first hundred that have them.
    func isInPaths(_ text: String) throws -> Bool {
        func words(_ text: String) -> [Substring] {
            PathColumn.unaccented(text).split { !$0.isLetter && !$0.isNumber }
        }
        let wanted = words(text)
        // SQLite refuses patterns that are longer than any path.
        guard !wanted.isEmpty, text.utf8.count <= 4096 else { return false }
        let paths: [String] = try fetchAll(
            """
            SELECT path FROM main.document INDEXED BY document_path
            WHERE (\(PathColumn.unaccentedPath)) LIKE ? ESCAPE '\\' LIMIT 100
            """, ["%\(FactTest.escaped(PathColumn.unaccented(text)))%"]
        ) { try $0.value(at: 0) }
        return paths.contains { path in
            let known = words(path)
            return known.indices.contains { known[$0...].starts(with: wanted) }
        }
    }

    func documents(inRoots ids: [Int64]) throws -> [Int64] {
        let list = ids.map { String($0) }.joined(separator: ", ")
        return try fetchAll(
            """
            SELECT document.id FROM main.document JOIN main.bundle ON bundle.id = bundle_id
            WHERE root_id IN (\(list)) ORDER BY path, root_id, document.id
            """)
    }

    /// What follows a beginning of path forms, up to the next slash and with it, in the order of bytes: as a shell shows
    /// a folder. At most `limit`; each costs one step in SQLite's index of path forms.
    func pathParts(after beginning: String, limit: Int) throws -> [String] {
        try read { db in
            var parts: [String] = []
            var from = beginning
            while parts.count < limit {
                let next: String? = try db.fetchOne(
                    "SELECT path FROM main.document WHERE path >= ? ORDER BY path LIMIT 1", [from])
                guard let next, next.utf8.starts(with: beginning.utf8) else { break }
                let rest = next.utf8.dropFirst(beginning.utf8.count)
                let slash = UInt8(ascii: "/")
                guard let end = rest.firstIndex(of: slash) else {
                    parts.append(next)
                    // No path lies between.
                    from = next + "\u{1}"
                    continue
                }
                parts.append(String(decoding: next.utf8[...end], as: UTF8.self))
                // What comes behind a slash in the order of bytes.
                from = String(decoding: next.utf8[..<end], as: UTF8.self) + "0"
            }
            return parts
        }
    }
}
