import BundleConventions

extension IndexStore {
    /// True if the folder looks like a bundle by its names, or is a known one that still has its files.
    func isBundle(_ folder: String, in root: IndexRoot, known: BundleRow?) throws -> Bool {
        let isKnown = known.map { !$0.isOrdinaryFolder } ?? false
        if try FolderLook.isCandidate(at: root.absolutePath(folder), isKnown: isKnown) { return true }
        return try known.map { try hasFiles(of: $0, in: BundlePath(folder, in: root).openFolder()) } ?? false
    }

    /// True if the folder still has the files of the bundle's documents, even when nothing describes them any more:
    /// the documents, or for those with the bundle's own name the page images and texts. A folder that cannot be read
    /// through may have them. One that has got other documents for its pages is what these make of it.
    func hasFiles(of bundle: BundleRow, in folder: FolderHandle) throws -> Bool {
        guard !bundle.isOrdinaryFolder else { return false }
        let entries = Set(try self.entries(bundle: bundle.id).map(Self.file))
        guard !entries.isEmpty else { return false }
        let found = FolderFiles(folder, maximum: .max)
        guard found.failure == nil, found.unreadable.isEmpty else { return true }
        let areOfPages =
            entries.contains { $0.isEmpty || Self.isOfPage($0) }
            && !found.files.contains { NameKind(PathText.name($0.path)) == .pdf }
        return found.files.contains { file in
            areOfPages && Self.isOfPage(file.path) || Self.parts(of: file.path).contains(where: entries.contains)
        }
    }

    /// The path, the folders around the file, and what the path is below each: the objects of a repository have paths of their
    /// own in folders of its versions.
    private static func parts(of path: String) -> [String] {
        let names = path.split(separator: "/")
        return names.indices.flatMap { index in
            [names[...index].joined(separator: "/"), names[index...].joined(separator: "/")]
        }
    }

    /// Outside the containers in which it lies.
    private static func file(of entry: String) -> String {
        entry.range(of: PathForm.mark).map { String(entry[..<$0.lowerBound]) } ?? entry
    }

    private static func isOfPage(_ path: String) -> Bool {
        let name = PathText.name(path).lowercased()
        return switch NameKind(name) {
        case .image: true
        case .companion, .marker: ["xml", "hocr", "html", "htm"].contains { name.hasSuffix(".\($0)") }
        case .other, .pdf, .container, .yianaZip: false
        }
    }
}
