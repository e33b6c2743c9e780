extension ArchiveIndex {
    /// Looks through the remembered folders for files that runs pass over because of their names: those that promise no
    /// document, no bundle and no text beside one. Hidden files are not among them, nor what is left out on purpose,
    /// nor what is in bundles. Reads names alone. `body` is given absolute paths, in the order of the folders; what it
    /// throws ends the walk. Folders that cannot be read are passed. Throws ``DocSearchError``: `noIndex`.
    public func passedOver(_ body: (String) throws -> Void) throws {
        let index = try indexStore()
        let user = try UserStore(reading: folder)
        let rules = ExclusionRules(try user.exclusions())
        for root in try user.roots() where !root.isFile {
            var walk = ArchiveWalk(root, rules)
            var failure: (any Error)?
            func isOrdinary(_ folder: ArchiveWalk.Folder) -> Bool {
                do {
                    return try index.folder(folder.path, in: root)?.isOrdinaryFolder == true
                } catch {
                    failure = error
                    return false
                }
            }
            while let step = walk.next(isOrdinary: isOrdinary) {
                if let failure { throw failure }
                guard case .folder(_, let folder) = step else { continue }
                var inside: [ArchiveWalk.Folder] = []
                for entry in folder.listing.indices {
                    switch folder.entry(entry) {
                    case .folder(let name): inside.append(folder.folder(name))
                    case nil where folder.isPassedOver(entry):
                        try body(root.absolutePath(folder.inside(folder.listing.repairedName(entry))))
                    default: break
                    }
                }
                walk.goInto(inside)
            }
        }
    }
}
