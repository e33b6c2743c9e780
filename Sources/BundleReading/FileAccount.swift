internal import BundleConventions
internal import ExtractionProtocol

/// Records the use of each file of a bundle and its nested bundles, so that every unused file is listed by name.
final class FileAccount {
    /// Files read for their statements about others, or belonging to the form of the bundle, by container.
    private(set) var described: [String: Set<UInt64>] = [:]
    private(set) var passedOver: [String] = []
    private var types: [String: [UInt64: FileType]] = [:]

    func describe(_ entry: UInt64, in way: [BundleEntry]) {
        described[ReadingSession.path(way), default: []].insert(entry)
    }

    func isDescribed(_ entry: UInt64, in way: [BundleEntry]) -> Bool {
        described[ReadingSession.path(way)]?.contains(entry) ?? false
    }

    func trying(_ read: () throws -> LayoutFindings?) rethrows -> LayoutFindings? {
        let before = described
        let found = try read()
        if found == nil { described = before }
        return found
    }

    /// Those whose names do not tell, and those `named` as PDFs or images if wanted. The container must be open.
    func types(
        of entries: [BundleEntry], named: Bool, in way: [BundleEntry], _ head: (BundleEntry) -> [UInt8]
    ) -> [UInt64: FileType] {
        let key = ReadingSession.path(way)
        if let known = types[key] { return known }
        var found: [UInt64: FileType] = [:]
        for entry in entries
        where !entry.isDirectory && !entry.isLitter && entry.refusal == nil
            && FileType(path: entry.path).map({ named && $0.isPDFOrImage }) != false
        {
            if let type = FirstBytes.type(of: head(entry), named: entry.path) { found[entry.index] = type }
        }
        types[key] = found
        return found
    }

    /// A nested bundle that gives nothing at all is recorded itself, but a `document` is not; its files are.
    func close(_ folder: BundleFolder, _ findings: LayoutFindings, since before: Int, isDocument: Bool = false) {
        guard closed.insert(ReadingSession.path(folder.way)).inserted else { return }
        if findings.documents.isEmpty, findings.problems.isEmpty, !folder.way.isEmpty, !isDocument {
            passedOver.removeLast(passedOver.count - before)
            passedOver.append(folder.containerName)
            return
        }
        passOverSystemFiles(of: folder)
        let opened = opened[ReadingSession.path(folder.way)] ?? []
        passedOver += unused(folder, by: findings).filter { !opened.contains($0.entry.index) }.map(folder.entryName)
    }

    /// The files that no document has, that are not of the bundle's form, and that no problem names.
    func unused(_ folder: BundleFolder, by findings: LayoutFindings) -> [BundleFolder.File] {
        // An entry in a nested bundle is reported as that bundle.
        let depth = folder.way.count
        let used = Set(
            findings.documents.flatMap(\.references).filter { !$0.isBeside && $0.way.starts(with: folder.way) }
                .compactMap { ($0.way.count > depth ? $0.way[depth] : $0.entry)?.index })
        let named = Set(findings.problems.compactMap(\.entry))
        return folder.files.filter {
            !used.contains($0.entry.index) && !isDescribed($0.entry.index, in: folder.way)
                && !named.contains(folder.entryName(of: $0))
        }
    }

    /// On disk a walk skips such folders and counts them.
    private func passOverSystemFiles(of folder: BundleFolder) {
        guard !(folder.container is FolderContainer) else { return }
        for entry in folder.container.entries where !entry.isDirectory && entry.isOfSystem {
            passedOver.append(folder.entryName(entry.name))
        }
    }

    /// A document that is searched for again has its files listed again.
    private var closed: Set<String> = []

    private(set) var opened: [String: Set<UInt64>] = [:]

    func open(_ entry: BundleEntry, in way: [BundleEntry]) {
        opened[ReadingSession.path(way), default: []].insert(entry.index)
    }
}

extension BundleFolder {
    func describe(_ isWanted: (File) -> Bool) {
        for file in files where isWanted(file) { session.account.describe(file.entry.index, in: way) }
    }
}
