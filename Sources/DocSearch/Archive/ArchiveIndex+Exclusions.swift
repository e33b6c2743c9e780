extension ArchiveIndex {
    /// People's patterns, in the order in which they were added. Files in the archive may add more.
    public func exclusions() throws -> [Exclusion] {
        guard exists else { throw noIndex }
        return try UserStore(reading: folder).exclusions()
    }

    /// Leaves out the files that patterns match, from the next run on. That run removes their documents from the index,
    /// whatever its limit for removals; recognised texts and people's decisions are kept.
    ///
    /// Patterns (`drafts/`, `*.bak.pdf`, `!drafts/final.pdf`) are those of gitignore(5), for paths below the remembered
    /// folder given with them; nil for all folders. If several match a path the last one counts, and people's patterns
    /// take precedence over files named `.docsearchignore` in the archive. An existing pattern is not added again.
    ///
    /// Returns the number of bundles in the index that are newly left out. Throws ``DocSearchError``: `usage` for an
    /// invalid pattern, or too many; `notFound` when no such folder is remembered.
    @discardableResult
    public func exclude(_ patterns: [(pattern: String, root: String?)], by author: String) throws -> Int {
        let values = try patterns.flatMap { said in
            try rootsToExclude(said.root).map { Exclusion.Value(pattern: said.pattern, root: $0) }
        }
        return try exclude(values, by: author)
    }

    /// The same for files and folders by their absolute paths, whatever characters they have. With `isForgotten`, for
    /// documents about to be forgotten, ``undo(_:by:)`` reverses the change only when it is named. Throws
    /// ``DocSearchError``: `notFound` for a path below no remembered folder, `usage` for the path of one.
    @discardableResult
    public func exclude(paths: [String], isForgotten: Bool = false, by author: String) throws -> Int {
        let values = try paths.map { path in try exclusion(ofPath: path) { IgnorePattern.literal($0) } }
        return try exclude(values, isForgotten ? AnnotationChange.forgetting : "exclude", by: author)
    }

    /// Removes patterns of the folders given with them, which need not be remembered any more; nil for all.
    ///
    /// Throws ``DocSearchError`` with code `notFound` when one of them is not in the list, and removes none.
    public func removeExclusions(_ patterns: [(pattern: String, root: String?)], by author: String) throws {
        let shown = patterns.map { Self.shown($0.pattern) }.joined(separator: " ")
        try write("exclude --remove \(shown.prefix(200))", by: author) { writer in
            let all = try writer.annotations(of: [0], kind: .exclusion)
            for said in patterns {
                let found = try all.filter { annotation in
                    guard let known = try Exclusion(annotation.annotation) else { return false }
                    return ExactText(known.pattern) == ExactText(said.pattern)
                        && said.root.map { ExactText($0) == ExactText(known.root) } ?? true
                }
                guard !found.isEmpty else {
                    throw DocSearchError(
                        .notFound,
                        "The pattern \"\(Self.shown(said.pattern))\" is not in the list. Nothing was changed.",
                        item: said.pattern)
                }
                for annotation in found { try writer.remove(annotation) }
            }
        }
    }

    private func exclude(_ values: [Exclusion.Value], _ action: String = "exclude", by author: String) throws -> Int {
        for value in values { try AnnotationLimits.checkExclusion(value) }
        let before = try exclusions()
        let new = values.filter { value in
            // Added again after others, it may have another effect.
            before.last(where: { ExactText($0.root) == ExactText(value.root) }).map {
                ExactText($0.pattern) != ExactText(value.pattern)
            } ?? true
        }
        guard before.count + new.count <= Exclusion.limit else {
            throw DocSearchError(
                .usage,
                "There would be \(before.count + new.count) patterns, more than \(Exclusion.limit). Nothing was changed."
            )
        }
        let shown = new.map { Self.shown($0.pattern) }.joined(separator: " ")
        try write("\(action) \(shown.prefix(200))", by: author) { writer in
            // Keeps this order even after an import, whatever the clock says.
            var time = max(writer.time, (before.map(\.created).max() ?? 0) + 1)
            for value in new {
                for annotation in try writer.annotations(of: [0], kind: .exclusion) {
                    let known: Exclusion.Value = try JSONText.decode(annotation.annotation.value)
                    if known == value { try writer.remove(annotation) }
                }
                try writer.add(
                    Annotation(
                        kind: .exclusion, value: try JSONText.encode(value), author: writer.author, time: time), of: 0)
                time += 1
            }
        }
        return try leftOutBundles(exclusions()) - leftOutBundles(before)
    }

    private static func shown(_ pattern: String) -> String { String(pattern.prefix(100)) }

    func rootsToExclude(_ path: String?) throws -> [String] {
        guard exists else { throw noIndex }
        let roots = try UserStore(reading: folder).roots().filter { !$0.isFile }.map(\.path)
        guard let path else {
            guard !roots.isEmpty else {
                throw DocSearchError(.notFound, "No folder is remembered.", remedy: .indexFolder)
            }
            return roots
        }
        // The typed path, or its target. One that cannot be resolved is known as typed, or not at all.
        let real = (try? PathText.real(path)) ?? path
        guard let root = roots.first(where: { [ExactText(path), ExactText(real)].contains(ExactText($0)) }) else {
            throw DocSearchError(.notFound, "The folder \"\(path)\" is not remembered.", item: path)
        }
        return [root]
    }

    func exclusion(ofPath path: String, _ pattern: (String) -> String) throws -> Exclusion.Value {
        guard exists else { throw noIndex }
        let roots = try UserStore(reading: folder).roots()
        for root in roots {
            guard let inside = PathText.relative(path, below: root.path) else { continue }
            guard !inside.isEmpty, !root.isFile else {
                throw DocSearchError(
                    .usage,
                    "\"\(path)\" is itself a remembered folder and cannot be left out. Remove it from the index instead.",
                    item: path, remedy: .removeRemembered(path))
            }
            return Exclusion.Value(pattern: pattern(inside), root: root.path)
        }
        throw DocSearchError(.notFound, "\"\(path)\" is not in a remembered folder.", item: path)
    }

    private func leftOutBundles(_ exclusions: [Exclusion]) throws -> Int {
        let rules = ExclusionRules(exclusions)
        guard !rules.isSilent(nil) else { return 0 }
        let index = try indexStore()
        return try UserStore(reading: folder).roots().filter { !$0.isFile }.reduce(0) { count, root in
            try count + rules.leftOut(of: root, index)
        }
    }
}

extension ExclusionRules {
    func leftOut(of root: IndexRoot, _ index: IndexStore, orFolders: Bool = false) throws -> Int {
        try index.directories(root: root.id).reduce(0) { count, directory in
            let names = try index.bundles(root: root.id, directory: directory).values.map(\.name)
            return count + leftOut(names, in: directory, of: root, orFolders: orFolders)
        }
    }

    func leftOut(_ names: [String], in directory: String, of root: IndexRoot, orFolders: Bool = false) -> Int {
        var path = PatternName.parts(root.path)
        for name in PatternName.parts(directory) {
            path.append(name)
            if origin(of: path, isFolder: true, files: nil) != nil { return names.count }
        }
        return names.count { name in
            // A bundle may be a folder, which is unknown here: the run handles patterns that match only folders.
            origin(of: path + [PatternName(name)], isFolder: false, files: nil) != nil
                || orFolders && origin(of: path + [PatternName(name)], isFolder: true, files: nil) != nil
        }
    }
}
