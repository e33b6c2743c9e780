internal import BundleConventions
internal import ExtractionProtocol
internal import Markup

/// An OCFL object: whatever its newest version holds, by the paths that the object gives its files.
enum OCFLLayout: BundleLayout {
    static func findings(in folder: BundleFolder) throws -> LayoutFindings? {
        guard let object = try OCFLObject(in: folder) else { return nil }
        guard let inventory = object.inventory else { return try plain(object) }
        var missing = ProblemList()
        let files = inventory.files.compactMap { file -> BundleFolder.File? in
            guard let content = folder[file.contentPath] else {
                // Where it should be: that is one place, however many names the object gives it.
                folder.miss(file.contentPath, OCFLObject.gone, hasChecksum: true, in: &missing)
                return nil
            }
            let entry = content.entry
            // The document is known by the object's own path: versions come and go.
            let named = BundleEntry(
                index: entry.index, name: file.logicalPath, refusal: entry.refusal, encryption: entry.encryption)
            return BundleFolder.File(path: named.path, entry: named)
        }
        let state = folder.with(files: files)
        var findings = try folder.session.wrapped { try BundleLayouts.findings(in: state) }
        findings.format = .ocfl
        findings.holdsTogether = !inventory.files.isEmpty
        findings.unnamed = folder.with { !inventory.contentPaths.contains($0.path) }
        findings.problems = object.problems + inventory.problems + missing.all + findings.problems
        if folder.session.fixity != nil { findings.problems += OCFLCheck(object, inventory).problems }
        var record = inventory.record
        if let description = DescriptionFile.record(in: state, noting: &findings.problems) {
            record = description.completed(by: record)
        }
        findings.complete(by: record)
        return findings
    }

    /// Without any inventory nothing is known of versions: all files are documents.
    private static func plain(_ object: OCFLObject) throws -> LayoutFindings {
        var findings = try PlainLayout.findings(in: object.folder) ?? .nothing
        findings.format = .ocfl
        findings.problems = object.problems + findings.problems
        return findings
    }
}
