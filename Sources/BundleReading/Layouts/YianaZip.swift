internal import ExtractionProtocol

/// A `.yianazip` of version 2: a flat zip of `metadata.json`, `content.pdf` (optional) and `format.json`.
enum YianaZip {
    static let contentName = "content.pdf"
    private static let newestVersion: Int64 = 2

    /// Nil when the zip is not one of Yiana's: it lacks `metadata.json` in Yiana's shape, or has other PDFs in place of
    /// `content.pdf`. Throws ``BundleError`` when it is one but cannot be understood.
    static func documents(in contents: ZipContents) throws -> ZipFindings? {
        guard let metadataEntry = contents.entry("metadata.json") else { return nil }
        let metadata: YianaMetadata
        do {
            let json = try JSONValue(parsing: contents.archive.smallFile(metadataEntry))
            guard let found = YianaMetadata(json) else { return nil }
            metadata = found
        } catch is BundleError {
            // A plain zip reads the same file again and reports what is wrong with it.
            return nil
        }
        let content = contents.entry(contentName)
        guard content != nil || !contents.entries.contains(where: \.isPDF) else { return nil }
        try checkVersion(in: contents)

        let place = content.map { $0.refusal == nil ? ContentPlace.zipEntry($0) : .nowhere } ?? .nowhere
        let document = BundledDocument(
            entry: contentName, place: place, metadata: metadata.metadata, rawMetadata: metadata.rawText,
            unpagedText: metadata.fullText)
        return ZipFindings(
            format: .yianaZip, documents: [document], problems: [content?.refusal].compactMap { $0 })
    }

    private static func checkVersion(in contents: ZipContents) throws {
        // The first files of version 2 had no `format.json`.
        guard let entry = contents.entry("format.json") else { return }
        let json: JSONValue
        do {
            json = try JSONValue(parsing: contents.archive.smallFile(entry))
        } catch let error as BundleError {
            throw error.naming(entry.name)
        }
        guard case .integer(let version)? = json.object?["formatVersion"] else {
            throw BundleError(.damaged, "it does not say the version of the format", entry: entry.name)
        }
        guard version <= newestVersion else {
            throw BundleError(
                .unsupported,
                "this is version \(version) of Yiana's format, up to \(newestVersion) are supported")
        }
    }
}
