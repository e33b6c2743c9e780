import BundleConventions

struct BundlePath: Sendable {
    var root: IndexRoot
    /// Below the root's folder.
    var directory: String
    var name: String
    var companions: [Companion] = []
    /// The reason why companions are unknown. The bundle is not read then: its data in the index stays, and the next
    /// run tries again.
    var obstacle: DocSearchError?

    var relativePath: String { PathText.joined(directory, name) }
    var absolutePath: String { root.absolutePath(relativePath) }

    /// Combined with the status of companions. Nil also for a bundle that is only reachable through a link.
    func status() -> FileStatus? { try? found().get() }

    func found() -> Result<FileStatus, SystemFailure> {
        FolderHandle.root(root.folder).flatMap { archive in
            archive.found(relativePath).map { own in
                guard own.kind == .directory else { return status(with: own) }
                // A folder that cannot be opened has its own status.
                guard let folder = try? archive.folder(relativePath, shownPath: absolutePath) else { return own }
                return FolderFiles(folder, maximum: 0).status
            }
        }
    }

    func openFolder() throws(DocSearchError) -> FolderHandle {
        try FolderHandle(path: root.folder, isRoot: true).folder(relativePath, shownPath: absolutePath)
    }

    func status(with own: FileStatus) -> FileStatus { Self.combined(own, companionsFound()) }

    func companionsFound() -> [(Companion, FileStatus)] {
        companions.compactMap { companion in
            guard let status = FileStatus(path: root.absolutePath(companion.path)), status.kind == .file else {
                return nil
            }
            return (companion, status)
        }
    }

    static func combined(_ own: FileStatus, _ others: [(Companion, FileStatus)]) -> FileStatus {
        guard !others.isEmpty else { return own }
        var combined = CombinedStatus()
        combined.add("".utf8, own)
        for (companion, status) in others { combined.add(companion.role.utf8, status) }
        return combined.status(.file)
    }
}

extension BundlePath {
    init(_ path: String, in root: IndexRoot) {
        self.init(root: root, directory: PathText.parent(path), name: PathText.name(path))
    }

    static func withCompanions(_ path: String, in root: IndexRoot) -> BundlePath {
        var paths = BundlePaths()
        return paths.path(of: path, in: root)
    }
}

/// Finds known bundles by path, with the companions that exist now. Many bundles share a folder, whose
/// names are read once for all of them.
struct BundlePaths {
    private var folders: [Folder: Result<FolderCompanions?, DocSearchError>] = [:]

    private struct Folder: Hashable {
        var root: ExactText
        var path: ExactText
    }

    private static let mostFolders = 64

    mutating func path(of path: String, in root: IndexRoot) -> BundlePath {
        var bundlePath = BundlePath(path, in: root)
        let kind = NameKind(bundlePath.name)
        guard kind.hasCompanions else { return bundlePath }
        let folder = Folder(root: ExactText(root.folder), path: ExactText(bundlePath.directory))
        let known = folders[folder] ?? Self.companions(in: bundlePath.directory, of: root)
        if folders[folder] == nil {
            if folders.count >= Self.mostFolders { folders.removeAll() }
            folders[folder] = known
        }
        switch known {
        case .success(let companions): return companions?.path(of: bundlePath.name, kind) ?? bundlePath
        case .failure(let error):
            bundlePath.obstacle = error
            return bundlePath
        }
    }

    private static func companions(
        in directory: String, of root: IndexRoot
    ) -> Result<FolderCompanions?, DocSearchError> {
        do {
            let listing = try DirectoryListing.ifThere(directory, in: root)
            return .success(listing.map { FolderCompanions(root: root, directory: directory, listing: $0) })
        } catch {
            return .failure(error)
        }
    }
}
