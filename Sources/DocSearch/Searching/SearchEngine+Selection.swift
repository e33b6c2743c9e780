import QueryLanguage

extension SearchEngine {
    struct Shown {
        var document: RankedDocument
        var copies: [(path: String, root: Int64)] = []
    }

    struct Selection {
        var ranking: Ranker.Ranking
        var shown: [Shown]
        var documents: [Int64: (document: ArchiveDocument, annotations: [Annotation])]
        var presence: [Int64: SearchHit.Presence] = [:]
    }

    /// Documents whose files are gone are shown and take no place: others follow. Where the disk is away none is gone.
    func selection(_ ranker: Ranker, _ meaning: Meaning?, below roots: [IndexRoot]) throws -> Selection {
        let (ranking, shown) = try shown(ranker, meaning, limit: request.limit)
        var selection = Selection(
            ranking: ranking, shown: shown, documents: try index.documentsAndAnnotations(ids: shown.map(\.document.id)))
        guard request.looksForFiles, !roots.isEmpty else { return selection }
        selection.look(for: shown.map(\.document.id), below: roots)
        guard selection.presence.values.contains(.gone), shown.count >= request.limit else { return selection }
        // Once more, whatever is found: each time costs a search, and time for disks that are slow.
        (selection.ranking, selection.shown) = try self.shown(ranker, meaning, limit: 2 * request.limit)
        let others = selection.shown.map(\.document.id).filter { selection.documents[$0] == nil }
        selection.documents.merge(try index.documentsAndAnnotations(ids: others)) { first, _ in first }
        selection.look(for: others, below: roots)
        selection.cut(behind: request.limit)
        return selection
    }

    private func shown(_ ranker: Ranker, _ meaning: Meaning?, limit: Int) throws -> (Ranker.Ranking, [Shown]) {
        let wanted = request.offset + limit
        var depth = wanted
        var before = -1
        while true {
            let ranking = try ranking(ranker, meaning, wanted: depth)
            let shown = try request.showsCopies ? ranking.documents.map { Shown(document: $0) } : folded(ranking)
            let count = ranking.documents.count
            if shown.count >= wanted || count >= ranking.total || count == before {
                return (ranking, Array(shown.dropFirst(request.offset).prefix(limit)))
            }
            before = count
            // Copies have taken the places of others.
            depth = max(depth, count) * 4
        }
    }

    private func folded(_ ranking: Ranker.Ranking) throws -> [Shown] {
        var shown: [Shown] = []
        var positions: [String: Int] = [:]
        for (position, document) in ranking.documents.enumerated() {
            guard !clock.isOver(.details) else {
                clock.omit(.copies)
                return shown + ranking.documents[position...].map { Shown(document: $0) }
            }
            let (key, path, root) = try index.sameness(document: document.id)
            if let key, let earlier = positions[key] {
                shown[earlier].copies.append((path, root))
                continue
            }
            if let key { positions[key] = shown.count }
            shown.append(Shown(document: document))
        }
        return shown
    }
}

extension SearchEngine.Selection {
    fileprivate mutating func cut(behind limit: Int) {
        var left = limit
        let end = shown.firstIndex { entry in
            if presence[entry.document.id] != .gone { left -= 1 }
            return left < 0
        }
        if let end { shown.removeSubrange(end...) }
    }

    fileprivate mutating func look(for ids: [Int64], below roots: [IndexRoot]) {
        var known: [Int64] = []
        var files: [FileLook.File] = []
        for id in ids {
            presence[id] = .unknown
            guard let document = documents[id]?.document,
                let root = roots.first(where: { $0.id == document.rootID })
            else { continue }
            known.append(id)
            files.append(FileLook.File(root: root, path: root.absolutePath(document.bundlePath)))
        }
        for (id, found) in zip(known, FileLook().presence(of: files)) { presence[id] = found }
    }

    func locate(_ results: inout SearchResults, below roots: [IndexRoot]) {
        guard !roots.isEmpty else { return }
        let names = roots.count > 1 ? roots.shortNames() : [:]
        for position in results.hits.indices {
            let document = results.hits[position].document
            let root = roots.first { $0.id == document.rootID }
            results.hits[position].root = root?.path
            results.hits[position].rootName = names[document.rootID]
            results.hits[position].copyRootNames = results.hits[position].copyRoots.compactMap { names[$0] }
            results.hits[position].file = root?.absolutePath(document.bundlePath)
            results.hits[position].presence = presence[document.id]
        }
        let sentences: [(SearchHit.Presence, String)] = [
            (.away, "is not available (is its disk mounted?); documents in it cannot be opened until it is."),
            (
                .forbidden,
                "cannot be looked into (permission denied), so docsearch could not check whether its files still exist."
            ),
            (.failing, "gives errors, so docsearch could not check whether its files still exist."),
            (.unknown, "did not respond in time, so docsearch could not check whether its files still exist."),
        ]
        for (found, sentence) in sentences {
            for root in roots where results.hits.contains(where: { $0.presence == found && $0.root == root.path }) {
                results.hints.add("The folder \"\(root.path)\" \(sentence)")
            }
        }
    }
}
