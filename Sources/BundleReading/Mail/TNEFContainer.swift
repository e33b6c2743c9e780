internal import ExtractionProtocol

/// Outlook's `winmail.dat`, the Transport Neutral Encapsulation Format ([MS-OXTNEF]). An attached message is again such
/// a file. The message text is not read, because the mail itself has it as well.
final class TNEFContainer: Container {
    let entries: [BundleEntry]
    private(set) var flaws: [BundleError] = []
    let budget: ReadingBudget
    private let parts: [Part]
    private let file: BundleFile
    private let path: String

    private struct Part {
        var name: String?
        var bytes: Range<Int64>?
        /// The bytes are a message, after a 16-byte identifier.
        var isMessage = false
    }

    static let signature: [UInt8] = [0x78, 0x9F, 0x3E, 0x22]
    /// Most properties read of one attachment. Outlook writes about 30.
    private static let mostProperties = 10_000

    init(_ file: BundleFile, path: String, budget: ReadingBudget) throws {
        (self.file, self.path, self.budget) = (file, path, budget)
        var parts: [Part] = []
        var isCut = false
        var page: String?
        // After the signature and a key.
        var position: Int64 = 6
        budget.begin(container: path, byteCount: file.byteCount)
        while position < file.byteCount {
            let head = try file.bytes(at: position, count: 9)
            let start = position + 9
            let end = start + Int64(head.number(5, 4))
            guard head.count == 9, [1, 2].contains(head[0]), end <= file.byteCount else {
                isCut = true
                break
            }
            switch Int(head.number(1, 4)) {
            case Attribute.codePage:
                page = OutlookProperties.encoding(ofPage: try file.bytes(at: start, count: 4).number(0, 4))
            case Attribute.newAttachment:
                try budget.count(entries: 1, in: "winmail.dat", container: path)
                parts.append(Part())
            case Attribute.title where !parts.isEmpty && parts[parts.count - 1].name == nil:
                parts[parts.count - 1].name = try Self.text(file, start..<end, isWide: false, page)
            case Attribute.data where !parts.isEmpty && !parts[parts.count - 1].isMessage:
                parts[parts.count - 1].bytes = start..<end
            case Attribute.properties where !parts.isEmpty:
                try Self.read(file, start..<end, page, into: &parts[parts.count - 1])
            default: break
            }
            // A checksum follows, which some programs get wrong.
            position = end + 2
        }
        self.parts = parts
        if isCut { flaws.append(BundleError(.damaged, "it ends too early or is damaged: attachments may be missing")) }
        entries = BundleEntry.flat(
            parts.enumerated().map { number, part in
                let name = part.name ?? "attachment-\(number + 1)"
                return part.isMessage ? name + ".tnef" : name
            }, budget.limits)
    }

    func unpack(_ entry: BundleEntry, limit: ByteLimit, _ consume: ByteConsumer) throws {
        guard let index = Int(exactly: entry.index), parts.indices.contains(index) else { throw BundleError.gone }
        guard let range = parts[index].bytes
        else { throw BundleError(.damaged, "there are no bytes of it in the file") }
        var bytes = CountedBytes(of: entry.index, in: path, budget, limit: limit)
        try file.forEachPiece(from: range.lowerBound, to: range.upperBound) { piece in
            try bytes.add(piece.count, of: nil)
            try consume(piece)
        }
    }

    /// Kinds of attributes ([MS-OXTNEF] 2.1.3.2), with their types.
    private enum Attribute {
        /// attOemCodepage, which comes before all names.
        static let codePage = 0x0006_9007
        /// attAttachRendData, the first attribute of each attachment.
        static let newAttachment = 0x0006_9002
        /// attAttachTitle: a short name, in the machine's encoding.
        static let title = 0x0001_8010
        /// attAttachData.
        static let data = 0x0006_800F
        /// attAttachment: properties in Exchange's form.
        static let properties = 0x0006_9005
    }

    /// Reads an attachment's properties ([MS-OXPROPS]): its full name, and its bytes if it is a message.
    private static func read(
        _ file: BundleFile, _ range: Range<Int64>, _ page: String?, into part: inout Part
    ) throws {
        var reader = PropertyReader(file: file, position: range.lowerBound, end: range.upperBound)
        var isNamed = false
        for _ in 0..<min(try reader.number(4) ?? 0, mostProperties) {
            guard let property = try reader.next() else { return }
            switch property.id {
            // PidTagAttachLongFilename, else PidTagDisplayName.
            case 0x3707, 0x3001:
                guard [0x1E, 0x1F].contains(property.type), property.id == 0x3707 || !isNamed else { continue }
                let name = try text(file, property.value, isWide: property.type == 0x1F, page)
                guard !name.isEmpty else { continue }
                part.name = name
                isNamed = true
            // PidTagAttachDataObject, which begins with an identifier.
            case 0x3701 where property.type == 0x0D && property.value.count > 20:
                let start = property.value.lowerBound + 16
                guard try file.bytes(at: start, count: 4) == signature else { continue }
                (part.bytes, part.isMessage) = (start..<property.value.upperBound, true)
            default: break
            }
        }
    }

    private static func text(
        _ file: BundleFile, _ range: Range<Int64>, isWide: Bool, _ page: String?
    ) throws -> String {
        let bytes = try file.bytes(at: range.lowerBound, count: Int(min(Int64(range.count), 64 << 10)))
        guard isWide else {
            let name = Array(bytes.prefix { $0 != 0 })
            // The machine's encoding is not stated reliably.
            return String(validating: name, as: UTF8.self)
                ?? page.flatMap { MailCharset.text(of: name, label: $0) }
                ?? String(String.UnicodeScalarView(name.map { Unicode.Scalar($0) }))
        }
        return bytes.terminatedUTF16
    }
}

/// Iterates over the properties of an attachment ([MS-OXTNEF] 2.1.3.4). Nil at the end and for invalid ones.
private struct PropertyReader {
    let file: BundleFile
    var position: Int64
    let end: Int64

    struct Property {
        let id: Int
        let type: Int
        let value: Range<Int64>
    }

    mutating func number(_ count: Int) throws -> Int? {
        guard position <= end - Int64(count) else { return nil }
        defer { position += Int64(count) }
        return Int(try file.bytes(at: position, count: count).number(0, count))
    }

    mutating func next() throws -> Property? {
        guard let kind = try number(2), let id = try number(2) else { return nil }
        if id >= 0x8000, try !skipName() { return nil }
        let (type, isList) = (kind & 0x0FFF, kind & 0x1000 != 0)
        let isVariable = [0x0D, 0x1E, 0x1F, 0x102].contains(type)
        var count = 1
        if isList || isVariable {
            guard let given = try number(4) else { return nil }
            count = given
        }
        var value = position..<position
        if isVariable {
            for _ in 0..<count {
                guard let length = try number(4), let range = take(length) else { return nil }
                value = range
            }
        } else {
            guard let width = Self.widths[type], count <= Int(end - position) / width, let range = take(width * count)
            else { return nil }
            value = range
        }
        return Property(id: id, type: type, value: value)
    }

    private mutating func skipName() throws -> Bool {
        guard take(16) != nil, let kind = try number(4) else { return false }
        guard kind == 1 else { return take(4) != nil }
        guard let length = try number(4) else { return false }
        return take(length) != nil
    }

    /// Takes this many bytes, and the padding to four.
    private mutating func take(_ count: Int) -> Range<Int64>? {
        guard count >= 0, Int64(count) <= end - position else { return nil }
        let range = position..<position + Int64(count)
        position = min(end, position + Int64((count + 3) / 4 * 4))
        return range
    }

    private static let widths = [
        0x02: 4, 0x03: 4, 0x04: 4, 0x05: 8, 0x06: 8, 0x07: 8, 0x0A: 4, 0x0B: 4, 0x14: 8, 0x40: 8, 0x48: 16,
    ]
}

enum TNEFOpener: BundleOpener {
    static func matches(_ opening: FileOpening) -> Bool { opening.head.starts(with: TNEFContainer.signature) }

    static func open(_ opening: FileOpening, way: [BundleEntry], session: ReadingSession) throws -> OpenedFile {
        let path = ReadingSession.path(way)
        return .container(try TNEFContainer(opening.file, path: path, budget: session.budget), .mail)
    }
}
