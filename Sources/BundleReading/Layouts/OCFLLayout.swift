internal import BundleConventions
internal import ExtractionProtocol
internal import Markup

/// An OCFL object: whatever its newest version holds, by the paths that the object gives its files.
enum OCFLLayout: BundleLayout {
    static func findings(in folder: BundleFolder) throws -> LayoutFindings? {
        guard let file = folder["inventory.json"],
            folder.files.contains(where: { $0.path.hasPrefix(BundleNames.objectDeclaration) })
        else { return nil }
        let inventory = try BundleError.naming(folder.entryName(of: file)) {
            try OCFLInventory(parsing: folder.bytes(of: file, limit: .metadata(folder.limits)))
        }
        var missing = ProblemList()
        let files = inventory.files.compactMap { file -> BundleFolder.File? in
            guard let content = folder[file.contentPath] else {
                missing.add(.damaged, "the inventory names a file that is not there", entry: file.logicalPath)
                return nil
            }
            let entry = content.entry
            folder.session.fixity?.add(
                file.digest, inventory.digestAlgorithm, of: content, in: folder, by: "inventory.json")
            // The document is known by the object's own path: versions come and go.
            let named = BundleEntry(
                index: entry.index, name: file.logicalPath, refusal: entry.refusal, encryption: entry.encryption)
            return BundleFolder.File(path: named.path, entry: named)
        }
        var unread: [BundleError] = []
        stateChecksum(of: file, algorithm: inventory.digestAlgorithm, in: folder, noting: &unread)
        let state = folder.with(files: files)
        var findings = try folder.session.wrapped { try BundleLayouts.findings(in: state) }
        findings.format = .ocfl
        findings.holdsTogether = !files.isEmpty
        findings.unnamed = folder.with { !inventory.contentPaths.contains($0.path) }
        findings.problems = inventory.problems + missing.all + unread + findings.problems
        var record = inventory.record
        if let description = DescriptionFile.record(in: state, noting: &findings.problems) {
            record = description.completed(by: record)
        }
        findings.complete(by: record)
        return findings
    }

    /// The inventory's own checksum is in a file beside it (OCFL 1.1, 3.7).
    private static func stateChecksum(
        of inventory: BundleFolder.File, algorithm: String, in folder: BundleFolder,
        noting problems: inout [BundleError]
    ) {
        guard let fixity = folder.session.fixity, let sidecar = folder["inventory.json.\(algorithm)"],
            let text = folder.read(sidecar, noting: &problems, TextDecoding.text),
            let digest = text.split(whereSeparator: \.isWhitespace).first
        else { return }
        fixity.add(String(digest), algorithm, of: inventory, in: folder, by: sidecar.path)
    }
}
