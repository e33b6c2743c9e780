/// A walk through the folders of an archive in the order of their names, those inside a folder right after it. It reads
/// names, follows no link and opens nothing; what to make of what it meets is left to its callers.
struct ArchiveWalk {
    /// A folder on the way.
    struct Folder {
        /// Below the root's folder.
        var path: String
        /// The bundle that it was, or that was a file of this name, where an index is asked.
        var known: KnownFile?
    }

    enum Step {
        /// A candidate for a bundle, which is not looked through.
        case bundle(Folder)
        case folder(Folder, WalkedFolder)
        case unreadable(Folder, DocSearchError)
    }

    let root: IndexRoot
    /// The next one last.
    private var waiting: [Folder]

    init(_ root: IndexRoot, from start: Folder = Folder(path: "")) {
        self.root = root
        waiting = [start]
    }

    /// Which folder comes next, unless ``goInto(_:)`` is called before.
    var upcoming: Folder? { waiting.last }

    /// The next folder; nil when there are no more. `isOrdinary` says of a candidate for a bundle whether it is known to
    /// be none.
    mutating func next(isOrdinary: (Folder) -> Bool) -> Step? {
        guard let folder = waiting.popLast() else { return nil }
        do {
            let listing = try DirectoryListing(folder.path, in: root)
            if listing.isCandidate, !isOrdinary(folder) { return .bundle(folder) }
            return .folder(folder, WalkedFolder(listing, at: folder.path, in: root))
        } catch {
            return .unreadable(folder, error)
        }
    }

    /// Has folders looked into, which must be in the order of their names.
    mutating func goInto(_ folders: [Folder]) { waiting += folders.reversed() }
}
