extension ArchiveIndex {
    /// Removes a document, or every bundle at a path, from the index; none after an error. Never touches a source file.
    /// When the disk is completely full, an error may leave a folder forgotten but its bundles in the index; it says
    /// so, and the next run that writes removes them.
    ///
    /// A folder or file that was named to ``update(_:options:)`` itself is forgotten. Other bundles in remembered folders come
    /// back with the next run, unless they are left out (``exclude(paths:isForgotten:by:)``); `comingBack` receives the
    /// absolute paths of those that still exist, and `forgetting` those of the folders and files that are forgotten. `warning`
    /// receives a sentence about failures after the removal.
    ///
    /// Returns the number of bundles removed. Throws ``DocSearchError``: `notFound` when nothing has this name.
    @discardableResult
    public func remove(
        _ reference: DocumentReference, warning: (String) -> Void = { _ in }, comingBack: (String) -> Void = { _ in },
        forgetting: (String) -> Void = { _ in }
    ) throws -> Int {
        try changing { stores in
            try stores.finishRemovals()
            let lookup = DocumentLookup(index: stores.index, roots: try stores.user.roots())
            let documents = try lookup.documents(reference)
            var bundles = try documents.compactMap { try stores.index.bundle(ofDocument: $0.id) }
            // Several documents may share an identifier, but a path should name one bundle.
            if Set(bundles.map(\.id)).count > 1, documents.contains(where: { $0.identifier != reference.text }) {
                throw DocSearchError.ambiguous(reference, documents, in: lookup.roots)
            }
            var roots: [IndexRoot] = []
            var remaining = try bundles.map(stores.absolutePath(of:))
            if bundles.isEmpty { (bundles, roots, remaining) = try atPath(reference.text, stores) }
            // A file that was itself named to a run is all that its root has.
            let removed = Set(bundles.map(\.id))
            let files = try stores.user.roots().filter { root in
                guard root.isFile, !roots.contains(where: { $0.id == root.id }) else { return false }
                let known = try stores.index.bundleIDs(root: root.id)
                return !known.isEmpty && removed.isSuperset(of: known)
            }
            roots += files
            remaining.removeAll { path in files.contains { ExactText($0.path) == ExactText(path) } }
            guard !bundles.isEmpty || !roots.isEmpty else {
                throw DocSearchError(
                    .notFound, "Nothing in the index is called \"\(reference.text)\".", item: reference.text)
            }
            let ids = Array(Set(bundles.map(\.id))).sorted()
            try stores.forgetPlaces(of: bundles)
            try stores.user.beginRemoval(roots: roots.map(\.id))
            do {
                try stores.removeBundles(ids)
            } catch {
                try stores.cancelRemoval(of: roots, after: error)
                throw error
            }
            // From here on the removal is done, whatever fails.
            do {
                try stores.forget(roots)
                if let sentence = try stores.user.backUp() { warning(sentence) }
            } catch {
                warning("It was removed, but user.sqlite could not be backed up; the next run does so. \(error)")
            }
            for root in roots { forgetting(root.path) }
            let left = try stores.user.roots().map { ExactText($0.path) }
            for path in Set(remaining).sorted() where FileStatus(path: path) != nil && !left.contains(ExactText(path)) {
                comingBack(path)
            }
            return ids.count
        }
    }

    func atPath(
        _ path: String, _ stores: IndexStores
    ) throws -> (bundles: [BundleRow], roots: [IndexRoot], inside: [String]) {
        for reading in RootPaths(roots: try stores.user.roots()).readings(of: TypedPath(path)) {
            let paths = reading().filter(\.entry.isEmpty)
            let found = try paths.flatMap { try stores.index.bundles(root: $0.root.id, at: $0.inside) }
            let roots = paths.filter(\.isRoot).map(\.root)
            if !found.isEmpty || !roots.isEmpty {
                return (found, roots, paths.filter { !$0.isRoot }.map { $0.root.absolutePath($0.inside) })
            }
        }
        return ([], [], [])
    }
}

extension IndexStores {
    func finishRemovals() throws {
        for root in try user.rootsInRemoval() {
            let ids = try index.bundleIDs(root: root.id)
            try removeBundles(ids)
            try forget([root])
        }
    }

    fileprivate func cancelRemoval(of roots: [IndexRoot], after first: any Error) throws {
        do {
            try user.cancelRemoval(roots: roots.map(\.id))
        } catch {
            let paths = roots.map { "\"\($0.path)\"" }.joined(separator: ", ")
            throw DocSearchError(
                (first as? DocSearchError)?.code ?? .failed,
                "The removal of \(paths) is not complete; the next run finishes it. \(first)")
        }
    }

    fileprivate func forget(_ roots: [IndexRoot]) throws {
        for root in roots { try pages.forget(placesBelow: root.path) }
        try user.remove(roots: roots.map(\.id))
    }
}
