internal import BundleConventions
internal import ExtractionProtocol

/// A bag (RFC 8493): whatever lies in `data/`, with what `bag-info.txt` says. What the payload says of itself comes
/// first.
enum BagLayout: BundleLayout {
    static func findings(in folder: BundleFolder) throws -> LayoutFindings? {
        guard let declaration = BagDeclaration(of: folder) else { return nil }
        // First, so that what is awaited is not reported as missing.
        var problems = declaration.problems
        BagPayload.expectFiles(in: folder, noting: &problems)
        let payload = folder.below("data")
        var findings = try folder.session.wrapped { try BundleLayouts.findings(in: payload) }
        findings.format = .bagit

        let tagFiles = folder.with { !$0.path.hasPrefix("data/") }
        var record =
            DescriptionFile.record(in: payload, noting: &findings.problems)
            ?? DescriptionFile.record(in: tagFiles, noting: &findings.problems) ?? DescriptiveRecord()
        // Called otherwise up to version 0.95.
        let info = (folder["bag-info.txt"] ?? folder["package-info.txt"]).flatMap { file in
            folder.read(file, noting: &findings.problems) { BagInfo(parsing: $0) }
        }
        if let info { record = record.completed(by: info.record) }
        findings.complete(by: record)
        if findings.documents.count == 1, findings.documents[0].metadata.title == nil, !findings.documents[0].isPDF,
            let title = info?.shortDescription
        {
            findings.documents[0].metadata.setTitle(title)
        }
        let stated = BagPayload(folder, claims: info?.payload?.files)
        findings.problems = problems + findings.problems + stated.problems
        // One that has lost its manifests is still a bag, or an audit would not ask for it any more.
        findings.holdsTogether = stated.namesFiles || !payload.files.isEmpty
        findings.unnamed = tagFiles
        return findings
    }
}

extension BundledDocument {
    /// A PDF may have a title of its own.
    var isPDF: Bool { if case .file = place { true } else { false } }
}
