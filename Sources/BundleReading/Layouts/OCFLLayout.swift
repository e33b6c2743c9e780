internal import BundleConventions
internal import ExtractionProtocol
internal import Markup

/// An OCFL object: whatever its newest version holds, by the paths that the object gives its files.
enum OCFLLayout: BundleLayout {
    static func findings(in folder: BundleFolder, _ session: ReadingSession) throws -> LayoutFindings? {
        guard let file = folder["inventory.json"],
            folder.files.contains(where: { $0.path.hasPrefix(BundleNames.objectDeclaration) })
        else { return nil }
        let inventory = try BundleError.naming(folder.entryName(of: file)) {
            try OCFLInventory(parsing: folder.bytes(of: file, limit: .metadata(session.limits)))
        }
        var missing = ProblemList()
        let files = inventory.files.compactMap { file -> BundleFolder.File? in
            guard let content = folder[file.contentPath] else {
                missing.add(.damaged, "the inventory names a file that is not there", entry: file.logicalPath)
                return nil
            }
            let entry = content.entry
            session.fixity?.add(
                file.digest, inventory.digestAlgorithm, of: content, in: folder, by: "inventory.json")
            // The document is known by the object's own path: versions come and go.
            let named = BundleEntry(
                index: entry.index, name: file.logicalPath, refusal: entry.refusal, encryption: entry.encryption)
            return BundleFolder.File(path: named.path, entry: named)
        }
        var unread: [BundleError] = []
        stateOfInventory(file, inventory.digestAlgorithm, in: folder, session, &unread)
        let state = BundleFolder(folder.container, way: folder.way, files: files)
        var findings = try session.wrapped { try BundleLayouts.findings(in: state, session) }
        findings.format = .ocfl
        findings.holdsTogether = !files.isEmpty
        findings.unnamed = folder.with { !inventory.contentPaths.contains($0.path) }
        findings.problems = inventory.problems + missing.all + unread + findings.problems
        var record = inventory.record
        if let description = DescriptionFile.record(in: state, session, &findings.problems) {
            record = description.completed(by: record)
        }
        findings.complete(by: record)
        return findings
    }

    /// The inventory's own checksum is in a file beside it (OCFL 1.1, 3.7).
    private static func stateOfInventory(
        _ inventory: BundleFolder.File, _ algorithm: String, in folder: BundleFolder, _ session: ReadingSession,
        _ problems: inout [BundleError]
    ) {
        guard let fixity = session.fixity, let sidecar = folder["inventory.json.\(algorithm)"] else { return }
        let digest = folder.reading(sidecar, .metadata(session.limits), &problems) { bytes in
            TextDecoding.text(of: bytes).split(whereSeparator: \.isWhitespace).first.map(String.init)
        }
        guard let digest = digest ?? nil else { return }
        fixity.add(digest, algorithm, of: inventory, in: folder, by: sidecar.path)
    }
}
