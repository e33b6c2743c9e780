import QueryLanguage

extension SearchEngine {
    func scoped(_ filter: ParsedQuery?) throws -> ParsedQuery? {
        guard !request.roots.isEmpty else { return filter }
        let known = try readRoots()
        let wanted = try request.roots.flatMap { name in
            let found = RootPaths(roots: known).roots(typed: name)
            guard !found.isEmpty else { throw DocSearchError.unknownRoot(name, known) }
            return found
        }
        return ParsedQuery.filter(filter, below: wanted.map(\.path))
    }

    /// Without the folders everything is answered but a question that asks for one.
    func roots(for plan: SearchPlan, of parsed: ParsedQuery) throws -> (known: [IndexRoot], hints: [SearchHint]) {
        let isAsked = plan.asksForFolders
        guard isAsked || request.locatesFiles || request.looksForFiles else { return ([], []) }
        // Nothing that was asked for is missing without them.
        let isShownOnly = !isAsked && !request.locatesFiles
        do {
            // A file that is open already costs less than one that is opened.
            let known = try (isShownOnly ? index.attachedRoots() : nil) ?? readRoots()
            return (known, isAsked ? unknown(in: parsed, known) : [])
        } catch let error as DocSearchError {
            guard !isShownOnly else { return ([], []) }
            return ([], [SearchHint(onAll: "The paths of the folders are not known. \(error.message)", error.remedy)])
        }
    }

    func comparable(_ roots: [IndexRoot], with fact: QueryFilter.Condition) -> [IndexRoot] {
        guard !request.comparesFolders else { return roots }
        switch fact {
        case .path: return []
        case .root(let name) where name.contains("/"): return []
        default: return roots
        }
    }

    private func unknown(in parsed: ParsedQuery, _ known: [IndexRoot]) -> [SearchHint] {
        (parsed.expression?.filters ?? []).compactMap { filter in
            guard case .root(let name) = filter.condition, known.named(name).isEmpty else { return nil }
            return SearchHint(range: filter.range, message: DocSearchError.unknownRoot(name, known).message)
        }
    }
}

extension DocSearchError {
    static func unknownRoot(_ name: String, _ known: [IndexRoot]) -> DocSearchError {
        let others = known.isEmpty ? "It has none." : "It has \(known.listed)."
        return DocSearchError(.notFound, "The index has no folder \"\(name)\". \(others)", item: name)
    }
}
