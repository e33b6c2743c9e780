/// A walk through the folders of an archive in the order of their names, those inside a folder right after it. It reads
/// names, follows no link, and opens XML files alone that may be METS documents or texts; what to make of what it meets is left to its callers.
struct ArchiveWalk {
    /// A folder on the way.
    struct Folder {
        /// Below the root's folder.
        var path: String
        /// The bundle that it was, or that was a file of this name, where an index is asked.
        var known: KnownFile?
        /// What the files of the folders above leave out.
        var ignored: IgnoreList?
    }

    enum Step {
        /// A candidate for a bundle, which is not looked through.
        case bundle(Folder)
        case folder(Folder, WalkedFolder)
        case unreadable(Folder, DocSearchError)
    }

    let root: IndexRoot
    private let rules: ExclusionRules
    /// The next one last.
    private var waiting: [Folder]

    init(_ root: IndexRoot, _ rules: ExclusionRules, from start: Folder = Folder(path: "")) {
        (self.root, self.rules, waiting) = (root, rules, [start])
    }

    /// Where a walk begins.
    enum Start {
        /// What the files of the folders above leave out.
        case inside(IgnoreList?)
        case leftOut(ExclusionOrigin)
    }

    /// What is said of a path below a root by all that lies above it. Throws ``DocSearchError`` when that is not known.
    static func start(
        at path: String, isFolder: Bool, in root: IndexRoot, _ rules: ExclusionRules
    ) throws(DocSearchError) -> Start {
        var ignored: IgnoreList?
        var folder = ""
        let names = path.utf8.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
        for (number, name) in names.enumerated() {
            ignored = try IgnoreList.file(in: folder, of: root, above: ignored)
            let exclusions = FolderExclusions(rules, ignored, in: root.absolutePath(folder))
            let origin = exclusions.origin(of: name, isFolder: isFolder || number + 1 < names.count)
            if let origin { return .leftOut(origin) }
            folder = PathText.joined(folder, name)
        }
        return .inside(ignored)
    }

    /// Which folder comes next, unless ``goInto(_:)`` is called before.
    var upcoming: Folder? { waiting.last }

    /// The next folder; nil when there are no more. `isOrdinary` says of a candidate for a bundle that it is known as none,
    /// `isSettled` of another folder that no file in it needs to be opened to see that.
    mutating func next(
        isOrdinary: (Folder) -> Bool, isSettled: (Folder, DirectoryListing) -> Bool = { _, _ in false }
    ) -> Step? {
        guard let folder = waiting.popLast() else { return nil }
        let listing: DirectoryListing
        do {
            listing = try DirectoryListing(folder.path, in: root)
        } catch {
            return .unreadable(folder, error)
        }
        let isKnown = folder.known.map { !$0.isOrdinaryFolder } ?? false
        let isCandidate =
            listing.isCandidate
            || (isKnown || !isSettled(folder, listing)) && FolderLook.isCandidate(listing, isKnown: isKnown)
        if isCandidate, !isOrdinary(folder) { return .bundle(folder) }
        do {
            var ignored = folder.ignored
            // Most folders have no such file, and cost nothing more.
            if listing.hasIgnoreFile { ignored = try IgnoreList.file(in: folder.path, of: root, above: ignored) }
            return .folder(
                folder, WalkedFolder(listing, at: folder.path, in: root, excluding: rules, ignoring: ignored))
        } catch {
            return .unreadable(folder, error)
        }
    }

    /// Has folders looked into, which must be in the order of their names.
    mutating func goInto(_ folders: [Folder]) { waiting += folders.reversed() }
}
