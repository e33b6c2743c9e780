internal import ExtractionProtocol

/// An OCFL object: whatever its newest version holds, by the paths that the object gives its files.
enum OCFLLayout: BundleLayout {
    static func findings(in folder: BundleFolder, _ session: ReadingSession) throws -> LayoutFindings? {
        guard let file = folder["inventory.json"],
            folder.files.contains(where: { $0.path.hasPrefix("0=ocfl_object_") })
        else { return nil }
        let inventory: OCFLInventory
        do {
            inventory = try OCFLInventory(parsing: folder.bytes(of: file, limit: .metadata(session.limits)))
        } catch let error as BundleError {
            throw error.naming(folder.entryName(of: file))
        }
        var missing = ProblemList()
        let files = inventory.files.compactMap { file -> BundleFolder.File? in
            guard let entry = folder[file.contentPath]?.entry else {
                missing.add(.damaged, "the inventory names a file that is not there", entry: file.logicalPath)
                return nil
            }
            // The document is known by the object's own path: versions come and go.
            let named = BundleEntry(
                index: entry.index, name: file.logicalPath, refusal: entry.refusal, encryption: entry.encryption)
            return BundleFolder.File(path: named.path, entry: named)
        }
        let state = BundleFolder(folder.container, way: folder.way, files: files)
        var findings = try session.wrapped { try BundleLayouts.findings(in: state, session) }
        findings.format = .ocfl
        findings.problems = inventory.problems + missing.all + findings.problems
        var record = inventory.record
        if let description = DescriptionFile.record(in: state, session, &findings.problems) {
            record = description.completed(by: record)
        }
        findings.complete(by: record)
        return findings
    }
}
