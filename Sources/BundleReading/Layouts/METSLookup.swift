internal import BundleConventions
internal import ExtractionProtocol

struct METSLookup {
    let folder: BundleFolder
    let onlyPDF: BundleFolder.File?
    private let byLowerPath: [String: BundleFolder.File]
    private let byName: FilesByTail
    private let byStem: FilesByTail

    init(_ folder: BundleFolder) {
        self.folder = folder
        let pdfs = folder.pdfs
        onlyPDF = pdfs.count == 1 ? pdfs[0] : nil
        byName = FilesByTail(folder.files) { $0.path.lowercased() }
        byStem = FilesByTail(folder.files) { $0.stem.lowercased() }
        byLowerPath = Dictionary(folder.files.map { ($0.path.lowercased(), $0) }) { first, _ in first }
    }

    /// The one file that a remote reference means. It has the same name, and if several have it, a longer common path
    /// or a folder named as the group of files. `isFree` is false when something else names the file.
    func file(
        of listed: METSDocument.File, at reference: String, isFree: (BundleFolder.File) -> Bool
    ) -> BundleFolder.File? {
        let parts = ConfinedPath.parts(ofReference: reference).map { $0.lowercased() }
        let purpose = METSPurpose(listed)
        guard let last = parts.last, purpose != .other else { return nil }
        var found = byName.files(endingIn: parts).filter(isFree)
        // A URL that a server builds from a number has a file extension only after it was put into the bundle.
        if found.isEmpty, FileType(path: last) == nil {
            found = byStem.files(endingIn: parts).filter { isFree($0) && purpose.fits($0) }
        }
        if listed.path != nil {
            let whole = "/" + parts.joined(separator: "/")
            found = found.filter { ("/" + $0.path.lowercased()).hasSuffix(whole) }
        }
        if found.count > 1 { found = found.best { Self.common(parts, $0) } }
        let use = listed.use?.lowercased() ?? ""
        if found.count > 1 {
            found = found.best { $0.folder.lowercased().split(separator: "/").last == use[...] ? 1 : 0 }
        }
        return found.count == 1 ? found[0] : nil
    }

    private static func common(_ parts: [String], _ file: BundleFolder.File) -> Int {
        zip(parts.dropLast().reversed(), file.folder.lowercased().split(separator: "/").reversed())
            .prefix { $0 == $1 }.count
    }

    /// Packages are made on systems that ignore case. A compressed copy beside it can replace a file.
    subscript(path: String) -> BundleFolder.File? {
        let low = path.lowercased()
        return folder[path] ?? byLowerPath[low] ?? byLowerPath["\(low).gz"]
    }
}

/// Files by name and, where many share a name (image servers: `default.jpg`), by the folders before it.
private struct FilesByTail {
    private var byName: [String: [BundleFolder.File]] = [:]
    private var byTail: [String: [BundleFolder.File]] = [:]

    /// Up to this many files of a name are compared one by one.
    private static let few = 64
    private static let mostFolders = 8

    init(_ files: [BundleFolder.File], _ path: (BundleFolder.File) -> String) {
        var paths: [String: [[Substring]]] = [:]
        for file in files {
            let parts = path(file).split(separator: "/")
            guard let name = parts.last.map(String.init) else { continue }
            byName[name, default: []].append(file)
            paths[name, default: []].append(parts)
        }
        for (name, files) in byName where files.count > Self.few {
            for (file, parts) in zip(files, paths[name] ?? []) {
                for depth in Self.depths(of: parts.count) {
                    byTail[parts.suffix(depth).joined(separator: "/"), default: []].append(file)
                }
            }
        }
    }

    private static func depths(of count: Int) -> Range<Int> { 2..<max(2, min(count, mostFolders + 1) + 1) }

    /// Where many files match, those with most equal folders before the name, if that distinguishes them.
    func files(endingIn parts: [String]) -> [BundleFolder.File] {
        guard let name = parts.last, let files = byName[name] else { return [] }
        guard files.count > Self.few else { return files }
        for depth in Self.depths(of: parts.count).reversed() {
            guard let found = byTail[parts.suffix(depth).joined(separator: "/")] else { continue }
            return found.count > Self.few ? [] : found
        }
        return []
    }
}
