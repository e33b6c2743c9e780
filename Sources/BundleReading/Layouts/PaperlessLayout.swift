internal import BundleConventions
internal import ExtractionProtocol

/// An export of Paperless-ngx: the metadata of its manifests for each document, and Paperless's PDF, else the original
/// file.
enum PaperlessLayout: BundleLayout {
    /// The manifest holds the texts of all documents.
    private static let manifestFactor = 4

    static func findings(in folder: BundleFolder) throws -> LayoutFindings? {
        guard let main = folder[BundleNames.exportManifest],
            FirstBytes.isDatabaseDump(Array(folder.session.head(of: folder.reference(to: main))))
        else { return nil }
        var manifest = PaperlessManifest()
        let maximum = min(folder.limits.metadataBytes, Int.max / manifestFactor) * manifestFactor
        let limit = ByteLimit(name: "\(manifestFactor) × metadataBytes", count: Int64(maximum))
        try BundleError.naming(folder.entryName(of: main)) {
            try manifest.add(parsing: folder.bytes(of: main, limit: limit))
        }
        var findings = LayoutFindings(format: .paperless, documents: [])
        for file in folder.files where file.name.hasSuffix("-manifest.json") {
            folder.read(file, noting: &findings.problems) { try manifest.add(parsing: $0) }
        }
        var named: Set<String> = []
        for document in manifest.documents() {
            named.formUnion(document.exportedPaths)
            guard !document.isDeleted else { continue }
            add(document, in: folder, to: &findings)
            stateChecksums(of: document, in: folder)
        }
        findings.holdsTogether = named.contains { folder[$0] != nil }
        findings.unnamed = folder.with { !named.contains($0.path) }
        if findings.documents.isEmpty { findings.skipReason = "there is no document in this export" }
        return findings
    }

    private static func stateChecksums(of document: PaperlessDocument, in folder: BundleFolder) {
        guard let fixity = folder.session.fixity else { return }
        for exported in [document.exportedArchive, document.exportedFile].compactMap({ $0 }) {
            guard let checksum = exported.checksum, let file = folder[exported.path] else { continue }
            // Newer exports have longer ones, and neither states its algorithm.
            fixity.add(
                checksum, algorithm: checksum.count == 64 ? "sha256" : "md5", of: file, in: folder,
                by: BundleNames.exportManifest)
        }
    }

    private static func add(_ document: PaperlessDocument, in folder: BundleFolder, to findings: inout LayoutFindings) {
        let paths = [document.exportedArchive, document.exportedFile].compactMap { $0?.path }
        let name = paths.first ?? document.metadata.title ?? "document \(document.key)"
        guard !paths.isEmpty else {
            findings.problems.append(
                BundleError(.damaged, "the export contains no file for this document", entry: folder.entryName(name)))
            return
        }
        var missing = ProblemList()
        for path in paths where folder[path] == nil {
            folder.miss(path, "the manifest names this file, but it is not there", in: &missing)
        }
        findings.problems += missing.all
        let files = paths.compactMap { folder[$0] }
        findings.problems += files.compactMap(\.entry.refusal)
        let usable = files.filter { $0.entry.refusal == nil }
        let file = usable.first { $0.type == .pdf } ?? usable.first(where: \.isImage) ?? usable.first
        guard let file else { return }
        let documentFiles: DocumentFiles =
            if file.type == .pdf {
                .file(folder.reference(to: file))
            } else if file.isImage {
                .images([folder.reference(to: file)])
            } else {
                // For mails and office documents only Paperless's text is used.
                .nowhere
            }
        findings.documents.append(
            BundledDocument(
                entry: folder.entryName(of: file), files: documentFiles, metadata: document.metadata,
                rawMetadata: document.rawText, text: document.content.map(SidecarText.unpaged) ?? .none))
    }
}
