import DocSearch

/// Takes the places of folders on this machine out of texts for others.
package struct Redaction: Sendable {
    private var names: [(path: String, name: String)]

    /// `paths` are absolute.
    package init(_ paths: [String]) {
        names = Set(paths).filter { $0.count > 1 }.sorted { $0.count > $1.count }.map { path in
            (path, path.split(separator: "/").last.map { "…/\($0)" } ?? "…")
        }
    }

    package init(rootsOf index: ArchiveIndex) throws { self.init(try index.rememberedPaths() + [index.path]) }

    package func applied(to text: String) -> String { names.reduce(text) { $0.replacing($1.path, with: $1.name) } }
}
