/// Which languages the roots of a run get. They are remembered with the root, and pages that were recognised in others are
/// recognised again: only what somebody says of that root changes them.
struct RootLanguages {
    let options: IndexingOptions

    /// Throws ``DocSearchError`` with code ``DocSearchError/Code/usage`` when the languages of a path cannot be what they
    /// would have to be. `path` is one of `paths`, which are all that were named; `roots` are those that are remembered.
    func check(_ path: String, _ paths: [String], _ roots: [IndexRoot]) throws {
        if let root = roots.first(where: { PathText.relative(path, below: $0.path) != nil }) {
            guard let languages = options.languages, languages != root.languages, !paths.contains(root.path) else {
                return
            }
            let wanted = languages.joined(separator: "+")
            throw DocSearchError(
                .usage,
                "\"\(path)\" is a part of \"\(root.path)\", whose pages are recognised in "
                    + "\(root.languages.joined(separator: "+")), and a part has no languages of its own. Nothing was done. "
                    + "For all of the folder: docsearch index --language \(wanted) \"\(root.path)\". For one document: "
                    + "docsearch reread DOC --language \(wanted).")
        }
        let inner = Self.languages(inside: path, roots)
        guard options.languages == nil, inner.count > 1 else { return }
        let names = inner.map { $0.joined(separator: "+") }.sorted().joined(separator: ", ")
        throw DocSearchError(
            .usage,
            "Folders inside \"\(path)\" are remembered with several languages (\(names)), and would become parts of it, "
                + "which has one set of them. Nothing was done. Say which: docsearch index --language CODES \"\(path)\"."
        )
    }

    /// Languages of a root that was not remembered before: what the command says, what the roots inside it have, or what
    /// is configured.
    func ofNewRoot(at path: String, _ roots: [IndexRoot]) -> [String] {
        options.languages ?? Self.languages(inside: path, roots).first ?? options.newRootLanguages
    }

    private static func languages(inside path: String, _ roots: [IndexRoot]) -> Set<[String]> {
        Set(roots.filter { PathText.relative($0.path, below: path) != nil }.map(\.languages))
    }
}
