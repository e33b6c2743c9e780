/// Finds what a ``DocumentReference`` means. A number comes first, then paths (as `find` shows them, and on disk), then
/// identifiers: those are written by the maker of the file, and must not hide what has a number or a path. Citations come last.
struct DocumentLookup {
    let index: IndexStore
    let roots: [IndexRoot]
    /// The numbers of those that may be meant; nil for all of them. The others hide none of these.
    var permitted: Set<Int64>?

    /// One document, or all that are meant. Without `onDisk` no file system is asked, and a path is what `find` shows.
    func documents(_ reference: DocumentReference, onDisk looksOnDisk: Bool = true) throws -> [ArchiveDocument] {
        if let id = reference.id {
            let found = try index.documents(number: id, among: permitted)
            if !found.isEmpty { return found }
        }
        let named = try index.documents(path: Self.withoutSlash(reference.text), among: permitted)
        let onDisk = (looksOnDisk ? try documents(at: TypedPath(reference.text)) : [])
            .filter { permitted?.contains($0.id) ?? true }
        let found = named + onDisk.filter { document in !named.contains { $0.id == document.id } }
        if !found.isEmpty { return found }
        let identified = try index.documents(identifier: reference.text, among: permitted)
        return identified.isEmpty ? try index.documents(citation: reference.text, among: permitted) : identified
    }

    /// The failure that kept a whole file or entry out of the index. The path is as `find` would show it, or on disk.
    func failure(at reference: DocumentReference) throws -> IndexFailure? {
        var names = [Self.withoutSlash(reference.text)]
        for reading in RootPaths(roots: roots).readings(of: TypedPath(reference.text)) {
            for path in reading() where !path.inside.isEmpty {
                names += Self.forms(path.inside, path.entry).map { roots.telling($0, root: path.root.id) }
            }
        }
        let wanted = Set(names.map(ExactText.init))
        return try index.failures(in: roots).first { $0.page == nil && wanted.contains(ExactText($0.path)) }
    }

    private func documents(at path: TypedPath) throws -> [ArchiveDocument] {
        for reading in RootPaths(roots: roots).readings(of: path) {
            var found: [ArchiveDocument] = []
            for path in reading() where !path.inside.isEmpty {
                let known = Set(found.map(\.id))
                found += try index.documents(root: path.root.id, paths: Self.forms(path.inside, path.entry))
                    .filter { !known.contains($0.id) }
            }
            if !found.isEmpty { return found }
        }
        return []
    }

    /// The path form of a folder that is a bundle may be typed with a slash at its end.
    private static func withoutSlash(_ text: String) -> String {
        text.utf8.count > 1 && text.utf8.last == UInt8(ascii: "/") ? String(text.dropLast()) : text
    }

    /// The path forms of documents at a path. A file in a folder that is a bundle is one of its entries.
    private static func forms(_ inside: String, _ entry: String) -> [String] {
        guard entry.isEmpty else { return [inside + entry] }
        let bytes = Array(inside.utf8)
        let slashes = bytes.indices.filter { bytes[$0] == UInt8(ascii: "/") }
        return [inside]
            + slashes.map { slash in
                String(decoding: bytes[..<slash] + "!".utf8 + bytes[slash...], as: UTF8.self)
            }
    }
}

extension DocSearchError {
    /// A reference that may mean several documents.
    static func ambiguous(
        _ reference: DocumentReference, _ documents: [ArchiveDocument], in roots: [IndexRoot]
    ) -> DocSearchError {
        let list = documents.map { "\($0.id) (\(roots.telling($0.path, root: $0.rootID)))" }.joined(separator: ", ")
        return DocSearchError(
            .ambiguous, "\"\(reference.text)\" may mean several documents: \(list). Use the number.",
            item: reference.text)
    }
}
