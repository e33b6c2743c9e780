/// Walks through folders in the order of names, each folder followed by its subfolders. Follows no link, and opens only
/// XML files that may be METS documents or texts.
struct ArchiveWalk {
    struct Folder {
        /// Below the root's folder.
        var path: String
        var known: KnownFile?
        /// The bundle that this folder was in another place; `known` is the same.
        var former: BundleRow?
        var ignored: IgnoreList?
    }

    enum Step {
        /// It is not walked.
        case bundle(Folder)
        case folder(Folder, WalkedFolder)
        case unreadable(Folder, DocSearchError)
    }

    let root: IndexRoot
    private let rules: ExclusionRules
    /// The next one is last.
    private var waiting: [Folder]

    init(_ root: IndexRoot, _ rules: ExclusionRules, from start: Folder = Folder(path: "")) {
        (self.root, self.rules, waiting) = (root, rules, [start])
    }

    enum Start {
        case inside(IgnoreList?)
        case leftOut(ExclusionOrigin)
    }

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

    /// Unless ``goInto(_:)`` is called before.
    var upcoming: Folder? { waiting.last }

    /// `isOrdinary` is true for a candidate known to be no bundle, `isSettled` for another folder in which no file need
    /// be opened to decide that, `hasItsFiles` for a known bundle without a description that still has its files.
    mutating func next(
        isOrdinary: (Folder) throws -> Bool, isSettled: (Folder, DirectoryListing) throws -> Bool = { _, _ in false },
        hasItsFiles: (Folder) throws -> Bool = { _ in false }
    ) rethrows -> Step? {
        guard let folder = waiting.popLast() else { return nil }
        let listing: DirectoryListing
        do {
            listing = try DirectoryListing(folder.path, in: root)
        } catch {
            return .unreadable(folder, error)
        }
        let isKnown = folder.known.map { !$0.isOrdinaryFolder } ?? false
        let isCandidate =
            try listing.isCandidate
            || (isKnown || !isSettled(folder, listing)) && FolderLook.isCandidate(listing, isKnown: isKnown)
            || isKnown && hasItsFiles(folder)
        if isCandidate, try !isOrdinary(folder) { return .bundle(folder) }
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

    /// `folders` are sorted by name.
    mutating func goInto(_ folders: [Folder]) { waiting += folders.reversed() }
}
