import Foundation

/// What is left of documents that are not in the index any more.
extension ArchiveIndex {
    /// What the files of the index still have of a document that is not in it any more, for ``forget(_:remains:)``:
    /// what was said of it, and texts. Nil when nothing is known by this name.
    ///
    /// The name is ``DecisionOrphan/id``, all of it; the last known path form of a document of which something was
    /// said; or the path of its file or bundle. One of which nothing was said is known when it was a file that is still
    /// there.
    ///
    /// Throws ``DocSearchError``: `ambiguous` for a path form of which several folders have had something; the sentence
    /// has the paths from the top.
    public func remains(of name: String) throws -> DocumentRemains? {
        guard !name.isEmpty else { return nil }
        let user = try UserStore(reading: folder)
        let search = RemainsSearch(
            name: name, index: try indexStore(), pages: try pageStore(), user: user, roots: try user.roots())
        // As status shows it: the beginning is enough.
        let orphans = try search.index.orphans().filter { $0.id.hasPrefix(name.lowercased()) }
        let isIdentifier = orphans.count == 1 && name.utf8.count >= 8
        if let orphan = orphans.first, isIdentifier { return try search.remains { $0.subject == orphan.subject }.first }
        var found = try search.said()
        // What is known by its place is not looked for by its bytes.
        for texts in try search.texts() where !found.contains(where: { $0.file == texts.file }) { found.append(texts) }
        guard found.count <= 1 else {
            let paths = found.map { "\"\(SubjectPlace(rootPath: $0.rootPath, path: $0.path).absolute)\"" }.sorted()
            let more = paths.count > 3 ? " and \(paths.count - 3) more" : ""
            throw DocSearchError(
                .ambiguous,
                "\"\(name)\" was in more than one folder: \(paths.prefix(3).joined(separator: ", "))\(more). Name it by "
                    + "one of these paths.", item: name)
        }
        return found.first
    }

    /// Whether an absolute path lies below a remembered folder, links not followed.
    public func isInRememberedFolder(_ path: String) throws -> Bool {
        try UserStore(reading: folder).roots().contains { root in
            !root.isFile && PathText.relative(path, below: root.path).map { !$0.isEmpty } ?? false
        }
    }
}

/// Looks in all files of an index for what is left of a document.
private struct RemainsSearch {
    let name: String
    let index: IndexStore
    let pages: PageStore
    let user: UserStore
    let roots: [IndexRoot]

    /// What was said of documents that were at places of this name and are not there, a value for each of the places.
    func said() throws -> [DocumentRemains] {
        let typed = TypedPath(name)
        let absolute = Set((typed.diskPaths + typed.unresolvedDiskPaths).map { ExactText($0.absolute + $0.entry) })
        return try remains { known in
            let place = known.place
            guard ExactText(place.path) == ExactText(name) || absolute.contains(ExactText(place.absolute)) else {
                return false
            }
            return try index.subjects(placedElsewhereThan: 0, among: [known.subject]).isEmpty
                && !roots.hasDocument(at: place.path, rootPath: place.rootPath, index)
        }
    }

    /// What was said of subjects, a value for each of their places.
    func remains(of isMeant: (SubjectRow) throws -> Bool) throws -> [DocumentRemains] {
        var found: [DocumentRemains] = []
        for known in try user.subjectPlaces() where try isMeant(known) {
            let place = known.place
            if let position = found.firstIndex(where: {
                SubjectPlace(rootPath: $0.rootPath, path: $0.path) == place
            }) {
                found[position].subjects.append(known.subject)
                found[position].hashes.append(known.hash)
            } else {
                let bundle = try place.bundle { try pages.isPlace($0) }
                found.append(
                    DocumentRemains(
                        rootPath: place.rootPath, path: place.path, bundle: bundle, subjects: [known.subject],
                        hashes: [known.hash]))
            }
        }
        return found
    }

    /// Texts of which nothing but a place, or the bytes of a file that is still there, tells whose they are.
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
                rootPath: root.path, path: path, bundle: .init(path: path, entry: "", file: file), subjects: [],
                hashes: hashes)
        }
    }

    /// SHA-256 of a plain file; nil for what is none or cannot be read.
    private static func hash(of file: String) -> String? {
        let descriptor = open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return FileStatus(descriptor: descriptor)?.kind == .file ? FileHash.sha256(descriptor) : nil
    }
}

extension [IndexRoot] {
    /// Whether the index has a document with this path form, or one in a bundle at this path, below a remembered root.
    func hasDocument(at path: String, rootPath: String, _ index: IndexStore) throws -> Bool {
        guard let root = first(where: { ExactText($0.path) == ExactText(rootPath) }) else { return false }
        return try index.hasDocument(at: path, root: root.id)
    }
}
