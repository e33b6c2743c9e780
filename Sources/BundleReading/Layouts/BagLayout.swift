internal import ExtractionProtocol

/// A bag (RFC 8493): whatever lies in `data/`, with what `bag-info.txt` says. What the payload says of itself comes
/// first.
enum BagLayout: BundleLayout {
    static func findings(in folder: BundleFolder, _ session: ReadingSession) throws -> LayoutFindings? {
        guard let declaration = folder["bagit.txt"] else { return nil }
        do {
            let bytes = try folder.bytes(of: declaration, limit: .metadata(session.limits))
            guard BagInfo.declaredVersion(bytes) != nil else { return nil }
        } catch is BundleError {
            // A damaged declaration is one all the same: the rest of the bag may be whole.
            guard folder.files.contains(where: { BagManifest.algorithm(fileName: $0.path) != nil }) else { return nil }
        }
        let payload = folder.below("data")
        var findings = try session.wrapped { try BundleLayouts.findings(in: payload, session) }
        findings.format = .bagit

        var record = DescriptiveRecord()
        if let description = DescriptionFile.record(in: payload, session, &findings.problems)
            ?? DescriptionFile.record(in: folder.with { !$0.path.hasPrefix("data/") }, session, &findings.problems)
        {
            record = description
        }
        let info = folder["bag-info.txt"].flatMap { file in
            folder.reading(file, .metadata(session.limits), &findings.problems) { BagInfo(parsing: $0) }
        }
        if let info { record = record.completed(by: info.record) }
        findings.complete(by: record)
        if findings.documents.count == 1, findings.documents[0].metadata.title == nil, !findings.documents[0].isPDF,
            let title = info?.shortDescription
        {
            findings.documents[0].metadata.title = title
            findings.documents[0].metadata.titleSource = .metadata
        }
        findings.problems += missingFiles(of: folder, session)
        return findings
    }

    /// Files that a manifest names and that are neither in the bag nor, as `fetch.txt` says, elsewhere.
    private static func missingFiles(of folder: BundleFolder, _ session: ReadingSession) -> [BundleError] {
        var problems: [BundleError] = []
        var list = ProblemList()
        var isReported: Set<String> = []
        for file in folder.files where !file.path.contains("/") {
            guard let algorithm = BagManifest.algorithm(fileName: file.path) else { continue }
            let manifest = folder.reading(file, .metadata(session.limits), &problems) {
                BagManifest(parsing: $0, algorithm: algorithm)
            }
            guard let manifest else { continue }
            for problem in manifest.problems where isReported.insert(problem.entry ?? "").inserted {
                list.add(problem.code, problem.reason, entry: problem.entry ?? file.path)
            }
            for path in manifest.files.map(\.path) where folder[path] == nil && !isLitter(path) {
                guard isReported.insert(path).inserted else { continue }
                list.add(.damaged, "the bag is incomplete: its manifest names a file that is not there", entry: path)
            }
        }
        return problems + list.all
    }

    /// What is not looked at is not missed.
    private static func isLitter(_ path: String) -> Bool { BundleEntry(index: 0, name: path).isLitter }
}

extension BundledDocument {
    /// A PDF may have a title of its own.
    var isPDF: Bool { if case .file = place { true } else { false } }
}
