extension ArchiveIndex {
    /// Looks through the remembered folders for files that runs pass over because of their names: those that promise no
    /// document, no bundle and no text beside one. Hidden files are not among them, nor what is left out on purpose, nor what
    /// is in bundles. Reads names alone.
    ///
    /// - Parameter body: Called with the absolute path of each, in the order of the folders. What it throws ends the walk.
    /// - Throws: ``DocSearchError`` `noIndex`; what `body` throws. Folders that cannot be read are passed.
    public func passedOver(_ body: (String) throws -> Void) throws {
        let index = try indexStore()
        let user = try UserStore(reading: folder)
        let rules = ExclusionRules(try user.exclusions())
        for root in try user.roots() where !root.isFile {
            var walk = ArchiveWalk(root, rules)
            var failure: (any Error)?
            func isOrdinary(_ folder: ArchiveWalk.Folder) -> Bool {
                do {
                    let known =
                        folder.path.isEmpty
                        ? try index.bundle(root: root.id, directory: "", name: OrdinaryFolder.rootName)
                        : try index.bundle(
                            root: root.id, directory: PathText.parent(folder.path), name: PathText.name(folder.path))
                    return known?.isOrdinaryFolder == true
                } catch {
                    failure = error
                    return false
                }
            }
            while let step = walk.next(isOrdinary: isOrdinary) {
                if let failure { throw failure }
                guard case .folder(_, let folder) = step else { continue }
                walk.goInto(try Self.lookThrough(folder, of: root, body))
            }
        }
    }

    /// Returns the folders in it.
    private static func lookThrough(
        _ folder: WalkedFolder, of root: IndexRoot, _ body: (String) throws -> Void
    ) throws -> [ArchiveWalk.Folder] {
        var inside: [ArchiveWalk.Folder] = []
        for index in folder.listing.indices {
            switch folder.entry(index) {
            case .folder(let name): inside.append(folder.folder(name))
            case nil where folder.isPassedOver(index):
                try body(root.absolutePath(folder.inside(folder.listing.repairedName(index))))
            default: break
            }
        }
        return inside
    }
}
