/// Bounds on the size of a reader's messages. Both programs apply them: a reader cuts longer parts and reports that,
/// and the coordinator takes a larger frame for the work of a hostile file.
///
/// `BundleAnswer` checks the order and the number of frames.
package struct FrameBounds: Sendable {
    let limits: ExtractionLimits

    /// Points (1/72 inch). Larger than any page and any distance on it.
    static let pagePoints = 1_000_000.0
    static let labelBytes = 256
    static let wordBytes = 1024
    static let verdictReasons = (count: 64, bytes: 256)
    /// SHA-256 in hexadecimal.
    static let hashBytes = 64
    /// Bytes of a program's description of itself, such as its version.
    static let nameBytes = 256
    /// Page numbers, stated page counts, and counts of missing files.
    static let counts = 0...Int(Int32.max)
    static let awaitedNames = 20
    static let imageBytes = 1 << 30
    static let documentBytes: ClosedRange<Int64> = 0...(1 << 50)

    package init(_ limits: ExtractionLimits) { self.limits = limits }

    var pages: ClosedRange<Int> { 1...max(1, limits.pages) }
    /// Bytes of an entry's name. A nested bundle has its own name before it.
    var entryBytes: Int { Self.product(limits.nameBytes + 16, limits.nesting + 1) }
    /// Bytes of an error sentence, which may name entries.
    var reasonBytes: Int { Self.product(entryBytes, 2) }
    var textBytes: Int { min(limits.pageTextBytes, FrameHeader.maximumPayload) }
    package var recordBytes: Int { min(limits.recordBytes, FrameHeader.maximumPayload) }

    package var recordBytesOfBundle: Int {
        let (result, isHuge) = recordBytes.multipliedReportingOverflow(by: ExtractionLimits.recordsOfBundle)
        return isHuge ? .max : result
    }

    package func check(_ header: FrameHeader) throws {
        let most = payloadBytes(kind: header.kind)
        guard header.payloadLength <= most else { throw FrameError.tooLong(header.payloadLength, most: most) }
    }

    /// Payload bytes of a frame of this kind. JSON escapes double a character at most: the characters with longer
    /// escapes are not in any text of a frame.
    func payloadBytes(kind: UInt8) -> Int {
        let bytes =
            switch FrameKind(rawValue: kind) {
            case .greeting: 1 << 20
            case .bundle:
                2 * Self.product(entryBytes, Self.awaitedNames) + 2 * BundleFrame.PassedOver.nameBytes
                    + 4 * BundleFrame.PassedOver.mostNames + 1 << 12
            case .document: 2 * (recordBytes + textBytes + entryBytes) + 1 << 16
            case .contents:
                2
                    * (ContentsFrame.mostHeadings * (ContentsFrame.titleBytes + 64)
                        + ContentsFrame.mostFiles * (ContentsFrame.nameBytes + 64)) + 1 << 12
            case .page: 2 * (textBytes + entryBytes) + Self.product(limits.pageWords, 128) + 1 << 16
            default: 2 * (2 * entryBytes + reasonBytes) + 1 << 12
            }
        return min(bytes, FrameHeader.maximumPayload)
    }

    /// Values in a JSON payload of this kind, including member names. Each takes memory, however short it is.
    /// Nil for a ``PackedFrame``, whose values take a few times their bytes at most.
    func payloadValues(kind: UInt8) -> Int? {
        switch FrameKind(rawValue: kind) {
        case .starting, .page: nil
        case .greeting: 10_000
        // Authors, addresses and tags have one value each, details seven.
        case .document: Self.product(limits.values, 12) + 1_000
        case .bundle: BundleFrame.PassedOver.mostNames + 1_000
        case .contents: 8 * (ContentsFrame.mostHeadings + ContentsFrame.mostFiles) + 1_000
        default: 1_000
        }
    }

    private static func product(_ number: Int, _ times: Int) -> Int {
        let (result, isHuge) = number.multipliedReportingOverflow(by: times)
        return isHuge ? FrameHeader.maximumPayload : min(result, FrameHeader.maximumPayload)
    }
}
