import BundleConventions

extension ArchiveIndex {
    /// Searches the remembered folders for files that runs pass over: neither their names nor their first bytes promise
    /// a document, a bundle or a text beside one. Unused files in bundles follow, as found by the last runs
    /// (`/a/box.zip!/notes.docx`). Hidden files and exclusions are not included. `body` receives absolute paths, in the
    /// order of the folders and bundles; an error from it ends the search. Unreadable folders are skipped. Throws
    /// ``DocSearchError``: `noIndex`.
    ///
    /// `others` receives files left out for other reasons, with the reason: files of the index itself, bundles that
    /// were read and contain nothing for the index, and files that were read under other names because their own are
    /// not UTF-8.
    public func passedOver(
        _ body: (String) throws -> Void, others: (_ path: String, _ reason: String) throws -> Void = { _, _ in }
    ) throws {
        let index = try indexStore()
        let user = try UserStore(reading: folder)
        let rules = ExclusionRules(try user.exclusions())
        for root in try user.roots() where !root.isFile {
            var walk = ArchiveWalk(root, rules)
            while let step = try walk.next(isOrdinary: { folder in
                try index.folder(folder.path, in: root)?.isOrdinaryFolder == true
            }) {
                guard case .folder(_, let folder) = step else { continue }
                func path(_ entry: Int) -> String { root.absolutePath(folder.inside(folder.listing.name(entry))) }
                var inside: [ArchiveWalk.Folder] = []
                for entry in folder.listing.indices {
                    switch folder.lookedAtEntry(entry) {
                    case .folder(let name): inside.append(folder.folder(name))
                    case .pagePicture(let picture):
                        let documents = folder.documents(of: picture)
                        guard try index.isPagePicture(of: documents, root: root.id, directory: folder.path)
                        else { continue }
                        try body(path(entry))
                    case nil where folder.isPassedOver(entry):
                        let isOfIndex = PathText.relative(path(entry), below: self.folder.path) != nil
                        if isOfIndex { try others(path(entry), "a file of this index") } else { try body(path(entry)) }
                    case .bundle where folder.listing.isEscaped(entry):
                        try others(path(entry), "read under this name; its own is not UTF-8")
                    default: break
                    }
                }
                walk.goInto(inside)
            }
        }
        for root in try user.roots() {
            try index.passedOverFiles(root: root.id) { directory, name, files, more in
                let bundle = root.absolutePath(PathText.joined(directory, name))
                for file in files { try body(PathForm.path(bundle, entry: file)) }
                if more > 0 { try body("\(bundle): \(more.counted("more file"))") }
            }
            for bundle in try index.bundlesWithNothing(root: root.id) {
                try others(root.absolutePath(bundle.relativePath), "nothing to read in it")
            }
        }
    }
}
