import QueryLanguage

/// A query that is the name of a file finds the file, whatever words are in it.
extension SearchEngine {
    /// Only those that may be seen and that the filter lets through. Without one the query is nothing but words.
    func documents(
        named path: NamedPath, within seen: Permission?, except leftOut: [Int64]?, _ filter: ParsedQuery?
    ) throws -> [Int64] {
        // Strangers are not told where folders are. Roots that cannot be read keep no answer back: path forms are compared then.
        let roots = request.comparesFolders ? (try? index.attachedRoots() ?? readRoots()) ?? [] : []
        let hidden = Set(leftOut ?? [])
        let found = try index.documents(named: path, below: roots) {
            seen?.ids.contains($0) != false && !hidden.contains($0)
        }
        guard !found.isEmpty, let filter else { return found }
        return try permitted(found, by: SearchPlan(QueryParser().parse("", .none), filter: filter), within: seen)
    }

    /// Documents whose title is the query, sign by sign, where parts of it would be read as exclusions, fields or dates:
    /// `Gas: a study -part 2`. Without such parts its words find it.
    func documents(
        titled parsed: ParsedQuery, within seen: Permission?, except leftOut: [Int64]?, _ filter: ParsedQuery?
    ) throws -> [Int64] {
        guard parsed.expression?.conjuncts.contains(where: { !$0.isRelaxable }) == true,
            request.query.utf8.count <= Self.longestTitle
        else { return [] }
        return try required(.words) {
            let rowMap = try index.documentRowMap()
            let finder = UnitFinder(index, rowMap: rowMap, weights: request.weights, permitted: seen, findsNotes: false)
            let unit = SearchUnit(.stems(FullTextExpression.composed(request.query)), field: .title)
            let ordinals = try finder.find(unit).postings.rows.compactMap(rowMap.ordinal(ofRow:))
            let hidden = Set(leftOut ?? [])
            let ids = ordinals.map { rowMap.ids[$0] }.filter { !hidden.contains($0) }.prefix(TypedTitle.mostRead)
            let typed = TypedTitle.folded(request.query)
            let titles = try index.titles(documents: Array(ids))
            let found = titles.filter { TypedTitle.folded($0.value) == typed }.keys.sorted()
            guard !found.isEmpty, let filter else { return found }
            return try permitted(found, by: SearchPlan(QueryParser().parse("", .none), filter: filter), within: seen)
        }
    }

    /// In bytes.
    private static let longestTitle = 1000

    private func permitted(_ ids: [Int64], by plan: SearchPlan, within seen: Permission?) throws -> [Int64] {
        let rowMap = try index.documentRowMap()
        let finder = UnitFinder(
            index, rowMap: rowMap, weights: request.weights, permitted: seen, findsNotes: request.showsNotes)
        var evaluation = Evaluation(rowMap: rowMap, permitted: seen)
        for unit in plan.units { evaluation.add(try finder.find(unit), weight: 0) }
        let known = plan.facts.isEmpty ? [] : try index.attachedRoots() ?? readRoots()
        let facts = try facts(of: plan, in: evaluation, below: known)
        let wanted = DocumentSet(ids, rowMap)
        return evaluation.documents { mask, ordinal in
            wanted.contains(ordinal) && plan.required.allSatisfy { $0.holds(mask) { facts[$0].contains(ordinal) } }
        }.map { rowMap.ids[$0] }
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
                ? places.contains { "\(NamedPath.folded(root.path))/".hasPrefix($0 + "/") }
                : !root.isFile && path.folded.map { NamedPath.folded(root.path).hasSuffix("/" + $0) } ?? false
        }
        guard wholeRoots.isEmpty else { return try documents(inRoots: wholeRoots.map(\.id)).filter(mayBeMeant) }
        let likeness = path.likeness ?? places.first.flatMap { NamedPath($0)?.likeness }
        guard let likeness else { return [] }
        var placed: [Int64] = []
        var named: [(id: Int64, length: Int)] = []
        for (id, form, rootID) in try pathForms(like: likeness) where mayBeMeant(id) {
            let root = byRoot[rootID]
            if let root, !places.isEmpty {
                let absolute = NamedPath.folded(root.absolutePath(form))
                if places.contains(where: { absolute == $0 || absolute.hasPrefix($0 + "/") }) { placed.append(id) }
            }
            let folder = root.flatMap { $0.isFile ? nil : PathText.name($0.path) }
            if placed.isEmpty, let length = path.length(in: form, of: folder) { named.append((id, length)) }
        }
        let longest = named.map(\.length).max()
        let found = placed.isEmpty ? named.filter { $0.length == longest }.map(\.id) : placed
        return found.isEmpty ? try documents(namedWithoutAccents: path.unaccented, byRoot, where: mayBeMeant) : found
    }

    /// For a name that no document has letter by letter.
    private func documents(
        namedWithoutAccents path: NamedPath, _ roots: [Int64: IndexRoot], where mayBeMeant: (Int64) -> Bool
    ) throws -> [Int64] {
        guard let likeness = path.likeness else { return [] }
        var named: [(id: Int64, length: Int)] = []
        for (id, form, rootID) in try pathForms(likeUnaccented: likeness) where mayBeMeant(id) {
            let folder = roots[rootID].flatMap { $0.isFile ? nil : PathColumn.unaccented(PathText.name($0.path)) }
            guard let length = path.length(in: PathColumn.unaccented(form), of: folder) else { continue }
            named.append((id, length))
        }
        let longest = named.map(\.length).max()
        return named.filter { $0.length == longest }.map(\.id)
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

extension IndexStore {
    fileprivate func documents(inFolder path: NamedPath, below roots: [IndexRoot]) throws -> [Int64] {
        let byRoot = Dictionary(roots.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let places = RootPaths(roots: roots).places(of: path)
        let whole = roots.filter { root in places.contains { "\(NamedPath.folded(root.path))/".hasPrefix($0 + "/") } }
        guard whole.isEmpty else { return try documents(inRoots: whole.map(\.id)) }
        guard let likeness = path.likeness ?? places.first.flatMap({ NamedPath($0)?.likeness }) else { return [] }
        return try pathForms(like: likeness).filter { form in
            let absolute = byRoot[form.root].map { NamedPath.folded($0.absolutePath(form.path)) } ?? ""
            let isShownSo = path.folded.map { NamedPath.folded(form.path).hasPrefix($0 + "/") } ?? false
            return isShownSo || places.contains { absolute.hasPrefix($0 + "/") }
        }.map(\.id)
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
