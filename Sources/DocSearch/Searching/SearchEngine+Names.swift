import QueryLanguage

/// A query that is the name of a file finds the file, whatever words are in it.
extension SearchEngine {
    /// Only those that may be seen and that the filter lets through. Without one the query is nothing but words.
    func documents(
        named parsed: ParsedQuery, within seen: Permission?, except hidden: Set<Int64>, _ filter: ParsedQuery?
    ) throws -> [Int64] {
        var found: [Int64] = []
        if let path = NamedPath(request.query) {
            found = try required(.words) {
                // Strangers are not told where folders are. Roots that cannot be read keep no answer back: path forms are
                // compared then.
                let roots = request.comparesFolders ? (try? index.attachedRoots() ?? readRoots()) ?? [] : []
                let named = try index.documents(named: path, below: roots) {
                    seen?.ids.contains($0) != false && !hidden.contains($0)
                }
                return try permitted(named, by: filter, within: seen)
            }
        }
        // Without parts that would be read as exclusions, fields or dates, the words of a title find it.
        guard found.isEmpty, request.query.utf8.count <= Self.longestTitle,
            parsed.expression?.conjuncts.contains(where: { !$0.isRelaxable }) == true
        else { return found }
        return try required(.words) { try permitted(titled(within: seen, except: hidden), by: filter, within: seen) }
    }

    /// In bytes.
    private static let longestTitle = 1000

    /// Documents whose title is the query, sign by sign: `Gas: a study -part 2`.
    private func titled(within seen: Permission?, except hidden: Set<Int64>) throws -> [Int64] {
        let rowMap = try index.documentRowMap()
        let finder = UnitFinder(
            index: index, rowMap: rowMap, weights: request.weights, permitted: seen, findsNotes: false)
        let unit = SearchUnit(.stems(FullTextExpression.composed(request.query)), field: .title)
        let ids = try finder.find(unit).postings.rows.compactMap(rowMap.ordinal(ofRow:)).map { rowMap.ids[$0] }
        let typed = TypedTitle.folded(request.query)
        let titles = try index.titles(documents: Array(ids.filter { !hidden.contains($0) }.prefix(TypedTitle.mostRead)))
        return titles.filter { TypedTitle.folded($0.value) == typed }.keys.sorted()
    }

    private func permitted(_ ids: [Int64], by filter: ParsedQuery?, within seen: Permission?) throws -> [Int64] {
        guard !ids.isEmpty, let filter else { return ids }
        let plan = SearchPlan(QueryParser().parse("", .none), filter: filter)
        let evaluation = try Evaluation(of: plan, by: finder(within: seen))
        let known = plan.facts.isEmpty ? [] : try index.attachedRoots() ?? readRoots()
        let facts = try facts(of: plan, in: evaluation, below: known)
        let wanted = DocumentSet(ids, evaluation.rowMap)
        return evaluation.documents(requiredBy: plan, facts).filter(wanted.contains).map { evaluation.rowMap.ids[$0] }
    }
}

extension IndexStore {
    /// Looks at every path form, in the index that SQLite has of them, and at no folder on disk. Documents that may not
    /// be meant hide no others.
    fileprivate func documents(
        named path: NamedPath, below roots: [IndexRoot], where mayBeMeant: (Int64) -> Bool
    ) throws -> [Int64] {
        let byRoot = Dictionary(roots.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let places = path.isPlaced && !roots.isEmpty ? RootPaths(roots: roots).places(of: path) : []
        let wholeRoots = roots.filter { root in
            path.isPlaced
                ? Self.lies(root.path, at: places)
                : !root.isFile && path.folded.map { NamedPath.folded(root.path).hasSuffix("/" + $0) } ?? false
        }
        guard wholeRoots.isEmpty else { return try documents(inRoots: wholeRoots.map(\.id)).filter(mayBeMeant) }
        guard let likeness = path.likeness(at: places) else { return [] }
        let forms = try pathForms(like: likeness).filter { mayBeMeant($0.id) }
        let placed = forms.filter { form in
            byRoot[form.root].map { Self.lies($0.absolutePath(form.path), at: places) } ?? false
        }
        guard placed.isEmpty else { return placed.map(\.id) }
        let named = Self.longest(of: forms, byRoot, path) { $0 }
        // For a name that no document has letter by letter.
        guard named.isEmpty, let likeness = path.unaccented.likeness else { return named }
        let others = try pathForms(likeUnaccented: likeness).filter { mayBeMeant($0.id) }
        return Self.longest(of: others, byRoot, path.unaccented, as: PathColumn.unaccented)
    }

    private static func lies(_ path: String, at places: [String]) -> Bool {
        let folded = NamedPath.folded(path) + "/"
        return places.contains { folded.hasPrefix($0 + "/") }
    }

    /// Documents that have the most of the path in theirs.
    private static func longest(
        of forms: [PlacedPath], _ roots: [Int64: IndexRoot], _ path: NamedPath, as written: (String) -> String
    ) -> [Int64] {
        let named = forms.compactMap { form in
            let folder = roots[form.root].flatMap { $0.isFile ? nil : written(PathText.name($0.path)) }
            return path.length(in: written(form.path), of: folder).map { (id: form.id, length: $0) }
        }
        let longest = named.map(\.length).max()
        return named.filter { $0.length == longest }.map(\.id)
    }

    fileprivate func documents(inFolder path: NamedPath, below roots: [IndexRoot]) throws -> [Int64] {
        let byRoot = Dictionary(roots.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let places = RootPaths(roots: roots).places(of: path)
        let whole = roots.filter { Self.lies($0.path, at: places) }
        guard whole.isEmpty else { return try documents(inRoots: whole.map(\.id)) }
        guard let likeness = path.likeness(at: places) else { return [] }
        return try pathForms(like: likeness).filter { form in
            let absolute = byRoot[form.root].map { NamedPath.folded($0.absolutePath(form.path)) } ?? ""
            let isShownSo = path.folded.map { NamedPath.folded(form.path).hasPrefix($0 + "/") } ?? false
            return isShownSo || places.contains { absolute.hasPrefix($0 + "/") }
        }.map(\.id)
    }
}

extension ArchiveIndex {
    /// By the folder's path on disk or as searches show it, hidden documents and copies included.
    package func documents(inFolder text: String) throws -> [ArchiveDocument] {
        let index = try indexStore()
        let roots = try UserStore(reading: folder).roots()
        guard let path = NamedPath(text.hasPrefix("/") ? text : "./" + text) else { return [] }
        let ids = try index.documents(inFolder: path, below: roots)
        let found = try index.documents(ids: ids)
        return ids.compactMap { found[$0] }
    }
}

extension RootPaths {
    /// In the form in which paths are compared: as typed, with links followed, and by the path of a folder that has
    /// become a link.
    fileprivate func places(of path: NamedPath) -> [String] {
        let typed = TypedPath(path.text)
        let resolved = typed.diskPaths.first?.absolute
        let all = [typed.unresolvedDiskPaths.first?.absolute, resolved, resolved.map(self.path(of:))]
        return Set(all.compactMap { $0.map(NamedPath.folded) }).sorted()
    }
}
