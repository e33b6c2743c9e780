/// What is left of documents that are not in the index any more.
extension ArchiveIndex {
    /// What the files of the index still have of a document that is not in it any more: what was said of it, and texts.
    ///
    /// - Parameter name: ``DecisionOrphan/id``, all of it; the last known path form of a document of which something was said;
    ///   or the absolute path of its file or bundle.
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
        return try textsLeft(of: typed, user)
    }

    /// Whether an absolute path lies below a remembered folder, links not followed.
    public func isInRememberedFolder(_ path: String) throws -> Bool {
        try UserStore(reading: folder).roots().contains { root in
            !root.isFile && PathText.relative(path, below: root.path).map { !$0.isEmpty } ?? false
        }
    }

    /// Texts that are known by a place alone.
    private func textsLeft(of typed: TypedPath, _ user: UserStore) throws -> DocumentRemains? {
        let pages = try pageStore()
        for file in Set((typed.places + typed.unresolvedPlaces).filter(\.entry.isEmpty).map(\.absolute)).sorted() {
            guard let root = try user.roots().first(where: { PathText.relative(file, below: $0.path) != nil }) else {
                continue
            }
            let inside = PathText.relative(file, below: root.path) ?? ""
            let path = inside.isEmpty ? PathText.name(file) : inside
            let hashes = try pages.hashes(ofPlace: file)
            guard !hashes.isEmpty, try !indexStore().hasDocument(at: path) else { continue }
            return DocumentRemains(rootPath: root.path, path: path, subjects: [], hashes: hashes)
        }
        return nil
    }
}
