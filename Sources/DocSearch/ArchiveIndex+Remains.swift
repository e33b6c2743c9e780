import Foundation

/// What is left of documents that are not in the index any more.
extension ArchiveIndex {
    /// What the files of the index still have of a document that is not in it any more: what was said of it, and texts.
    ///
    /// - Parameter name: ``DecisionOrphan/id``, all of it; the last known path form of a document of which something was said;
    ///   or the path of its file or bundle. A document of which nothing was said is known when it was a file that is still
    ///   there.
    /// - Returns: To be given to ``forget(_:remains:)``; nil when nothing is known by this name.
    /// - Throws: ``DocSearchError`` with code `ambiguous` for a path form that was in several folders.
    public func remains(of name: String) throws -> DocumentRemains? {
        guard !name.isEmpty else { return nil }
        let user = try UserStore(reading: folder)
        let index = try indexStore()
        let orphan = try index.orphans().first { $0.id == name.lowercased() }
        let typed = TypedPath(name)
        let absolute = Set((typed.places + typed.unresolvedPlaces).map { $0.absolute + $0.entry })
        let found = try user.subjectPlaces().filter { known in
            if let orphan { return known.subject == orphan.subject }
            let place = known.place
            let full = place.entry.isEmpty ? place.file : place.file + "!/" + place.entry
            guard ExactText(place.path) == ExactText(name) || absolute.contains(full) else { return false }
            return try index.subjects(placedElsewhereThan: 0, among: [known.subject]).isEmpty
                && !index.hasDocument(at: place.path)
        }
        guard Set(found.map(\.place)).count <= 1 else {
            throw DocSearchError(
                .ambiguous, "\"\(name)\" was in more than one folder. Name it by its path from the top.", item: name)
        }
        if let place = found.first?.place {
            return DocumentRemains(
                rootPath: place.rootPath, path: place.path, subjects: found.map(\.subject), hashes: found.map(\.hash))
        }
        return try textsLeft(of: name, user)
    }

    /// Whether an absolute path lies below a remembered folder, links not followed.
    public func isInRememberedFolder(_ path: String) throws -> Bool {
        try UserStore(reading: folder).roots().contains { root in
            !root.isFile && PathText.relative(path, below: root.path).map { !$0.isEmpty } ?? false
        }
    }

    /// Texts of which nothing but a place, or the bytes of a file that is still there, tells whose they are.
    private func textsLeft(of name: String, _ user: UserStore) throws -> DocumentRemains? {
        let pages = try pageStore()
        let index = try indexStore()
        let typed = TypedPath(name)
        let roots = try user.roots()
        let files = Set(
            (typed.places + typed.unresolvedPlaces).filter(\.entry.isEmpty).map(\.absolute)
                + roots.filter { !$0.isFile }.map { PathText.joined($0.path, name) })
        for file in files.sorted() {
            guard let root = roots.first(where: { PathText.relative(file, below: $0.path) != nil }) else { continue }
            let inside = PathText.relative(file, below: root.path) ?? ""
            let path = inside.isEmpty ? PathText.name(file) : inside
            guard try !index.hasDocument(at: path) else { continue }
            var hashes = try pages.hashes(ofPlace: file)
            if let hash = Self.hash(of: file), try pages.hasContent(hash) { hashes.append(hash) }
            guard !hashes.isEmpty else { continue }
            return DocumentRemains(rootPath: root.path, path: path, subjects: [], hashes: hashes)
        }
        return nil
    }

    /// SHA-256 of a plain file; nil for what is none or cannot be read.
    private static func hash(of file: String) -> String? {
        let descriptor = open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return FileStatus(descriptor: descriptor)?.kind == .file ? FileHash.sha256(descriptor) : nil
    }
}
