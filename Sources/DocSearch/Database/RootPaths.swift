/// The meanings of a typed path below remembered folders, whose paths have no links in them when they are remembered. Later
/// one may be moved, with a link in its place: it is still called by that path, and people type the one or the other.
struct RootPaths {
    let roots: [IndexRoot]

    /// A path below a root.
    struct PathBelowRoot {
        var root: IndexRoot
        /// The path below the root's folder; empty for a root that is a folder.
        var inside: String
        /// See ``TypedPath/DiskPath``.
        var entry: String
        /// Whether it is the root itself.
        var isRoot: Bool
    }

    /// Ways to read the path, of which the first counts that leads to something: as it is typed, with links followed,
    /// with the links followed that roots have become, and in another form of its characters (``PathColumn``).
    func readings(of path: TypedPath) -> [() -> [PathBelowRoot]] {
        [
            { paths(path.unresolvedDiskPaths, \.path) }, { paths(path.diskPaths, \.path) },
            { paths(path.diskPaths, \.resolvedPath) },
            { paths(path.unresolvedDiskPaths, \.path, as: PathColumn.composed) },
        ]
    }

    /// The roots that are meant: by name, else by a path as it is typed.
    func roots(typed text: String) -> [IndexRoot] {
        let named = roots.named(text)
        guard named.isEmpty else { return named }
        for reading in readings(of: TypedPath(text)) {
            let found = reading().filter { $0.isRoot && $0.entry.isEmpty }.map(\.root)
            if !found.isEmpty { return found }
        }
        return []
    }

    private func paths(
        _ typed: [TypedPath.DiskPath], _ base: (IndexRoot) -> String, as form: (String) -> String = { $0 }
    ) -> [PathBelowRoot] {
        typed.flatMap { typed in
            roots.compactMap { root in
                guard let relative = PathText.relative(form(typed.absolute), below: form(base(root)))
                else { return nil }
                let name = root.isFile ? PathText.name(root.path) : ""
                let inside = relative.isEmpty ? name : PathText.joined(name, relative)
                return PathBelowRoot(root: root, inside: inside, entry: typed.entry, isRoot: relative.isEmpty)
            }
        }
    }

    /// The path by which a root calls it, links in it followed: where the root has become a link, the path is another
    /// one. The same for what is in no root. No root that is one bundle may be a link.
    func path(of resolved: String) -> String {
        guard !roots.contains(where: { PathText.relative(resolved, below: $0.path) != nil }) else { return resolved }
        for root in roots where !root.isFile {
            guard let inside = PathText.relative(resolved, below: root.resolvedPath) else { continue }
            return inside.isEmpty ? root.path : PathText.joined(root.path, inside)
        }
        return resolved
    }
}

extension IndexRoot {
    /// Where its path leads now; the same when nothing is there, or nothing may be looked at: it is then no link that counts.
    fileprivate var resolvedPath: String { (try? PathText.real(path)) ?? path }
}
