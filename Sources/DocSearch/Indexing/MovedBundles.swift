import Foundation

/// Follows bundles that were renamed or moved, so that their documents keep their ids and nothing is read again that
/// need not be. A bundle is known by its path, until it is seen to have left it.
struct MovedBundles {
    let index: IndexStore
    /// Asked each time: a run may find that a root has become one bundle.
    let user: UserStore

    /// The bundle that this file was when it had another name: the same inode, size and time, and nothing is at its
    /// old path. Nil for a file that is new, or another name of one that is still there.
    func bundle(nowWith status: FileStatus) throws -> BundleRow? {
        try index.bundles(withStatus: status).first(where: hasLeft)
    }

    /// The bundle that had these bytes at a path where nothing is now: moved to another file system, for example.
    func bundle(nowWithContent hash: String) throws -> BundleRow? {
        try index.bundles(withContent: hash).first(where: hasLeft)
    }

    /// Whether a bundle is seen to be gone from where it was. One on a disk that is not there, or does not answer, is not.
    func hasLeft(_ bundle: BundleRow) throws -> Bool {
        // No run looks into a folder that is not remembered: where it was named again, its bundles are met as if moved.
        guard let root = try user.roots().first(where: { $0.id == bundle.rootID }) else { return true }
        guard hasContent(root.folder) else { return false }
        switch try FolderHandle(path: root.folder, isRoot: true).found(bundle.relativePath).map(\.kind) {
        case .success(.file): return false
        // One that cannot be read is not seen to be none.
        case .success(.directory):
            return (try? DirectoryListing.isCandidate(at: root.absolutePath(bundle.relativePath))) == false
        case .success(.symbolicLink), .success(.other): return true
        // What is behind a link is not in the archive.
        case .failure(let failure): return failure.isAbsence || [ELOOP, EXDEV].contains(failure.number)
        }
    }

    /// An unmounted disk leaves an empty folder.
    private func hasContent(_ path: String) -> Bool {
        guard let folder = opendir(path) else { return false }
        defer { closedir(folder) }
        // "." and ".." come with every folder.
        return (0..<3).allSatisfy { _ in readdir(folder) != nil }
    }
}
