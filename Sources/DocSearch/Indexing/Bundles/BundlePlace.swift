import BundleConventions

/// Where a bundle is, and which files beside it belong to it.
struct BundlePlace: Sendable {
    var root: IndexRoot
    /// Below the root's folder.
    var directory: String
    var name: String
    var companions: [Companion] = []
    /// Why it is not known which they are; nil when it is. The bundle is then not read: what is known of it stays, and the
    /// next run tries again.
    var obstacle: DocSearchError?

    var relativePath: String { PathText.joined(directory, name) }
    var absolutePath: String { root.absolutePath(relativePath) }

    /// What the system says of the bundle, a folder or a file, together with all that belongs to it. Nil when there is
    /// nothing or it may not be looked at, or only through a link.
    func status() -> FileStatus? { found().status }

    /// The same, and why there is none.
    func found() -> Result<FileStatus, SystemFailure> {
        FolderHandle.root(root.folder).flatMap { archive in
            archive.found(relativePath).map { own in
                guard own.kind == .directory else { return status(with: own) }
                // A folder that cannot be opened is as it says itself.
                guard let folder = try? archive.folder(relativePath, shownPath: absolutePath) else { return own }
                return FolderFiles(folder, maximum: 0).status
            }
        }
    }

    /// The bundle, a folder, opened below the root. Throws ``DocSearchError`` with code ``DocSearchError/Code/failed``.
    func openFolder() throws -> FolderHandle {
        try FolderHandle(path: root.folder, isRoot: true).folder(relativePath, shownPath: absolutePath)
    }

    /// The status of a bundle that is a file. One without companions is as it is.
    func status(with own: FileStatus) -> FileStatus {
        let others = companionsFound()
        return others.isEmpty ? own : Self.combined(own, others)
    }

    /// The companions that are there, and no links.
    func companionsFound() -> [(Companion, FileStatus)] {
        companions.compactMap { companion in
            guard let status = FileStatus(path: root.absolutePath(companion.path)), status.kind == .file else {
                return nil
            }
            return (companion, status)
        }
    }

    static func combined(_ own: FileStatus, _ others: [(Companion, FileStatus)]) -> FileStatus {
        var combined = CombinedStatus()
        combined.add("".utf8, own)
        for (companion, status) in others { combined.add(companion.role.utf8, status) }
        return combined.status(.file)
    }
}

extension FolderCompanions {
    /// The place of one bundle, with the companions that are there now.
    static func place(of path: String, in root: IndexRoot) -> BundlePlace {
        let (directory, name) = (PathText.parent(path), PathText.name(path))
        let kind = NameKind(name)
        // A folder that cannot be read has no companions to give, and whoever opens the bundle says what is wrong.
        let found = kind.hasCompanions ? try? FolderCompanions(root: root, directory: directory) : nil
        return found?.place(of: name, kind) ?? BundlePlace(root: root, directory: directory, name: name)
    }
}
