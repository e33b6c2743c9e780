internal import BundleConventions
internal import ExtractionProtocol

/// What becomes of each file of a bundle, and of the bundles within it. Layouts say which files describe something; when a
/// container has been looked through, every file that is in no document, no bundle and no problem is passed over by name,
/// whatever its layout is.
final class FileAccount {
    /// Files that were read for what they say of others, or that belong to the form of the bundle, by their containers.
    private(set) var described: [String: Set<UInt64>] = [:]
    /// The names of the files that nothing came of.
    private(set) var passedOver: [String] = []
    /// What files are whose names do not say it, by their containers.
    private var types: [String: [UInt64: FileType]] = [:]

    func describe(_ entry: UInt64, in way: [BundleEntry]) {
        described[ReadingSession.path(way), default: []].insert(entry)
    }

    func isDescribed(_ entry: UInt64, in way: [BundleEntry]) -> Bool {
        described[ReadingSession.path(way)]?.contains(entry) ?? false
    }

    /// What `read` makes of a folder; what it has read is forgotten when that is nothing.
    func trying(_ read: () throws -> LayoutFindings?) rethrows -> LayoutFindings? {
        let before = described
        let found = try read()
        if found == nil { described = before }
        return found
    }

    /// What the files of a container are whose names do not say it. The container must be open.
    func types(of entries: [BundleEntry], in way: [BundleEntry], _ head: (BundleEntry) -> [UInt8]) -> [UInt64: FileType]
    {
        let key = ReadingSession.path(way)
        if let known = types[key] { return known }
        var found: [UInt64: FileType] = [:]
        for entry in entries
        where !entry.isDirectory && !entry.isLitter && entry.refusal == nil && FileType(path: entry.path) == nil {
            if let type = FirstBytes.type(of: head(entry), named: entry.path) { found[entry.index] = type }
        }
        types[key] = found
        return found
    }

    /// Takes note of the files of a whole container that nothing comes of, when its documents are known. A bundle within the
    /// bundle that gives nothing at all is passed over itself, but not a `document`, whose files are.
    func close(_ folder: BundleFolder, _ findings: LayoutFindings, since before: Int, isDocument: Bool = false) {
        guard closed.insert(ReadingSession.path(folder.way)).inserted else { return }
        if findings.documents.isEmpty, findings.problems.isEmpty, !folder.way.isEmpty, !isDocument {
            passedOver.removeLast(passedOver.count - before)
            passedOver.append(folder.containerName)
            return
        }
        passOverSystemFiles(of: folder)
        let depth = folder.way.count
        var used: Set<UInt64> = []
        for reference in findings.documents.flatMap(\.references) where reference.way.starts(with: folder.way) {
            guard !reference.isBeside, let entry = reference.way.count > depth ? reference.way[depth] : reference.entry
            else { continue }
            used.insert(entry.index)
        }
        let named = Set(findings.problems.compactMap(\.entry))
        let opened = opened[ReadingSession.path(folder.way)] ?? []
        for file in folder.files where !used.contains(file.entry.index) && !opened.contains(file.entry.index) {
            let name = folder.entryName(of: file)
            guard !isDescribed(file.entry.index, in: folder.way), !named.contains(name) else { continue }
            passedOver.append(name)
        }
    }

    /// Names what lies in folders of systems within a file. On disk a walk leaves such folders out, and counts them.
    private func passOverSystemFiles(of folder: BundleFolder) {
        guard !(folder.container is FolderContainer) else { return }
        for entry in folder.container.entries where !entry.isDirectory && entry.isOfSystem {
            passedOver.append(folder.entryName(entry.name))
        }
    }

    /// A document that is looked for again has its files taken apart again.
    private var closed: Set<String> = []

    /// Containers that were opened, by those that they lie in: what is in them was accounted for.
    private(set) var opened: [String: Set<UInt64>] = [:]

    func open(_ entry: BundleEntry, in way: [BundleEntry]) {
        opened[ReadingSession.path(way), default: []].insert(entry.index)
    }
}

extension BundleFolder {
    /// Says of files that they belong to the form of the bundle.
    func describe(_ isWanted: (File) -> Bool) {
        for file in files where isWanted(file) { session.account.describe(file.entry.index, in: way) }
    }
}
