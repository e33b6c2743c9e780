import Foundation

/// Turns the paths of a command into roots: new ones are remembered, paths inside a known root become a part of it.
struct RootResolver {
    let user: UserStore
    let index: IndexStore
    /// Remembers nothing.
    var isDryRun = false

    struct Target: Sendable {
        var root: IndexRoot
        /// Relative to the root's folder; empty for all of it.
        var scope: String
    }

    /// Throws ``DocSearchError`` with code ``DocSearchError/Code/notFound`` for a path where nothing is.
    func targets(paths: [String], languages: [String]?) throws -> [Target] {
        var targets: [Target] = []
        if paths.isEmpty {
            let roots = try user.roots()
            guard !roots.isEmpty else {
                throw DocSearchError(
                    .usage, "No folder has been indexed yet. Name one: docsearch index FOLDER")
            }
            targets = roots.map { Target(root: $0, scope: "") }
        }
        for path in paths {
            let target = try target(for: path, languages: languages)
            if !targets.contains(where: { $0.root.id == target.root.id && $0.scope == target.scope }) {
                targets.append(target)
            }
        }
        guard let languages else { return targets }
        return try targets.map { target in
            guard target.root.languages != languages else { return target }
            if !isDryRun { try user.setLanguages(languages, root: target.root.id) }
            var changed = target
            changed.root.languages = languages
            return changed
        }
    }

    private func target(for path: String, languages: [String]?) throws -> Target {
        guard let resolved = realpath(path, nil) else {
            throw DocSearchError(.notFound, "There is nothing at \"\(path)\" (\(String(cString: strerror(errno)))).")
        }
        defer { free(resolved) }
        guard let absolute = String(validatingCString: resolved) else {
            throw DocSearchError(.usage, "The path \"\(path)\" is not UTF-8, which docsearch cannot store.")
        }
        guard let status = FileStatus(path: absolute), status.kind == .file || status.kind == .directory else {
            throw DocSearchError(.usage, "\"\(path)\" is neither a file nor a folder.")
        }
        for root in try user.roots() {
            guard let scope = PathText.relative(absolute, below: root.path) else { continue }
            return Target(root: root, scope: root.isFile ? "" : Self.scope(scope, in: root))
        }
        let isFile = status.kind == .file || Self.isBundle(absolute)
        if isDryRun {
            let root = IndexRoot(id: -1, path: absolute, isFile: isFile, languages: languages ?? ["eng"])
            return Target(root: root, scope: "")
        }
        let root = try user.add(path: absolute, isFile: isFile, languages: languages ?? ["eng"])
        try absorbRoots(inside: root)
        return Target(root: root, scope: "")
    }

    /// What is inside a folder that is a bundle is looked at with all of that bundle.
    private static func scope(_ path: String, in root: IndexRoot) -> String {
        guard !path.isEmpty else { return "" }
        if isBundle(root.path) { return "" }
        var folder = ""
        for part in PathText.parent(path).utf8.split(separator: UInt8(ascii: "/")) {
            folder = PathText.joined(folder, String(decoding: part, as: UTF8.self))
            if isBundle(root.absolutePath(folder)) { return folder }
        }
        return path
    }

    /// A folder that cannot be read is named by the walk through it.
    private static func isBundle(_ folder: String) -> Bool { (try? FolderMarks.makeBundle(at: folder)) == true }

    /// Roots that lie inside a new one become a part of it, with what was read of them.
    private func absorbRoots(inside root: IndexRoot) throws {
        for inner in try user.roots() where inner.id != root.id {
            guard let prefix = PathText.relative(inner.folder, below: root.path),
                PathText.relative(inner.path, below: root.path) != nil
            else { continue }
            try index.moveBundles(fromRoot: inner.id, toRoot: root.id, directory: prefix)
            try user.remove(root: inner.id)
        }
    }
}
