internal import ExtractionProtocol

/// A `.yianazip` that is not a zip: version 1, which is JSON, four bytes FF and (optionally) a PDF, or the JSON alone.
enum YianaOpener: BundleOpener {
    /// Never part of UTF-8, so its first occurrence ends the JSON.
    private static let separator: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF]

    static func matches(_ opening: FileOpening) -> Bool { opening.firstCharacters(2) == Array("{\"".utf8) }

    static func open(_ file: BundleFile, way: [BundleEntry], session: ReadingSession) throws -> OpenedFile {
        let (bytes, isSeparated) = try metadata(of: file, maximum: session.limits.metadataBytes)
        let json: ParsedJSON
        do {
            json = try ParsedJSON(parsing: bytes)
        } catch let error as BundleError where error.code == .damaged {
            throw BundleError(
                .damaged, "this begins like a Yiana document, but its metadata is not valid JSON")
        }
        guard let metadata = YianaMetadata(json) else {
            let missing = YianaMetadata.missingKeys(in: json).map { "\"\($0)\"" }.joined(separator: ", ")
            throw BundleError(
                .unsupported, "this is neither a PDF nor a zip, and JSON that Yiana did not write: it lacks \(missing)")
        }
        let start = Int64(bytes.count + separator.count)
        let hasPDF = isSeparated && start < file.byteCount
        let reference = FileReference(endOf: way, offset: start)
        let document = BundledDocument(
            entry: "", files: hasPDF ? .file(reference) : .nowhere, metadata: metadata.metadata,
            rawMetadata: session.keepsRawMetadata ? metadata.rawText : nil,
            text: metadata.fullText.map(SidecarText.unpaged) ?? .none)
        return .document(document, isSeparated ? .yianaBinary : .yianaMetadata)
    }

    private static func metadata(of file: BundleFile, maximum: Int) throws -> (bytes: [UInt8], isSeparated: Bool) {
        var bytes: [UInt8] = []
        var searched = 0
        while Int64(bytes.count) < file.byteCount {
            let chunk = try file.bytes(at: Int64(bytes.count), count: 64 << 10)
            guard !chunk.isEmpty else { throw BundleError(.changed, "the file became shorter while it was read") }
            bytes += chunk
            let found = bytes.firstIndex(ofSequence: separator, from: searched)
            if (found ?? bytes.count) > maximum {
                throw BundleError.limit("metadataBytes", of: maximum, "the metadata has more bytes than allowed")
            }
            if let found { return (Array(bytes[..<found]), true) }
            // The separator may lie across two chunks.
            searched = max(0, bytes.count - separator.count + 1)
        }
        return (bytes, false)
    }
}
