internal import ExtractionProtocol

/// The most bytes that a file may have, and the name of that limit among the properties of ``ExtractionLimits``.
struct ByteLimit: Sendable {
    let name: String
    let count: Int64

    static func document(_ limits: ExtractionLimits) -> ByteLimit {
        ByteLimit(name: "entryBytes", count: limits.entryBytes)
    }

    static func metadata(_ limits: ExtractionLimits) -> ByteLimit {
        ByteLimit(name: "metadataBytes", count: Int64(limits.metadataBytes))
    }

    static func markup(_ limits: ExtractionLimits) -> ByteLimit {
        ByteLimit(name: "markupBytes", count: Int64(limits.markupBytes))
    }

    /// Throws ``BundleError`` when `count` is more.
    func check(_ count: Int64) throws {
        if count > self.count { throw BundleError.limit(name, of: self.count, "it has more bytes than allowed") }
    }
}

/// How many bytes come of each packed one.
enum UnpackingRatio {
    /// Throws ``BundleError`` when `given` unpacked bytes are too many for the `taken` ones that they came of.
    static func check(given: Int64, taken: Int64, maximum: Int) throws {
        let (allowed, isHuge) = max(taken, 1).multipliedReportingOverflow(by: Int64(maximum))
        guard !isHuge, given > allowed else { return }
        throw BundleError.limit(
            "compressionRatio", of: maximum,
            "its first \(taken) bytes unpack to \(given), \(given / max(taken, 1)) for each")
    }
}
