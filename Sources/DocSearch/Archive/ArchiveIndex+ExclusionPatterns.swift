import Foundation

extension ArchiveIndex {
    /// Splits an absolute path, which may contain `*` and the like, into a remembered folder and the pattern below it.
    /// Symbolic links in it are followed. Nil for a path below no remembered folder.
    public func exclusion(ofAbsolutePattern text: String) throws -> (root: String, pattern: String)? {
        let (isNegated, typed) = Self.parts(text)
        guard typed.utf8.first == UInt8(ascii: "/") else { return nil }
        guard exists else { throw noIndex }
        let roots = try UserStore(reading: folder).roots().map(\.path)
        guard
            let path = Self.readings(typed).first(where: { path in
                roots.contains { PathText.relative(path, below: $0) != nil }
            })
        else { return nil }
        let value = try exclusion(ofPath: path) { inside in
            // An existing file with such a name is meant literally.
            FileStatus(path: path) == nil ? "/" + inside : IgnorePattern.literal(inside)
        }
        return (value.root, (isNegated ? "!" : "") + value.pattern)
    }

    /// Interprets a typed pattern: an absolute path as above, and one that begins with `./` or `../` relative to the
    /// current folder. Other patterns stay as typed, for no particular folder.
    ///
    /// Throws ``DocSearchError``: `usage` for an absolute path below no remembered folder and at the top of none.
    public func exclusion(ofTypedPattern text: String) throws -> (root: String?, pattern: String) {
        let (isNegated, typed) = Self.parts(text)
        let mark = isNegated ? "!" : ""
        if typed.hasPrefix("./") || typed.hasPrefix("../") {
            let path = PathText.joined(FileManager.default.currentDirectoryPath, typed)
            if let found = try exclusion(ofAbsolutePattern: mark + path) { return (found.root, found.pattern) }
            guard typed.hasPrefix("./") else { throw Self.belowNone(typed) }
            let inside = typed.utf8.dropFirst().drop { $0 == UInt8(ascii: "/") }
            return (nil, "\(mark)/" + String(decoding: inside, as: UTF8.self))
        }
        if let found = try exclusion(ofAbsolutePattern: text) { return (found.root, found.pattern) }
        if typed.utf8.first == UInt8(ascii: "/"), try !isFromTop(typed) { throw Self.belowNone(typed) }
        return (nil, text)
    }

    /// The number of bundles in the index that a pattern matches, regardless of other patterns; in a folder, or in all
    /// for nil. Bundles left out before are not in the index.
    public func bundles(matching pattern: String, root: String?) throws -> Int {
        let (_, positive) = Self.parts(pattern)
        let user = try UserStore(reading: folder)
        let index = try indexStore()
        let wanted = Set(try rootsToExclude(root).map(ExactText.init))
        var count = 0
        for known in try user.roots() where wanted.contains(ExactText(known.path)) {
            let value = Exclusion.Value(pattern: positive, root: known.path)
            let annotation = Annotation(kind: .exclusion, value: try JSONText.encode(value), author: "", time: 0)
            guard let exclusion = try Exclusion(annotation) else { continue }
            count += try ExclusionRules([exclusion]).leftOut(of: known, index, orFolders: true)
        }
        return count
    }

    private static func parts(_ text: String) -> (isNegated: Bool, path: String) {
        guard text.utf8.first == UInt8(ascii: "!") else { return (false, text) }
        return (true, String(decoding: text.utf8.dropFirst(), as: UTF8.self))
    }

    private static func readings(_ typed: String) -> [String] {
        let slash = UInt8(ascii: "/")
        let ending = typed.utf8.last == slash ? "/" : ""
        let unresolved = TypedPath(typed).unresolvedDiskPaths.first?.absolute
        let parent = unresolved.flatMap { path in
            TypedPath(PathText.parent(path)).diskPaths.first.map { PathText.joined($0.absolute, PathText.name(path)) }
        }
        return [parent, unresolved, TypedPath(typed).diskPaths.first?.absolute].compactMap { $0 }
            .map { $0 + ($0 == "/" ? "" : ending) }
    }

    private func isFromTop(_ pattern: String) throws -> Bool {
        let names = pattern.utf8.split(separator: UInt8(ascii: "/"))
        guard let first = names.first, !first.contains(where: { "*?[\\".utf8.contains($0) }) else { return true }
        let name = String(decoding: first, as: UTF8.self)
        let roots = try UserStore(reading: folder).roots().map(\.path)
        if roots.contains(where: { FileStatus(path: PathText.joined($0, name)) != nil }) { return true }
        return names.count == 1 && FileStatus(path: "/" + name) == nil
    }

    private static func belowNone(_ path: String) -> DocSearchError {
        DocSearchError(
            .usage,
            "\"\(path.prefix(200))\" is not in a remembered folder. A pattern is a path below one, such as \"letters/1931\". "
                + "Nothing was changed.", item: path)
    }
}
