internal import BundleConventions
internal import ExtractionProtocol

/// A `.yianazip` of version 2: a flat zip of `metadata.json`, `content.pdf` (optional) and `format.json`.
enum YianaLayout: BundleLayout {
    private static let newestVersion: Int64 = 2

    /// Nil when the zip lacks `metadata.json` in Yiana's shape, or has other PDFs in place of `content.pdf`.
    static func findings(in folder: BundleFolder) throws -> LayoutFindings? {
        guard let metadataFile = folder[BundleNames.yianaMetadata] else { return nil }
        let metadata: YianaMetadata
        do {
            let json = try ParsedJSON(parsing: folder.bytes(of: metadataFile, limit: .metadata(folder.limits)))
            guard let found = YianaMetadata(json) else { return nil }
            metadata = found
        } catch is BundleError {
            // Other layouts read the same file again and report its problem.
            return nil
        }
        let content = folder[BundleNames.yianaContent]
        guard content != nil || !folder.hasPDF else { return nil }
        try checkVersion(in: folder)

        let files = content.flatMap { $0.entry.refusal == nil ? DocumentFiles.file(folder.reference(to: $0)) : nil }
        // The PDF's path even if it is missing, so that the document's path stays the same when one is added.
        let wrapper = metadataFile.entry.path.dropLast(BundleNames.yianaMetadata.count)
        let document = BundledDocument(
            entry: content.map { folder.entryName(of: $0) } ?? folder.entryName(wrapper + BundleNames.yianaContent),
            files: files ?? .nowhere,
            metadata: metadata.metadata, rawMetadata: folder.session.keepsRawMetadata ? metadata.rawText : nil,
            text: metadata.fullText.map(SidecarText.unpaged) ?? .none)
        return LayoutFindings(
            format: .yianaZip, documents: [document], problems: [content?.entry.refusal].compactMap { $0 })
    }

    private static func checkVersion(in folder: BundleFolder) throws {
        // The first files of version 2 had no `format.json`.
        guard let file = folder[BundleNames.yianaFormat] else { return }
        let entry = file.entry
        let json = try BundleError.naming(entry.name) {
            try ParsedJSON(parsing: folder.bytes(of: file, limit: .metadata(folder.limits)))
        }
        guard case .integer(let version)? = json.object?["formatVersion"]
        else { throw BundleError(.damaged, "it does not say the version of the format", entry: entry.name) }
        guard version <= newestVersion else {
            throw BundleError(
                .unsupported, "this is version \(version) of Yiana's format, up to \(newestVersion) are supported")
        }
    }
}
