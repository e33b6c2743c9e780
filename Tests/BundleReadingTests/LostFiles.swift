import DocSearchTestSupport
import ExtractionProtocol
import Foundation

@testable import BundleReading

extension OpenedBundle {
    /// The files of the bundle, and of those within it, that nothing is known of: neither used nor described, nor named as
    /// passed over or as a problem.
    func lostFiles() throws -> [String] { try lostFiles(at: []) }

    private func lostFiles(at way: [BundleEntry]) throws -> [String] {
        guard let container = way.isEmpty ? session.root : try session.container(at: way) else { return [] }
        let named = Set(passedOver + problems.compactMap(\.entry))
        let references = documents.flatMap(\.references).filter { !$0.isBeside && $0.way.starts(with: way) }
        let used = Set(references.compactMap { ($0.way.count > way.count ? $0.way[way.count] : $0.entry)?.index })
        let opened = session.account.opened[ReadingSession.path(way)] ?? []
        return try container.entries.filter { !$0.isDirectory && !$0.isLitter }.flatMap { entry -> [String] in
            let name = way.map { $0.name + "!/" }.joined() + entry.name
            if named.contains(name) { return [] }
            if opened.contains(entry.index) { return try lostFiles(at: way + [entry]) }
            return used.contains(entry.index) || session.account.isDescribed(entry.index, in: way) ? [] : [name]
        }
    }
}

/// Opens a file, or a folder with all that lies below it, as a bundle. Throws ``BundleError`` when it is none.
func openBundle(at path: String) throws -> OpenedBundle {
    let reader = BundleReader(limits: ExtractionLimits())
    let names = filesBelow(path)
    guard let names else {
        let file = OwnedDescriptor(adopting: open(path, O_RDONLY))
        return try reader.open(descriptor: file.rawValue, path: path)
    }
    return try reader.open(
        descriptor: -1, path: path,
        access: BundleAccess(isFolder: true, files: names.map { ListedFile(path: $0, byteCount: 0) }),
        openFile: { OwnedDescriptor(adopting: open(path + "/" + names[$0], O_RDONLY)) })
}

/// The paths of all files below a folder, in the order of their bytes; nil for a file.
func filesBelow(_ path: String) -> [String]? {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else { return nil }
    let all = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    return all.filter { name in
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path + "/" + name, isDirectory: &isFolder) && !isFolder.boolValue
    }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
}
