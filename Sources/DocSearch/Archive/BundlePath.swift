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

/// Finds known bundles by path, with the companions that exist now. The names of a folder are read once for bundles in
/// it that follow each other.
struct BundlePaths {
    private var last: (folder: [ExactText], companions: Result<FolderCompanions?, DocSearchError>)?

    mutating func path(of path: String, in root: IndexRoot) -> BundlePath {
        var bundlePath = BundlePath(path, in: root)
        let kind = NameKind(bundlePath.name)
        guard kind.hasCompanions else { return bundlePath }
        let directory = bundlePath.directory
        let folder = [root.folder, directory].map(ExactText.init)
        let known = last.flatMap { $0.folder == folder ? $0.companions : nil }
        let companions =
            known
            ?? Result { () throws(DocSearchError) in
                try DirectoryListing.ifThere(directory, in: root)
                    .map { FolderCompanions(root: root, directory: directory, listing: $0) }
            }
        last = (folder, companions)
        switch companions {
        case .success(let companions): return companions?.path(of: bundlePath.name, kind) ?? bundlePath
        case .failure(let error):
            bundlePath.obstacle = error
            return bundlePath
        }
    }
}
