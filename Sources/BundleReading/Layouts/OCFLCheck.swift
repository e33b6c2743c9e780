internal import ExtractionProtocol
internal import Markup

/// Checks all files of all versions of an OCFL object for audits (OCFL 1.1, 3.5, 3.7): the stated and the unknown ones.
struct OCFLCheck {
    private let object: OCFLObject
    private let inventory: OCFLInventory
    private var list = ProblemList()
    private var unread: [BundleError] = []
    private var named: Set<String> = []

    private var folder: BundleFolder { object.folder }
    private static let inventoryName = OCFLObject.inventoryName

    init(_ object: OCFLObject, _ inventory: OCFLInventory) {
        self.object = object
        self.inventory = inventory
        if let file = folder[Self.inventoryName] {
            state(inventory, by: file.path)
            stateChecksum(of: file, inventory.digestAlgorithm)
        } else {
            named = inventory.contentPaths
        }
        if object.closedInventory != nil, let open = object.inventory {
            state(open, by: "\(OCFLInventory.openVersion)/head/\(Self.inventoryName)")
        }
        checkDeclaration()
        checkVersions()
        for (number, name) in object.versionFolders.sorted(by: { $0.key < $1.key }) { check(number, name) }
        findStrangers()
    }

    var problems: [BundleError] { unread + list.all }

    private mutating func add(_ reason: String, _ path: String) {
        list.add(.damaged, reason, entry: folder.entryName(ofMissing: path))
    }

    private mutating func state(_ inventory: OCFLInventory, by source: String) {
        for statement in inventory.statements {
            guard let path = statement.path else {
                add("the inventory gives a file a path that OCFL does not allow", statement.written)
                continue
            }
            named.insert(path)
            if let file = folder[path] {
                folder.session.fixity?.add(
                    statement.digest, algorithm: statement.algorithm, of: file, in: folder, by: source)
            } else {
                folder.miss(path, OCFLObject.gone, hasChecksum: true, in: &list)
            }
        }
    }

    /// The inventory's own checksum is in a file beside it.
    private mutating func stateChecksum(of file: BundleFolder.File, _ algorithm: String) {
        let name = "\(file.path).\(algorithm)"
        guard let sidecar = folder[name] else { return add("the checksum of the inventory is not there", name) }
        guard let text = folder.read(sidecar, noting: &unread, TextDecoding.text) else { return }
        guard let digest = text.split(whereSeparator: \.isWhitespace).first
        else { return add("there is no checksum in it", name) }
        folder.session.fixity?.add(String(digest), algorithm: algorithm, of: file, in: folder, by: sidecar.path)
    }

    private mutating func checkDeclaration() {
        guard let name = object.declaration, let file = folder[name] else { return }
        guard let text = folder.read(file, noting: &unread, TextDecoding.text) else { return }
        if text.trimmingWhiteSpace() != name.dropFirst(2) { add("it does not say what its name declares", name) }
    }

    /// Versions are numbered from 1 without gaps, and the head is the last.
    private mutating func checkVersions() {
        let numbers = inventory.versions.compactMap { OCFLInventory.number(ofVersion: $0) }
        if let last = numbers.max(), let head = OCFLInventory.number(ofVersion: inventory.head), last > head {
            add("the inventory says that \(inventory.head) is the newest version, and has \(last)", Self.inventoryName)
        }
        for number in 1...max(1, min(numbers.count, 10_000)) where !numbers.contains(number) {
            add("the inventory does not have version \(number)", Self.inventoryName)
        }
        for name in inventory.versions {
            guard let number = OCFLInventory.number(ofVersion: name), object.versionFolders[number] == nil
            else { continue }
            add("there is nothing of this version", name)
        }
    }

    /// The copy of the inventory in a version's folder describes the object as it was then.
    private mutating func check(_ number: Int, _ name: String) {
        let folder = folder
        guard let file = folder["\(name)/\(Self.inventoryName)"] else { return }
        guard let old = folder.attempt(file, noting: &unread, { try OCFLObject.read(file, in: folder) }) else { return }
        stateChecksum(of: file, old.digestAlgorithm)
        state(old, by: file.path)
        if OCFLInventory.number(ofVersion: old.head) != number {
            add("it says that it is the inventory of \(old.head)", file.path)
        }
        if old.id != inventory.id { add("it is the inventory of another object, \"\(old.id ?? "")\"", file.path) }
        if name == inventory.head, let own = folder[Self.inventoryName] {
            let limit = ByteLimit.metadata(folder.limits)
            let isSame = folder.attempt(file, noting: &unread) {
                try folder.bytes(of: own, limit: limit) == folder.bytes(of: file, limit: limit)
            }
            if isSame == false {
                add("it is not the same as the object's inventory, although of the same version", file.path)
            }
        }
    }

    private mutating func findStrangers() {
        let known = [
            Self.inventoryName, object.declaration ?? "", "\(Self.inventoryName).\(inventory.digestAlgorithm)",
        ]
        for file in folder.files {
            let parts = file.path.split(separator: "/", maxSplits: 2)
            switch parts.count {
            case 1: if known.contains(file.path) { continue }
            case 2 where parts[0] == "extensions": break
            default:
                if parts[0] == "logs" || parts[0] == "extensions" { continue }
                if OCFLInventory.number(ofVersion: parts[0]) != nil {
                    let isContent = parts.count == 3 && parts[1] == inventory.contentFolder
                    guard isContent, !named.contains(file.path) else { continue }
                }
            }
            add("the inventory does not name this file", file.path)
        }
    }
}
