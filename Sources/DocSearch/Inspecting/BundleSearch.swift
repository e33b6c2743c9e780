import BundleConventions
import Foundation

/// Finds the bundles at some paths, one after the other, as a walk for an index would.
struct BundleSearch {
    /// A bundle, or a place that cannot be looked at.
    struct Found {
        /// For people: as it was named.
        var path: String
        var place: Result<BundlePlace, DocSearchError>
    }

    private var paths: ArraySlice<String>
    /// Found and not yet handed out, the last first.
    private var found: [Found] = []
    /// Folders that are still to be looked into, the next one last.
    private var folders: [Folder] = []
    /// By folder. Files that are named one by one often lie together, and reading all names of the folder for each of
    /// them would take long.
    private var companions: [ExactText: FolderCompanions?] = [:]

    private struct Folder {
        var root: IndexRoot
        /// Below the root.
        var path: String
        /// For people.
        var shownPath: String
    }

    /// Met in folders, and not followed.
    private(set) var symbolicLinks = 0

    private static let knownFolders = 64

    init(_ paths: [String]) { self.paths = paths[...] }

    mutating func next() -> Found? {
        while true {
            if let next = found.popLast() { return next }
            if let folder = folders.popLast() {
                look(into: folder)
            } else if let path = paths.popFirst() {
                look(at: path)
            } else {
                return nil
            }
        }
    }

    // MARK: - Paths that were named

    private mutating func look(at path: String) {
        switch FileStatus(path: path)?.kind {
        case .file: found.append(Found(path: path, place: .success(place(ofFile: path))))
        case .directory, .symbolicLink: lookBehind(path)
        case .other:
            let error = DocSearchError(.failed, "This is neither a file nor a folder.")
            found.append(Found(path: path, place: .failure(error)))
        case nil:
            found.append(Found(path: path, place: .failure(.system("Opening", path))))
        }
    }

    /// A name that is a link, or one such as `.`, says little of what it stands for.
    private mutating func lookBehind(_ path: String) {
        guard let resolved = realpath(path, nil) else {
            return found.append(Found(path: path, place: .failure(.system("Opening", path))))
        }
        defer { free(resolved) }
        guard let real = String(validatingCString: resolved) else {
            let error = DocSearchError(.failed, "The path is not UTF-8.")
            return found.append(Found(path: path, place: .failure(error)))
        }
        guard FileStatus(path: real)?.kind == .directory else {
            return found.append(Found(path: path, place: .success(place(ofFile: real))))
        }
        do {
            if try DirectoryListing.isBundle(at: real) {
                let root = IndexRoot(id: -1, path: real, isFile: true, languages: [])
                let place = BundlePlace(root: root, directory: "", name: PathText.name(real))
                found.append(Found(path: path, place: .success(place)))
            } else {
                let root = IndexRoot(id: -1, path: real, isFile: false, languages: [])
                folders.append(Folder(root: root, path: "", shownPath: path))
            }
        } catch {
            found.append(Found(path: path, place: .failure(Self.error(error))))
        }
    }

    private mutating func place(ofFile path: String) -> BundlePlace {
        let (parent, name) = (PathText.parent(path), PathText.name(path))
        let root = IndexRoot(id: -1, path: parent.isEmpty ? "." : parent, isFile: false, languages: [])
        let kind = NameKind(name)
        guard kind.hasCompanions else { return BundlePlace(root: root, directory: "", name: name) }
        let key = ExactText(root.path)
        if companions[key] == nil {
            if companions.count >= Self.knownFolders { companions.removeAll() }
            // A folder that cannot be read has none to give; its file may be readable.
            companions[key] = .some(try? FolderCompanions(root: root, directory: ""))
        }
        return companions[key]??.place(of: name, kind) ?? BundlePlace(root: root, directory: "", name: name)
    }

    // MARK: - Folders

    private mutating func look(into folder: Folder) {
        let path = folder.root.absolutePath(folder.path)
        do {
            let listing = try DirectoryListing(folder.path, in: folder.root)
            if listing.isBundle, !folder.path.isEmpty {
                let place = BundlePlace(
                    root: folder.root, directory: PathText.parent(folder.path), name: PathText.name(folder.path))
                return found.append(Found(path: folder.shownPath, place: .success(place)))
            }
            look(through: listing, of: folder, at: path)
        } catch {
            found.append(Found(path: folder.shownPath, place: .failure(Self.error(error))))
        }
    }

    private mutating func look(through listing: DirectoryListing, of folder: Folder, at path: String) {
        let pictures = PagePictures(in: listing)
        let companions = FolderCompanions(root: folder.root, directory: folder.path, listing: listing)
        var inside: [Folder] = []
        for entry in listing.indices {
            let kind = listing.kind(entry)
            guard kind.isBundle || listing.mayBeOtherThanFile(entry), let status = listing.status(entry) else {
                continue
            }
            let shown = PathText.joined(folder.shownPath, listing.repairedName(entry))
            guard let name = listing.name(entry) else {
                let error = DocSearchError(.failed, "The name is not UTF-8, so it is left out.")
                found.append(Found(path: shown, place: .failure(error)))
                continue
            }
            switch status.kind {
            case .directory where !listing.isStaged(name, in: path):
                inside.append(Folder(root: folder.root, path: PathText.joined(folder.path, name), shownPath: shown))
            case .file where kind.isBundle && !(kind == .image && pictures.contain(listing.bytes(entry))):
                found.append(Found(path: shown, place: .success(companions.place(of: name, kind))))
            case .symbolicLink: symbolicLinks += 1
            case .file, .directory, .other: break
            }
        }
        found.reverse()
        folders += inside.reversed()
    }

    private static func error(_ error: any Error) -> DocSearchError {
        error as? DocSearchError ?? DocSearchError(.failed, "\(error)")
    }
}
