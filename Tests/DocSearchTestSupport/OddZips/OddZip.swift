/// A zip that is not as it should be, and what becomes of it.
///
/// `item` is a row of the table of odd zips in docs/errors.md. A test goes through that table and these zips, so that
/// neither has what the other lacks.
public struct OddZip: Sendable, CustomStringConvertible {
    /// Several zips may be of one item.
    public let item: String
    public let bytes: [UInt8]
    /// Properties of `ExtractionLimits` that are not the default.
    public var limits: [String: Int] = [:]
    /// What comes of reading all of it, a line each: of the whole, of entries that are refused, of documents.
    public let outcome: [String]

    public var description: String { item }

    init(_ item: String, _ zip: ZipWriter, limits: [String: Int] = [:], _ outcome: String...) {
        self.init(item, bytes: zip.bytes, limits: limits, outcome: outcome)
    }

    init(_ item: String, _ entries: [ZipWriter.Entry], limits: [String: Int] = [:], _ outcome: String...) {
        self.init(item, bytes: ZipWriter(entries).bytes, limits: limits, outcome: outcome)
    }

    public init(_ item: String, bytes: [UInt8], limits: [String: Int] = [:], outcome: [String]) {
        self.item = item
        self.bytes = bytes
        self.limits = limits
        self.outcome = outcome
    }

    public static let all = names + storage + structures + overlaps + limits + markup

    /// A PDF that every reader can open.
    public static let pdf = PDFWriter(texts: ["The water board met"]).bytes

    static func pdf(_ name: String) -> ZipWriter.Entry { ZipWriter.Entry(name, pdf) }

    /// What is wrong with it in one line; the name is `x.pdf`.
    static func odd(_ change: (inout ZipWriter.Entry) -> Void) -> ZipWriter.Entry { pdf("x.pdf").with(change) }
}

/// 4 MiB of zeros as deflate packs them, about 1028 for each byte.
public enum PackedZeros {
    public static let data: [UInt8] =
        [0xED, 0xC1, 0x01, 0x01, 0, 0, 0, 0x82, 0x20, 0xFF, 0xAF, 0x6E, 0x48, 0x40, 0x01]
        + [UInt8](repeating: 0, count: 4063) + [0x7C, 0x1B]
    public static let count = 4 << 20
    public static let checksum = ZipWriter.checksum(of: repeatElement(0, count: count))

    public static func entry(_ name: String) -> ZipWriter.Entry {
        ZipWriter.Entry(name, data).with {
            $0.method = 8
            $0.claimedSize = UInt32(count)
            $0.checksum = checksum
        }
    }
}
