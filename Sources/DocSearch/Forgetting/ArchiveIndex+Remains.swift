import Foundation

/// Remains of documents that are no longer in the index.
extension ArchiveIndex {
    /// The data in the index files about a document that is no longer in it, for ``forget(_:remains:)``: annotations
    /// and texts. Nil when nothing is known by this name.
    ///
    /// The name is a complete ``AnnotationOrphan/id``; the last known path form of a document with annotations; or the
    /// path of its file or bundle. A document without annotations is only found if it was a file that still exists.
    ///
    /// Throws ``DocSearchError``: `ambiguous` for a path form that existed in several folders; the sentence has the
    /// absolute paths.
    public func remains(of name: String) throws -> DocumentRemains? {
        guard !name.isEmpty else { return nil }
        let user = try UserStore(reading: folder)
        let search = RemainsSearch(
            name: name, index: try indexStore(), pages: try pageStore(), user: user, roots: try user.roots())
        // As status shows it: a prefix is enough.
        let orphans = try search.index.orphans().filter { $0.id.hasPrefix(name.lowercased()) }
        let isIdentifier = orphans.count == 1 && name.utf8.count >= 8
        if let orphan = orphans.first, isIdentifier {
            return try search.remains { subject, _ in subject == orphan.subject }.first
        }
        var found = try search.said()
        // Documents found by their place are not searched for by their bytes.
        for texts in try search.texts() where !found.contains(where: { $0.file == texts.file }) { found.append(texts) }
        guard found.count <= 1 else {
            let paths = found.map { "\"\($0.place.absolute)\"" }.sorted()
            let more = paths.count > 3 ? " and \(paths.count - 3) more" : ""
            throw DocSearchError(
                .ambiguous,
                "\"\(name)\" was in more than one folder: \(paths.prefix(3).joined(separator: ", "))\(more). Name it by "
                    + "one of these paths.", item: name)
        }
        return found.first
    }

    /// True for an absolute path below a remembered folder, without following links.
    public func isInRememberedFolder(_ path: String) throws -> Bool {
        try UserStore(reading: folder).roots().contains { root in
            !root.isFile && PathText.relative(path, below: root.path).map { !$0.isEmpty } ?? false
        }
    }
}

/// Searches all files of an index for remains of a document.
private struct RemainsSearch {
    let name: String
    let index: IndexStore
    let pages: PageStore
    let user: UserStore
    let roots: [IndexRoot]

    /// Annotations about documents that were at places of this name and are gone, one value for each place.
    func said() throws -> [DocumentRemains] {
        let typed = TypedPath(name)
        let absolute = Set((typed.diskPaths + typed.unresolvedDiskPaths).map { ExactText($0.absolute + $0.entry) })
        return try remains { subject, place in
            guard ExactText(place.path) == ExactText(name) || absolute.contains(ExactText(place.absolute)) else {
                return false
            }
            return try index.subjects(placedElsewhereThan: 0, among: [subject]).isEmpty
                && !roots.hasDocument(at: place.path, rootPath: place.rootPath, index)
        }
    }

    /// Annotations of subjects, one value for each of their places.
    func remains(where isMeant: (Int64, SubjectPlace) throws -> Bool) throws -> [DocumentRemains] {
        let meant = try user.subjectPlaces().filter { try isMeant($0.subject, $0.place) }
        return try Dictionary(grouping: meant, by: \.place).map { place, known in
            DocumentRemains(
                place: place, bundle: try place.bundle { try pages.isPlace($0) }, subjects: known.map(\.subject),
                hashes: known.map(\.hash))
        }
    }

    /// Texts whose owner is known only by a place, or by the bytes of a file that still exists.
    func texts() throws -> [DocumentRemains] {
        let typed = TypedPath(name)
        let below = name.utf8.first == UInt8(ascii: "/") ? [] : roots.filter { !$0.isFile }
        let files = Set(
            (typed.diskPaths + typed.unresolvedDiskPaths).filter(\.entry.isEmpty).map(\.absolute)
                + below.map { PathText.joined($0.path, name) })
        return try files.sorted().compactMap { file in
            guard let root = roots.first(where: { PathText.relative(file, below: $0.path) != nil }) else { return nil }
            let inside = PathText.relative(file, below: root.path) ?? ""
            let path = inside.isEmpty ? PathText.name(file) : inside
            guard try !index.hasDocument(at: path, root: root.id) else { return nil }
            var hashes = try pages.hashes(ofPlace: file)
            if let hash = Self.hash(of: file), try pages.hasContent(hash) { hashes.append(hash) }
            guard !hashes.isEmpty else { return nil }
            return DocumentRemains(
                place: SubjectPlace(rootPath: root.path, path: path),
                bundle: .init(path: path, entry: "", file: file), subjects: [], hashes: hashes)
        }
    }

    /// Nil for anything but a readable plain file.
    private static func hash(of file: String) -> String? {
        let descriptor = open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return FileStatus(descriptor: descriptor)?.kind == .file ? FileHash.sha256(descriptor) : nil
    }
}

extension [IndexRoot] {
    /// True when the index has a document with this path form, or in a bundle at this path, below a remembered root.
    func hasDocument(at path: String, rootPath: String, _ index: IndexStore) throws -> Bool {
        guard let root = first(where: { ExactText($0.path) == ExactText(rootPath) }) else { return false }
        return try index.hasDocument(at: path, root: root.id)
    }
}
