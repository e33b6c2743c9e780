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
        try index.bundles(withStatus: status).first { try hasMoved($0, isSameFile: true) }
    }

    /// The bundle that had these bytes at a path where nothing is now: moved to another file system, for example.
    func bundle(nowWithContent hash: String) throws -> BundleRow? {
        try index.bundles(withContent: hash).first { try hasMoved($0, isSameFile: false) }
    }

    /// Whether a bundle of which the same file, or another one with the same bytes, was met elsewhere is not where it was.
    ///
    /// Of a root that is not there as a whole, the same file has been moved with it. The same bytes have been, too, unless
    /// an empty folder is in its place: a disk that is not mounted leaves one, and what was met is then a copy.
    private func hasMoved(_ bundle: BundleRow, isSameFile: Bool) throws -> Bool {
        guard let root = try user.roots().first(where: { $0.id == bundle.rootID }) else { return true }
        switch FileStatus.found(path: root.folder) {
        case .failure(let failure): return failure.isAbsence
        case .success(let status) where status.kind == .directory && isSameFile && isEmpty(root.folder): return true
        case .success: return try hasLeft(bundle)
        }
    }

    private func hasLeft(_ bundle: BundleRow) throws -> Bool { try whereabouts(of: bundle) == .left }

    enum Whereabouts: Hashable {
        /// It is seen to be gone from where it was.
        case left
        /// It may still be there, or is; what was seen, as the end of a sentence.
        case there(String)
    }

    /// What is where a bundle was. One on a disk that is not there, or does not answer, is not seen to be gone.
    func whereabouts(of bundle: BundleRow) throws -> Whereabouts {
        // No run looks into a folder that is not remembered: where it was named again, its bundles are met as if moved.
        guard let root = try user.roots().first(where: { $0.id == bundle.rootID }) else { return .left }
        switch names(in: root.folder, most: 1) {
        case .success(0): return .there("its folder is empty now (is its disk mounted?)")
        case .success: break
        case .failure(let failure): return .there("its folder cannot be read (\(failure.reason))")
        }
        switch try FolderHandle(path: root.folder, isRoot: true).found(bundle.relativePath).map(\.kind) {
        case .success(.file): return .there("lies there now")
        // One that cannot be read is not seen to be none.
        case .success(.directory):
            do {
                let isCandidate = try FolderLook.isCandidate(
                    at: root.absolutePath(bundle.relativePath), isKnown: !bundle.isOrdinaryFolder)
                return isCandidate ? .there("lies there now") : .left
            } catch {
                return .there("its place cannot be looked into (\(error.cause ?? error.message))")
            }
        case .success(.symbolicLink), .success(.other): return .left
        // What is behind a link is not in the archive.
        case .failure(let failure):
            return failure.isAbsence || [ELOOP, EXDEV].contains(failure.number)
                ? .left : .there("its place cannot be looked into (\(failure.reason))")
        }
    }

    private func isEmpty(_ path: String) -> Bool {
        if case .success(0) = names(in: path, most: 1) { true } else { false }
    }

    /// How many names a folder has, up to so many. An unmounted disk leaves an empty folder.
    private func names(in path: String, most: Int) -> Result<Int, SystemFailure> {
        guard let folder = opendir(path) else { return .failure(SystemFailure(errno)) }
        defer { closedir(folder) }
        // "." and ".." come with every folder.
        for found in 0..<(most + 2) {
            errno = 0
            if readdir(folder) == nil {
                return errno == 0 ? .success(max(0, found - 2)) : .failure(SystemFailure(errno))
            }
        }
        return .success(most)
    }
}
