internal import BundleConventions
internal import ExtractionProtocol

/// An OCFL object: the files of its newest version, by their logical paths.
enum OCFLLayout: BundleLayout {
    static func findings(in folder: BundleFolder) throws -> LayoutFindings? {
        if let object = try OCFLObject(in: folder) { return try findings(of: object) }
        return try findings(inRoot: folder)
    }

    /// Several objects in folders of their own: a storage root (OCFL 1.1, 4) or a part of one. Nil where other files
    /// are beside them and nothing declares a root. On disk each object is a bundle of its own.
    private static func findings(inRoot folder: BundleFolder) throws -> LayoutFindings? {
        let declarations = folder.files.filter {
            $0.path.contains("/") && $0.name.hasPrefix(BundleNames.objectDeclaration)
        }
        guard !declarations.isEmpty else { return nil }
        let (parts, rest) = folder.parts(at: Set(declarations.map(\.folder)))
        let isRoot = rest.files.contains { $0.path.hasPrefix(rootDeclaration) && !$0.path.contains("/") }
        guard isRoot || rest.files.isEmpty else { return nil }
        var findings = LayoutFindings(format: .ocfl, documents: [])
        for part in parts {
            // A single object uses its own paths, wherever it lies.
            let prefix = parts.count == 1 ? "" : String(part.prefix.dropFirst(folder.prefix.count))
            let read = try findings.reading {
                try OCFLObject(in: part).map { try self.findings(of: $0, below: prefix) }
            }
            guard let read else { continue }
            findings.add(read)
            findings.skipReason = read.skipReason
        }
        findings.unnamed = rest
        rest.describe { !$0.path.contains("/") && ($0.path.hasPrefix(rootDeclaration) || $0.path.hasPrefix("ocfl_")) }
        return findings
    }

    private static let rootDeclaration = "0=ocfl_"

    private static func findings(of object: OCFLObject, below prefix: String = "") throws -> LayoutFindings {
        let folder = object.folder
        guard let inventory = object.inventory
        else { return try PlainLayout.findings(inDamaged: folder, .ocfl, object.problems) }
        var missing = ProblemList()
        let files = inventory.files.compactMap { file -> BundleFolder.File? in
            guard let content = folder[file.contentPath] else {
                // Reported at its content path, which is one, however many names the object gives it.
                folder.miss(file.contentPath, OCFLObject.gone, hasChecksum: true, in: &missing)
                return nil
            }
            let entry = content.entry
            // The document has its logical path, because versions change.
            let named = BundleEntry(
                index: entry.index, name: prefix + file.logicalPath, refusal: entry.refusal,
                encryption: entry.encryption, byteCount: entry.byteCount)
            return BundleFolder.File(
                path: String(named.path.dropFirst(prefix.count)), entry: named, seen: content.seen)
        }
        let state = folder.with(files: files)
        var findings = try folder.session.wrapped { try BundleLayouts.findings(in: state) }
        findings.addLostMETS(in: state)
        findings.format = .ocfl
        // The newest version may be empty, because all files were deleted.
        findings.holdsTogether = !inventory.contentPaths.isEmpty
        findings.unnamed = folder.with { !inventory.contentPaths.contains($0.path) }
        folder.describe { $0.isOfObject }
        // Bags among the files are searched for at their logical paths.
        folder.session.objects.append(folder.entryName(ofMissing: ""))
        findings.problems += BagPayload.problemsOfOthers(in: state)
        findings.problems = object.problems + inventory.problems + missing.all + findings.problems
        if folder.session.fixity != nil {
            findings.problems += OCFLCheck(object, object.closedInventory ?? inventory).problems
        }
        var record = inventory.record
        if object.closedInventory != nil {
            record.metadata.details.add(.package, called: "Version", "\(inventory.head), still open (mutable HEAD)")
        }
        if let description = DescriptionFile.record(in: state, noting: &findings.problems) {
            record = description.completed(by: record)
        }
        findings.complete(by: record)
        if let id = inventory.id, findings.documents.count > 1 {
            for index in findings.documents.indices {
                findings.documents[index].metadata.details.add(.package, called: "Object", id)
            }
        }
        return findings
    }
}

extension BundleFolder.File {
    fileprivate var isOfObject: Bool {
        if path.hasPrefix("\(OCFLInventory.openVersion)/") { return !path.contains("/content/") }
        let isAtTop = !path.contains("/")
        if isAtTop, path.hasPrefix(BundleNames.objectDeclaration) { return true }
        guard isAtTop || OCFLInventory.number(ofVersion: folder) != nil else { return false }
        return name == BundleNames.objectInventory[...] || name.hasPrefix("\(BundleNames.objectInventory).")
    }
}
