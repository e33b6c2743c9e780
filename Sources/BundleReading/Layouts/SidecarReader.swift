internal import ExtractionProtocol

/// Finds and reads what lies beside the PDFs of a zip. A sidecar that cannot be read becomes a problem; its PDF goes on
/// without it.
struct SidecarReader {
    private(set) var problems: [BundleError] = []
    private let contents: ZipContents
    private let sidecars: [String: BundleEntry]
    /// All sidecars are in memory at once, so their sum is limited to eight of the largest allowed.
    private let maximumBytes: Int
    private var bytesHeld = 0
    /// Entries that were tried in vain, so that many PDFs of one name do not try them, and report them, again.
    private var failures: Set<UInt64> = []

    init(_ contents: ZipContents, limits: ExtractionLimits) {
        self.contents = contents
        maximumBytes = max(0, min(limits.metadataBytes, Int.max / 8)) * 8
        let found = contents.entries.compactMap { entry in
            Self.splitExtension(entry.path).map { (Self.key(base: $0.base, extension: $0.extension), entry) }
        }
        sidecars = Dictionary(found) { first, _ in first }
    }

    /// The metadata for the zip as a whole.
    mutating func bundleMetadata(unlessBeside pdfs: [BundleEntry]) -> SidecarMetadata? {
        guard let entry = contents.metadataEntry,
            !pdfs.contains(where: { sidecar(beside: $0, extension: "json")?.index == entry.index })
        else { return nil }
        return reading(entry) { try SidecarMetadata(parsing: $0) }
    }

    mutating func metadata(beside pdf: BundleEntry) -> SidecarMetadata? {
        sidecar(beside: pdf, extension: "json").flatMap { reading($0) { try SidecarMetadata(parsing: $0) } }
    }

    /// Text in pages when the file has form feeds, else unpaged: without them nothing says which page it belongs to.
    mutating func text(beside pdf: BundleEntry) -> (pages: [String], unpaged: String?)? {
        sidecar(beside: pdf, extension: "txt").flatMap { entry in
            reading(entry) { Self.pages(of: TextDecoding.text(of: $0)) }
        }
    }

    private static func pages(of text: String) -> (pages: [String], unpaged: String?) {
        // By scalars: a form feed is never joined to what follows, and this is much faster.
        var pages = text.unicodeScalars.split(separator: "\u{C}", omittingEmptySubsequences: false)
            .map { String($0) }
        guard pages.count > 1 else { return ([], text.isEmpty ? nil : text) }
        // `pdftotext` and its like end every page with a form feed, the last one too.
        if pages.last == "" { pages.removeLast() }
        return (pages, nil)
    }

    private mutating func reading<Value>(_ entry: BundleEntry, _ read: ([UInt8]) throws -> Value) -> Value? {
        guard !failures.contains(entry.index) else { return nil }
        do {
            let bytes = try contents.archive.smallFile(entry)
            guard bytesHeld + bytes.count <= maximumBytes else {
                throw BundleError.limit(
                    "8 × metadataBytes", of: maximumBytes, "with it there are too many bytes of sidecars")
            }
            bytesHeld += bytes.count
            return try read(bytes)
        } catch let error as BundleError {
            problems.append(error.naming(entry.name))
        } catch {
            problems.append(BundleError(.damaged, "it cannot be read: \(error)", entry: entry.name))
        }
        failures.insert(entry.index)
        return nil
    }

    /// `x.pdf.json` before `x.json`: it is the more particular one.
    private func sidecar(beside pdf: BundleEntry, extension wanted: String) -> BundleEntry? {
        guard let base = Self.splitExtension(pdf.path)?.base else { return nil }
        return sidecars[Self.key(base: pdf.path, extension: wanted)]
            ?? sidecars[Self.key(base: base, extension: wanted)]
    }

    private static func key(base: String, extension: String) -> String {
        "\(base).\(`extension`.lowercased())"
    }

    private static func splitExtension(_ path: String) -> (base: String, extension: String)? {
        guard let dot = path.lastIndex(of: ".") else { return nil }
        return (String(path[..<dot]), String(path[path.index(after: dot)...]))
    }
}
