internal import CZlib
internal import ExtractionProtocol

/// Makes the directory of a zip again where libzip refuses the zip as a whole for a fault that concerns no entry's data:
/// a wrong number of entries (some programs count with 16 bits), offsets that do not count what stands before the zip,
/// damaged extra fields, a name that is not the UTF-8 that it is said to be.
///
/// Fields are those of APPNOTE 6.3, 4.3.12 to 4.3.16.
enum ZipRepair {
    /// A directory of a hundred thousand entries with long names has 20 MiB.
    private static let maximumBytes: Int64 = 64 << 20
    private static let headerCount = 46
    /// Of the comment at the end at most, of the end record before it, and of zip64's two records before that.
    private static let (commentBytes, endBytes, wideLocatorBytes, wideEndBytes) = (65_535, 22, 20, 56)
    /// Where a header has sizes and the offset, which are this number where zip64's field has them.
    private static let wideFields = [20, 24, 42]
    private static let elsewhere = UInt64(UInt32.max)
    private static let headerMark = Array("PK\u{1}\u{2}".utf8)

    /// Nil when the directory cannot be followed to its end. Throws ``BundleError`` for a bad file or too many entries.
    static func mended(_ file: BundleFile, maximumEntries: Int) throws -> ZipBytes? {
        guard let (directory, uncounted) = try directoryRange(of: file), Int64(directory.count) <= maximumBytes
        else { return nil }
        let bytes = try file.bytes(at: directory.lowerBound, count: directory.count)
        // Where the first entry is where it says, nothing before the zip was left uncounted.
        let first = try file.bytes(at: Int64(bytes.number(42, 4)), count: 4)
        let shift = first == Array("PK\u{3}\u{4}".utf8) ? 0 : uncounted
        var mended: [UInt8] = []
        var count = 0
        var position = 0
        while position < bytes.count {
            guard let header = header(in: bytes, at: position) else { return nil }
            count += 1
            guard count <= maximumEntries
            else { throw BundleError.limit("entries", of: maximumEntries, "this zip has more entries than allowed") }
            mended += header.mended
            position = header.end
        }
        let start = directory.lowerBound - shift
        return ZipBytes(
            file, part: shift..<directory.lowerBound,
            end: mended + endRecords(count: UInt64(count), start: UInt64(start), size: UInt64(mended.count)))
    }

    /// Where the directory is, and how many bytes before the zip its offsets do not count.
    private static func directoryRange(of file: BundleFile) throws -> (Range<Int64>, shift: Int64)? {
        let tailCount = commentBytes + endBytes + wideLocatorBytes + wideEndBytes
        let tailStart = max(0, file.byteCount - Int64(tailCount))
        let tail = try file.bytes(at: tailStart, count: tailCount)
        let endMark = Array("PK\u{5}\u{6}".utf8)
        guard
            let end = stride(from: tail.count - endBytes, through: 0, by: -1).first(where: {
                tail[$0...].starts(with: endMark)
            }), tail.number(end + 4, 2) == 0
        else { return nil }
        var limit = tailStart + Int64(end)
        var (size, offset) = (Int64(tail.number(end + 12, 4)), Int64(tail.number(end + 16, 4)))
        // The records of zip64, where they are directly before it.
        let wideEnd = end - wideLocatorBytes - wideEndBytes
        if wideEnd >= 0, tail[(end - wideLocatorBytes)...].starts(with: Array("PK\u{6}\u{7}".utf8)) {
            guard tail[wideEnd...].starts(with: Array("PK\u{6}\u{6}".utf8)) else { return nil }
            limit = tailStart + Int64(wideEnd)
            guard let wideSize = Int64(exactly: tail.number(wideEnd + 40, 8)),
                let wideOffset = Int64(exactly: tail.number(wideEnd + 48, 8))
            else { return nil }
            (size, offset) = (wideSize, wideOffset)
        }
        func isDirectory(_ start: Int64) throws -> Bool {
            guard start >= 0, start < limit else { return false }
            return try file.bytes(at: start, count: 4) == headerMark
        }
        if try isDirectory(offset) { return (offset..<limit, 0) }
        let (start, overflow) = limit.subtractingReportingOverflow(size)
        guard !overflow, try isDirectory(start) else { return nil }
        return (start..<limit, max(0, start - max(0, offset)))
    }

    /// A header without comment and damaged extra fields, and where the next begins.
    private static func header(in bytes: [UInt8], at start: Int) -> (mended: [UInt8], end: Int)? {
        guard start + headerCount <= bytes.count, bytes[start...].starts(with: headerMark) else { return nil }
        let nameEnd = start + headerCount + Int(bytes.number(start + 28, 2))
        let extraEnd = nameEnd + Int(bytes.number(start + 30, 2))
        let end = extraEnd + Int(bytes.number(start + 32, 2))
        guard end <= bytes.count else { return nil }
        var header = Array(bytes[start..<(start + headerCount)])
        let written = Array(bytes[(start + headerCount)..<nameEnd])
        let extra = extraFields(bytes[nameEnd..<extraEnd], of: header, written)
        if extra.wide.isEmpty {
            // There is nothing to refer to. What cannot be so long is refused when the entry is read.
            for offset in wideFields where header.number(offset, 4) == elsewhere { header[offset] = 0xFE }
        }
        let name = name(written, of: &header)
        let count = extra.wide.count + extra.others.count
        header.replaceSubrange(28..<34, with: little(UInt64(name.count), 2) + little(UInt64(count), 2) + [0, 0])
        return (header + name + extra.wide + extra.others, end)
    }

    /// A name that is said to be UTF-8 must be, and libzip takes none with control characters in it.
    private static func name(_ written: [UInt8], of header: inout [UInt8]) -> [UInt8] {
        let utf8Flag: UInt8 = 1 << 3
        guard header[9] & utf8Flag != 0 else { return written }
        if let text = String(validating: written, as: UTF8.self) {
            let name = Array(text.replacingControls().utf8)
            if name.count <= UInt16.max { return name }
        }
        header[9] &= ~utf8Flag
        return written
    }

    /// The extra fields that matter for reading and are as they should be: sizes and offsets of zip64, the name in
    /// Unicode, how the entry is encrypted. What is not understood ends them.
    private static func extraFields(
        _ fields: ArraySlice<UInt8>, of header: [UInt8], _ name: [UInt8]
    ) -> (wide: [UInt8], others: [UInt8]) {
        let bytes = Array(fields)
        var (wide, others): ([UInt8], [UInt8]) = ([], [])
        var kinds: Set<UInt64> = []
        var start = 0
        while start + 4 <= bytes.count {
            let (kind, end) = (bytes.number(start, 2), start + 4 + Int(bytes.number(start + 2, 2)))
            guard end <= bytes.count else { break }
            let content = bytes[(start + 4)..<end]
            let isNew = kinds.insert(kind).inserted
            switch kind {
            case 0x0001 where wide.isEmpty && content.count >= wideNumbers(of: header): wide = Array(bytes[start..<end])
            case 0x7075 where isNew && isName(Array(content), for: name): others += bytes[start..<end]
            case 0x9901 where isNew: others += bytes[start..<end]
            default: break
            }
            start = end
        }
        return (wide, others)
    }

    /// How many bytes of a zip64 field the header refers to.
    private static func wideNumbers(of header: [UInt8]) -> Int {
        wideFields.count { header.number($0, 4) == elsewhere } * 8
    }

    /// Whether a Unicode path field is for this name.
    private static func isName(_ content: [UInt8], for name: [UInt8]) -> Bool {
        guard content.count > 5, content[0] == 1 else { return false }
        return content.number(1, 4) == UInt64(crc32(0, name, UInt32(name.count)))
            && String(validating: content[5...], as: UTF8.self) != nil
    }

    private static func endRecords(count: UInt64, start: UInt64, size: UInt64) -> [UInt8] {
        var end = Array("PK\u{6}\u{6}".utf8) + little(44, 8) + little(45, 2) + little(45, 2) + little(0, 8)
        end += little(count, 8) + little(count, 8) + little(size, 8) + little(start, 8)
        end += Array("PK\u{6}\u{7}".utf8) + little(0, 4) + little(start &+ size, 8) + little(1, 4)
        end += Array("PK\u{5}\u{6}".utf8) + [0, 0, 0, 0] + [UInt8](repeating: 0xFF, count: 12)
        return end + [0, 0]
    }

    private static func little(_ value: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
    }
}
