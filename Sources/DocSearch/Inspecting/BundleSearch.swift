import Foundation

/// Finds the bundles at some paths one by one, as a walk for an index would.
struct BundleSearch {
    struct Found {
        var path: String
        var bundlePath: Result<BundlePath, DocSearchError>
        /// An image may be a page of these PDFs if they have enough pages; they come before it.
        var owners: [(path: String, pages: Int)] = []

        init(_ path: String, _ bundlePath: BundlePath) { (self.path, self.bundlePath) = (path, .success(bundlePath)) }

        init(_ path: String, _ error: DocSearchError) { (self.path, bundlePath) = (path, .failure(error)) }
    }

    private var paths: ArraySlice<String>
    /// Last first.
    private var found: [Found] = []
    private var walk: (folders: ArchiveWalk, name: String)?
    private var bundlePaths = BundlePaths()
    private let rules: ExclusionRules
    private let walksFolders: Bool
    private(set) var symbolicLinks = 0

    init(_ paths: [String], _ rules: ExclusionRules = .none, walksFolders: Bool = true) {
        (self.paths, self.rules, self.walksFolders) = (paths[...], rules, walksFolders)
    }

    mutating func next() -> Found? {
        while found.isEmpty {
            if let step = nextStep() {
                take(step)
            } else if let path = paths.popFirst() {
                look(at: path)
            } else {
                return nil
            }
        }
        return found.popLast()
    }

    private mutating func nextStep() -> ArchiveWalk.Step? {
        // For a path named itself this was decided before, whatever its names.
        walk?.folders.next(
            isOrdinary: { $0.path.isEmpty }, isSettled: { _, _ in false }, hasItsFiles: { _ in false })
    }

    private mutating func look(at path: String) {
        switch FileStatus(path: path)?.kind {
        case .file: found.append(Found(path, bundlePath(ofFile: path)))
        case .directory, .symbolicLink: lookBehind(path)
        case .other: found.append(Found(path, DocSearchError(.failed, "This is neither a file nor a folder.")))
        case nil: found.append(Found(path, .system("Opening", path)))
        }
    }

    /// A name that is a link, or one such as `.`, tells little about its target.
    private mutating func lookBehind(_ path: String) {
        let real: String
        do {
            real = try PathText.real(path)
        } catch {
            return found.append(Found(path, .system("Opening", path, errno: error.number)))
        }
        guard FileStatus(path: real)?.kind == .directory else {
            return found.append(Found(path, bundlePath(ofFile: real)))
        }
        do {
            let isBundle = try FolderLook.isCandidate(at: real, isKnown: !walksFolders)
            let root = IndexRoot(id: -1, path: real, isFile: isBundle, languages: [])
            if isBundle {
                found.append(Found(path, BundlePath(root: root, directory: "", name: PathText.name(real))))
            } else if walksFolders {
                walk = (ArchiveWalk(root, rules), path)
            } else {
                let reason = "The folder is no longer a bundle: what made it one is gone. Nothing in it was compared."
                found.append(Found(path, DocSearchError(.failed, reason)))
            }
        } catch {
            found.append(Found(path, error))
        }
    }

    private mutating func bundlePath(ofFile path: String) -> BundlePath {
        let parent = PathText.parent(path)
        let root = IndexRoot(id: -1, path: parent.isEmpty ? "." : parent, isFile: false, languages: [])
        return bundlePaths.path(of: PathText.name(path), in: root)
    }

    private mutating func take(_ step: ArchiveWalk.Step) {
        switch step {
        case .unreadable(let folder, let error): found.append(Found(shown(folder.path), error))
        case .bundle(let folder):
            guard let root = walk?.folders.root else { return }
            found.append(Found(shown(folder.path), BundlePath(folder.path, in: root)))
        case .folder(_, let folder): look(through: folder)
        }
    }

    private mutating func look(through folder: WalkedFolder) {
        var inside: [ArchiveWalk.Folder] = []
        var pictures: [Found] = []
        for index in folder.listing.indices {
            let name = folder.listing.name(index)
            switch folder.lookedAtEntry(index) {
            case .bundle(let kind, _): found.append(Found(shown(folder.inside(name)), folder.path(index, kind)))
            case .folder(let name): inside.append(folder.folder(name))
            case .symbolicLink: symbolicLinks += 1
            case .pagePicture(let picture) where picture.origin == nil:
                var image = Found(shown(folder.inside(name)), folder.path(index, .image))
                image.owners = folder.documents(of: picture).map { (shown(folder.inside($0.name)), $0.pages) }
                pictures.append(image)
            case .pagePicture, .leftOut, nil: break
            }
        }
        found = (found + pictures).reversed()
        walk?.folders.goInto(inside)
    }

    private func shown(_ path: String) -> String {
        guard let walk, !path.isEmpty else { return walk?.name ?? path }
        return PathText.joined(walk.name, path)
    }
}
