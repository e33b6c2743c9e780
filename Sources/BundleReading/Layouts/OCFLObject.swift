internal import BundleConventions
internal import ExtractionProtocol

/// An OCFL object, even without its declaration, and its inventory or, if that is lost, the newest version's.
struct OCFLObject {
    let folder: BundleFolder
    let declaration: String?
    private(set) var inventory: OCFLInventory?
    /// The object's own inventory, when ``inventory`` is that of an open version.
    private(set) var closedInventory: OCFLInventory?
    private(set) var problems: [BundleError] = []
    let versionFolders: [Int: String]

    static let inventoryName = "inventory.json"
    static let gone = "the inventory names a file that is not there"

    init?(in folder: BundleFolder) throws {
        self.folder = folder
        declaration =
            folder.files.first { $0.path.hasPrefix(BundleNames.objectDeclaration) && !$0.path.contains("/") }?.path
        var folders: [Int: String] = [:]
        for file in folder.files {
            guard let slash = file.path.firstIndex(of: "/") else { continue }
            let name = file.path[..<slash]
            if let number = OCFLInventory.number(ofVersion: name) { folders[number] = String(name) }
        }
        versionFolders = folders
        let own = folder[Self.inventoryName]
        guard declaration != nil || own != nil else { return nil }
        guard let own else {
            // Files of versions prove that the declaration is not a stray file.
            guard !folders.isEmpty else { return nil }
            note("this is a damaged OCFL object: its inventory is not there", Self.inventoryName)
            inventory = newestInventory()
            return
        }
        do {
            inventory = try Self.read(own, in: folder)
        } catch let error as BundleError {
            guard declaration != nil else { return nil }
            guard !folders.isEmpty else { throw error }
            problems.append(error)
            inventory = newestInventory()
        }
        if declaration == nil {
            guard !folders.isEmpty || folder["\(Self.inventoryName).\(inventory?.digestAlgorithm ?? "")"] != nil
            else { return nil }
            note(
                "this is a damaged OCFL object: the file that declares it is not there",
                BundleNames.objectDeclaration + "1.1")
        }
        findNewerVersion()
        readOpenVersion()
    }

    static func read(_ file: BundleFolder.File, in folder: BundleFolder) throws -> OCFLInventory {
        try BundleError.naming(folder.entryName(of: file)) {
            try OCFLInventory(parsing: folder.bytes(of: file, limit: .metadata(folder.limits)))
        }
    }

    private mutating func note(_ reason: String, _ name: String) {
        problems.append(BundleError(.damaged, reason, entry: folder.entryName(ofMissing: name)))
    }

    /// The readable copy in the newest version's folder (OCFL 1.1, 3.5.4).
    private func newestInventory() -> OCFLInventory? {
        for (_, name) in versionFolders.sorted(by: { $0.key > $1.key }).prefix(Self.mostAttempts) {
            guard let file = folder["\(name)/\(Self.inventoryName)"] else { continue }
            do { return try Self.read(file, in: folder) } catch { continue }
        }
        return nil
    }

    private static let mostAttempts = 10

    /// Fedora keeps the newest version open, and adds to it, until someone closes it.
    private mutating func readOpenVersion() {
        let name = "\(OCFLInventory.openVersion)/head/\(Self.inventoryName)"
        guard let file = folder[name] else {
            guard folder.files.contains(where: { $0.path.hasPrefix("\(OCFLInventory.openVersion)/head/") }) else {
                return
            }
            return note(
                "the object has a version that is still open (mutable HEAD), whose inventory is not there; what is new in "
                    + "it was not read", name)
        }
        let folder = folder
        guard let open = folder.attempt(file, noting: &problems, { try Self.read(file, in: folder) }) else { return }
        closedInventory = inventory
        inventory = open
    }

    /// Detects a version added without its inventory, or an inventory that was reset.
    private mutating func findNewerVersion() {
        guard let inventory, let head = OCFLInventory.number(ofVersion: inventory.head),
            let newest = versionFolders.keys.max(), newest > head, let name = versionFolders[newest]
        else { return }
        note(
            "the object has a newer version on disk than its inventory knows, which says that \(inventory.head) is the "
                + "newest; what is new in it was not read", name)
    }
}
