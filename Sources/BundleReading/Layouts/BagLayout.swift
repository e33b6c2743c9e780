internal import BundleConventions
internal import ExtractionProtocol

/// A bag (RFC 8493): the files in `data/`, with the metadata of `bag-info.txt` after the payload's own.
enum BagLayout: BundleLayout {
    static func findings(in folder: BundleFolder) throws -> LayoutFindings? {
        guard var problems = declarationProblems(in: folder) else { return nil }
        // First, so that awaited files are not reported as missing.
        BagPayload.expectFiles(in: folder, noting: &problems)
        let payload = folder.below("data")
        var findings = try folder.session.wrapped { try BundleLayouts.findings(in: payload) }
        findings.addLostMETS(in: payload)
        findings.format = .bagit

        let tagFiles = folder.with { !$0.path.hasPrefix("data/") }
        var record =
            DescriptionFile.record(in: payload, noting: &findings.problems)
            ?? DescriptionFile.record(in: tagFiles, noting: &findings.problems) ?? DescriptiveRecord()
        // Its name up to version 0.95.
        let info = (folder["bag-info.txt"] ?? folder["package-info.txt"]).flatMap { file in
            folder.read(file, noting: &findings.problems) { bytes in
                if let flaw = BagInfo.flaw(in: bytes) { throw BundleError(.damaged, flaw) }
                return BagInfo(parsing: bytes)
            }
        }
        if let info { record = record.completed(by: info.record) }
        findings.complete(by: record)
        if findings.documents.count == 1, findings.documents[0].metadata.title == nil, !findings.documents[0].isPDF,
            let title = info?.shortDescription
        {
            findings.documents[0].metadata.setTitle(title)
        }
        let stated = BagPayload(folder, claims: info?.payload)
        findings.problems = problems + findings.problems + stated.problems
        // A bag without its manifests remains a bag; otherwise an audit would ignore it.
        findings.holdsTogether = stated.namesFiles || !payload.files.isEmpty
        findings.unnamed = tagFiles
        tagFiles.describe { file in
            ["bagit.txt", "bag-info.txt", "package-info.txt", "fetch.txt"].contains(file.path)
                || BagManifest.algorithm(fileName: file.path) != nil
                || BagManifest.algorithm(tagFileName: file.path) != nil
        }
        return findings
    }

    /// Nil for a folder that was never a bag.
    static func declarationProblems(in folder: BundleFolder) -> [BundleError]? {
        let name = BundleNames.bagDeclaration
        guard let file = folder[name] else {
            guard hasSigns(folder) else { return nil }
            let reason = "this is a damaged bag: it has manifests and a payload, but not the file that declares it"
            let missing = folder.entryName(ofMissing: name)
            folder.session.absent.tell(missing)
            return [BundleError(.damaged, reason, entry: missing)]
        }
        do {
            let bytes = try folder.bytes(of: file, limit: .metadata(folder.limits))
            if BagInfo.declaredVersion(bytes) != nil { return [] }
            guard hasSigns(folder) else { return nil }
            let reason = "this is a damaged bag: the file that declares it does not say the version of BagIt"
            return [BundleError(.damaged, reason, entry: folder.entryName(of: file))]
        } catch {
            // The rest of the bag may be whole.
            let hasManifest = folder.files.contains { BagManifest.algorithm(fileName: $0.path) != nil }
            return hasManifest ? [BundleError(error, reading: folder.entryName(of: file))] : nil
        }
    }

    private static func hasSigns(_ folder: BundleFolder) -> Bool {
        let top = folder.files.filter { !$0.path.contains("/") }
        let isTagged = top.contains { BagManifest.algorithm(tagFileName: $0.path) != nil || $0.path == "bag-info.txt" }
        if isTagged, folder.files.contains(where: { $0.path.hasPrefix("data/") }) { return true }
        return top.contains { file in
            guard BagManifest.algorithm(fileName: file.path) != nil else { return false }
            // As much as identifies it; the last line may be cut off.
            let start = folder.session.head(of: folder.reference(to: file))
            let found = BagManifest(parsing: Array(start), algorithm: "")
            return !found.files.isEmpty && found.files.count >= found.problems.count
                && found.files.dropLast().allSatisfy { $0.checksum.count >= 8 && $0.checksum.allSatisfy(\.isHexDigit) }
        }
    }
}

extension BundledDocument {
    /// A PDF may have a title of its own.
    var isPDF: Bool { if case .file = files { true } else { false } }
}
