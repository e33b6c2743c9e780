import Foundation

/// Detects moved bundles, so that documents keep their ids and nothing is read again unnecessarily. A bundle is
/// identified by its path until it is seen to have left it.
struct MovedBundles {
    let index: IndexStore
    /// Queried each time: a run may find that a root has become one bundle.
    let user: UserStore

    func bundle(nowWith status: FileStatus) throws -> BundleRow? {
        try index.bundles(withStatus: status).first { try hasMoved($0, isSameFile: true) }
    }

    /// Nothing is at the old path, for example after a move to another file system.
    func bundle(nowWithContent hash: String) throws -> BundleRow? {
        try index.bundles(withContent: hash).first { try hasMoved($0, isSameFile: false) }
    }

    /// The bundle that the file or folder at this path was when it was indexed. File systems give the inode of a deleted
    /// file to the next one, which is younger.
    func formerBundle(at path: BundlePath) throws -> BundleRow? {
        // A file whose age is not known is a new one.
        guard let status = FileStatus(path: path.absolutePath), [.file, .directory].contains(status.kind),
            try !index.bundles(withInode: status.inode, indexedSince: .min).isEmpty,
            let born = FileStatus.birth(path: path.absolutePath)
        else { return nil }
        let roots = try user.roots()
        return try index.bundles(withInode: status.inode, indexedSince: born).first { bundle in
            guard let root = roots.first(where: { $0.id == bundle.rootID }) else { return false }
            if case .failure(let failure) = FileStatus.found(path: root.folder), failure.isAbsence {
                // The disk of a root that was moved is not known, but the paths below it are the same.
                return ExactText(bundle.relativePath) == ExactText(path.relativePath)
            }
            // Any file of another disk may have the same inode, and a disk that is not there keeps its files.
            guard FileStatus.device(path: root.folder) == FileStatus.device(path: path.absolutePath) else {
                return false
            }
            return try hasLeft(bundle)
        }
    }

    /// If the whole root is missing, the same file has been moved with it. So has one with the same bytes, unless an
    /// empty folder is in the root's place: an unmounted disk leaves one, and the file met is a copy then.
    private func hasMoved(_ bundle: BundleRow, isSameFile: Bool) throws -> Bool {
        guard let root = try user.roots().first(where: { $0.id == bundle.rootID }) else { return true }
        switch FileStatus.found(path: root.folder) {
        case .failure(let failure): return failure.isAbsence
        case .success(let status) where status.kind == .directory && isSameFile:
            if case .success(true) = isEmpty(root.folder) { return true }
            return try hasLeft(bundle)
        case .success: return try hasLeft(bundle)
        }
    }

    private func hasLeft(_ bundle: BundleRow) throws -> Bool { try whereabouts(of: bundle) == .left }

    enum Whereabouts: Hashable {
        case left
        case there(String)
    }

    /// A bundle on a missing or unresponsive disk does not count as gone.
    func whereabouts(of bundle: BundleRow) throws -> Whereabouts {
        // No run enters a folder that is no longer remembered. If it was added again, its bundles are met as moved.
        guard let root = try user.roots().first(where: { $0.id == bundle.rootID }) else { return .left }
        switch isEmpty(root.folder) {
        case .success(true): return .there("its folder is empty now (is its disk mounted?)")
        case .success(false): break
        case .failure(let failure): return .there("its folder cannot be read (\(failure.reason))")
        }
        switch try FolderHandle(path: root.folder, isRoot: true).found(bundle.relativePath).map(\.kind) {
        case .success(.file): return .there("lies there now")
        // An unreadable folder is not known to be empty.
        case .success(.directory):
            do {
                let isThere = try index.isBundle(bundle.relativePath, in: root, known: bundle)
                return isThere ? .there("lies there now") : .left
            } catch let error as DocSearchError where error.damagedFile == nil {
                return .there("its place cannot be looked into (\(error.cause ?? error.message))")
            }
        case .success(.symbolicLink), .success(.other): return .left
        // Files behind links are not in the archive.
        case .failure(let failure):
            return failure.isAbsence || [ELOOP, EXDEV].contains(failure.number)
                ? .left : .there("its place cannot be looked into (\(failure.reason))")
        }
    }

    /// An unmounted disk leaves an empty folder.
    private func isEmpty(_ path: String) -> Result<Bool, SystemFailure> {
        guard let folder = DiskName.bytes(of: path).withCPath({ opendir($0) }) else { return .failure(SystemFailure()) }
        defer { closedir(folder) }
        var isEmpty = true
        let failure = FolderHandle.names(in: folder) { _, _ in
            isEmpty = false
            return false
        }
        return failure.map { .failure(SystemFailure($0)) } ?? .success(isEmpty)
    }
}
