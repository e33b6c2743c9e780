internal import ExtractionProtocol

/// A `.yianazip` that is not a zip: version 1, which is JSON, four bytes FF and (optionally) a PDF, or the JSON alone.
enum YianaOpener: BundleOpener {
    /// Never part of UTF-8, so its first occurrence ends the JSON.
    private static let separator: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF]

    static func matches(_ opening: FileOpening) -> Bool { opening.firstCharacters(2) == Array("{\"".utf8) }

    static func open(_ opening: FileOpening, way: [BundleEntry], session: ReadingSession) throws -> OpenedFile {
        let (bytes, isSeparated) = try metadata(of: opening.file, maximum: session.limits.metadataBytes)
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
        let hasPDF = isSeparated && start < opening.file.byteCount
        let reference = FileReference(endOf: way, offset: start)
        let document = BundledDocument(
            entry: "", files: hasPDF ? .file(reference) : .nowhere, metadata: metadata.metadata,
            rawMetadata: session.keepsRawMetadata ? metadata.rawText : nil,
            text: metadata.fullText.map(SidecarText.unpaged) ?? .none)
        return .document(document, isSeparated ? .yianaBinary : .yianaMetadata)
    }

    private static func metadata(of file: BundleFile, maximum: Int) throws -> (bytes: [UInt8], isSeparated: Bool) {
        let bytes = try file.bytes(at: 0, count: min(maximum, Int(clamping: file.byteCount)) + separator.count)
        if let end = bytes.firstIndex(ofSequence: separator) { return (Array(bytes[..<end]), true) }
        guard file.byteCount <= Int64(maximum)
        else { throw BundleError.limit("metadataBytes", of: maximum, "the metadata has more bytes than allowed") }
        return (bytes, false)
    }
}
