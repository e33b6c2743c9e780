/// How large what a reader says may be. Both programs hold on to it: a reader cuts what goes beyond and says so, and the
/// coordinator takes a frame that goes beyond for the work of a hostile file.
///
/// `BundleAnswer` checks the order and the number of frames.
package struct FrameBounds: Sendable {
    let limits: ExtractionLimits

    /// Points (1/72 inch): no page is larger, and nothing on it is further from its corner.
    static let pagePoints = 1_000_000.0
    /// Bytes of the number that is printed on a page.
    static let labelBytes = 256
    /// Bytes of one recognised word.
    static let wordBytes = 1024
    /// Reasons for a verdict, and bytes of each.
    static let verdictReasons = (count: 64, bytes: 256)
    /// Bytes of a SHA-256 in hexadecimal.
    static let hashBytes = 64
    /// Bytes of words that a program says of itself, such as its version.
    static let nameBytes = 256
    /// A page's number, pages that a document claims, and files of a bundle that are not there.
    static let counts = 0...Int(Int32.max)
    /// How many of those that are awaited are named.
    static let awaitedNames = 20
    /// Bytes of a drawn image.
    static let imageBytes = 1 << 30
    /// Bytes of a document.
    static let documentBytes: ClosedRange<Int64> = 0...(1 << 50)

    package init(_ limits: ExtractionLimits) { self.limits = limits }

    /// Pages that a heading may lead to.
    var pages: ClosedRange<Int> { 1...max(1, limits.pages) }
    /// Bytes of the name of a document or entry: a bundle within a bundle has its own before it.
    var entryBytes: Int { Self.product(limits.nameBytes + 16, limits.nesting + 1) }
    /// Bytes of a sentence that says what is wrong. It may name entries.
    var reasonBytes: Int { Self.product(entryBytes, 2) }
    /// Bytes of the text of a page.
    var textBytes: Int { min(limits.pageTextBytes, FrameHeader.maximumPayload) }
    /// Bytes of the metadata of one document.
    package var recordBytes: Int { min(limits.recordBytes, FrameHeader.maximumPayload) }

    /// Bytes of the metadata of all documents of a bundle.
    package var recordBytesOfBundle: Int {
        let (result, isHuge) = recordBytes.multipliedReportingOverflow(by: ExtractionLimits.recordsOfBundle)
        return isHuge ? .max : result
    }

    /// Bytes of the payload of a frame of this kind. In JSON a character that has to be escaped takes twice as many; those
    /// that take more are not in any text of a frame.
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

    /// Values of the payload of a frame of this kind, names of members included: each takes memory, however short it is.
    func payloadValues(kind: UInt8) -> Int {
        switch FrameKind(rawValue: kind) {
        case .greeting: 10_000
        // Authors, addresses and tags have one value each, details seven.
        case .document: Self.product(limits.values, 12) + 1_000
        case .page: Self.product(limits.pageWords, 16) + 1_000
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
