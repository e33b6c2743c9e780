import Foundation

/// New roots are remembered, and paths inside a known root become a part of it.
struct RootResolver {
    private let user: UserStore
    private let index: IndexStore
    private let options: IndexingOptions
    private let stop: StopFlag

    init(stores: IndexStores, options: IndexingOptions, stop: StopFlag) {
        (user, index) = (stores.user, stores.index)
        (self.options, self.stop) = (options, stop)
    }

    struct Target: Sendable {
        var root: IndexRoot
        /// Relative to the root's folder; empty for all of it.
        var scope: String
    }

    typealias ResolvedPath = (path: String, kind: FileStatus.Kind)

    /// If a path does not exist or languages are wrong, nothing is remembered, not even for the other paths.
    ///
    /// With `withAllOthers` the other roots are walked as well, with their own settings, and a missing one stops
    /// nothing.
    func targets(paths: [String], withAllOthers: Bool = false) throws -> [Target] {
        if !options.dryRun { for root in try user.roots() { try absorbRoots(inside: root) } }
        let all = try Self.checked(paths, with: user.roots(), options: options, stop: stop)
        var targets = paths.isEmpty ? try user.roots().map { Target(root: $0, scope: "") } : []
        for resolved in all {
            let target = try target(for: resolved)
            if !targets.contains(where: { $0.root.id == target.root.id && $0.scope == target.scope }) {
                targets.append(target)
            }
        }
        if let languages = options.languages {
            targets = try targets.map { target in
                guard target.root.languages != languages else { return target }
                if !options.dryRun { try user.setLanguages(languages, root: target.root.id) }
                var changed = target
                changed.root.languages = languages
                return changed
            }
        }
        guard withAllOthers else { return targets }
        let whole = Set(targets.filter(\.scope.isEmpty).map(\.root.id))
        let named = Dictionary(targets.map { ($0.root.id, $0.root) }, uniquingKeysWith: { first, _ in first })
        return targets
            + (try user.roots().filter { !whole.contains($0.id) }.map { Target(root: named[$0.id] ?? $0, scope: "") })
    }

    /// Throws what refuses the command, whose index need not be there yet.
    @discardableResult
    static func checked(
        _ paths: [String], with roots: [IndexRoot], options: IndexingOptions, stop: StopFlag
    ) throws -> [ResolvedPath] {
        guard !paths.isEmpty || !roots.isEmpty else {
            throw DocSearchError(.usage, "No folder has been indexed yet.", remedy: .indexFolder)
        }
        let known = RootPaths(roots: roots)
        let all = try paths.map { path in
            let resolved = try resolved(path)
            return (path: known.path(of: resolved.path), kind: resolved.kind)
        }
        let languages = RootLanguages(options: options)
        for resolved in all { try languages.check(resolved.path, among: all.map(\.path), with: roots) }
        try languages.requireData(for: languages.toRemember(all.map(\.path), roots), stop: stop)
        return all
    }

    private static func resolved(_ path: String) throws -> ResolvedPath {
        let absolute: String
        do {
            absolute = try PathText.real(path)
        } catch {
            // If the other form fails too, the error reports the path as it was typed, so its own error is dropped.
            guard let other = TypedPath(path).diskPaths.first?.absolute, let real = try? PathText.real(other) else {
                throw DocSearchError(
                    .notFound, "There is nothing at \"\(path)\" (\(error.reason)).", item: path, cause: error.reason)
            }
            absolute = real
        }
        guard let status = FileStatus(path: absolute), status.kind == .file || status.kind == .directory else {
            throw DocSearchError(.usage, "\"\(path)\" is neither a file nor a folder.", item: path)
        }
        return (absolute, status.kind)
    }

    private func target(for resolved: ResolvedPath) throws -> Target {
        for root in try user.roots() {
            guard let scope = PathText.relative(resolved.path, below: root.path) else { continue }
            return Target(root: root, scope: root.isFile ? "" : try self.scope(scope, in: root))
        }
        let isFile = resolved.kind == .file || Self.isBundle(resolved.path)
        let former = try formerRoot(of: resolved.path)
        let languages = RootLanguages(options: options).ofNewRoot(
            at: resolved.path, movedFrom: former, try user.roots())
        if options.dryRun {
            let root = IndexRoot(id: -1, path: resolved.path, isFile: isFile, languages: languages)
            return Target(root: root, scope: "")
        }
        let root = try user.add(
            path: resolved.path, isFile: isFile, languages: languages, above: try index.greatestRootID())
        try absorbRoots(inside: root)
        if let former { try setAppliedLanguages(of: former, to: root) }
        return Target(root: root, scope: "")
    }

    private func formerRoot(of path: String) throws -> IndexRoot? {
        try user.roots().first { root in
            guard case .failure(let failure) = FileStatus.found(path: root.folder), failure.isAbsence else {
                return false
            }
            return try index.someBundles(root: root.id).contains { bundle in
                // On another disk it has another inode, and if it was copied another time.
                FileStatus(path: PathText.joined(path, bundle.relativePath))?.byteCount == bundle.byteCount
            }
        }
    }

    private func setAppliedLanguages(of other: IndexRoot, to root: IndexRoot) throws {
        let applied = try index.appliedLanguages(root: other.id) ?? other.languages
        if applied != root.languages { try index.setAppliedLanguages(applied, root: root.id) }
    }

    /// A path inside a folder that is a bundle means the whole bundle.
    private func scope(_ path: String, in root: IndexRoot) throws -> String {
        guard !path.isEmpty else { return "" }
        if Self.isBundle(root.path) { return "" }
        var folder = ""
        for part in PathText.parent(path).utf8.split(separator: UInt8(ascii: "/")) {
            folder = PathText.joined(folder, String(decoding: part, as: UTF8.self))
            let known = try index.folder(folder, in: root)
            // The walk reports a folder that cannot be read.
            if (try? index.isBundle(folder, in: root, known: known)) == true { return folder }
        }
        return path
    }

    /// The walk reports a folder that cannot be read.
    private static func isBundle(_ folder: String) -> Bool { (try? FolderLook.isCandidate(at: folder)) == true }

    /// After a kill the next run continues.
    private func absorbRoots(inside root: IndexRoot) throws {
        for inner in try user.roots() where inner.id != root.id {
            guard let prefix = PathText.relative(inner.folder, below: root.path),
                PathText.relative(inner.path, below: root.path) != nil
            else { continue }
            try index.moveBundles(fromRoot: inner.id, toRoot: root.id, directory: prefix)
            try setAppliedLanguages(of: inner, to: root)
            try user.remove(roots: [inner.id])
        }
    }
}
