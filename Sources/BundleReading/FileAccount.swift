internal import BundleConventions
internal import ExtractionProtocol

/// Records the use of each file of a bundle and its nested bundles. Layouts report files that describe something. After
/// a container was examined, every file outside of documents, bundles and problems is listed by name as passed over,
/// whatever the layout.
final class FileAccount {
    /// Files read for their statements about others, or belonging to the form of the bundle, by container.
    private(set) var described: [String: Set<UInt64>] = [:]
    private(set) var passedOver: [String] = []
    /// Types of files whose names do not tell, or may be wrong, by container.
    private var types: [String: [UInt64: FileType]] = [:]

    func describe(_ entry: UInt64, in way: [BundleEntry]) {
        described[ReadingSession.path(way), default: []].insert(entry)
    }

    func isDescribed(_ entry: UInt64, in way: [BundleEntry]) -> Bool {
        described[ReadingSession.path(way)]?.contains(entry) ?? false
    }

    /// Runs `read` on a folder. When it finds nothing, the files it reported are forgotten.
    func trying(_ read: () throws -> LayoutFindings?) rethrows -> LayoutFindings? {
        let before = described
        let found = try read()
        if found == nil { described = before }
        return found
    }

    /// Types of a container's files whose names do not tell, and of those `named` as PDFs or images if wanted. The
    /// container must be open.
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

    /// Records the unused files of a whole container once its documents are known. A nested bundle that gives nothing
    /// at all is recorded itself, but a `document` is not; its files are.
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

    /// Records files in system folders within a file. On disk a walk skips such folders and counts them.
    private func passOverSystemFiles(of folder: BundleFolder) {
        guard !(folder.container is FolderContainer) else { return }
        for entry in folder.container.entries where !entry.isDirectory && entry.isOfSystem {
            passedOver.append(folder.entryName(entry.name))
        }
    }

    /// A document that is searched for again has its files listed again.
    private var closed: Set<String> = []

    /// Opened containers, by the containers around them: their contents are recorded.
    private(set) var opened: [String: Set<UInt64>] = [:]

    func open(_ entry: BundleEntry, in way: [BundleEntry]) {
        opened[ReadingSession.path(way), default: []].insert(entry.index)
    }
}

extension BundleFolder {
    /// Reports that files belong to the form of the bundle.
    func describe(_ isWanted: (File) -> Bool) {
        for file in files where isWanted(file) { session.account.describe(file.entry.index, in: way) }
    }
}
