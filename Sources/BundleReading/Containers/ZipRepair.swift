internal import CZlib
internal import ExtractionProtocol

/// Rebuilds the directory of a zip that libzip rejects as a whole for a fault outside the entries' data: a wrong number
/// of entries (some programs count with 16 bits), offsets that ignore bytes before the zip, damaged extra fields, a
/// name marked as UTF-8 that is not.
///
/// Fields are those of APPNOTE 6.3, 4.3.12 to 4.3.16.
enum ZipRepair {
    /// A directory of a hundred thousand entries with long names has 20 MiB.
    private static let maximumBytes: Int64 = 64 << 20
    private static let headerCount = 46
    /// Most bytes of the comment at the end, and bytes of the end record before it and of zip64's two records before
    /// that.
    private static let (commentBytes, endBytes, wideLocatorBytes, wideEndBytes) = (65_535, 22, 20, 56)
    /// Offsets of a header's sizes and offset, which have this value where zip64's field holds them.
    private static let wideFields = [20, 24, 42]
    private static let elsewhere = UInt64(UInt32.max)
    private static let headerMark = Array("PK\u{1}\u{2}".utf8)

    static func mended(_ file: BundleFile, maximumEntries: Int) throws -> ZipBytes? {
        guard let (directory, uncounted) = try directoryRange(of: file), Int64(directory.count) <= maximumBytes
        else { return nil }
        let bytes = try file.bytes(at: directory.lowerBound, count: directory.count)
        // If the first entry is at its stated place, the offsets ignore nothing before the zip.
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

    /// The place of the directory, and the number of bytes before the zip that its offsets ignore.
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
        // The records of zip64, if they are directly before it.
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
            // The zip64 field is missing. A size that is impossible is refused when the entry is read.
            for offset in wideFields where header.number(offset, 4) == elsewhere { header[offset] = 0xFE }
        }
        let name = name(written, of: &header)
        let count = extra.wide.count + extra.others.count
        header.replaceSubrange(28..<34, with: little(UInt64(name.count), 2) + little(UInt64(count), 2) + [0, 0])
        return (header + name + extra.wide + extra.others, end)
    }

    /// libzip rejects names that are marked as UTF-8 but are not, and names with control characters.
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

    /// The valid extra fields that matter for reading: sizes and offsets of zip64, the name in Unicode, the kind of
    /// encryption. The first invalid one ends them.
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

    private static func wideNumbers(of header: [UInt8]) -> Int {
        wideFields.count { header.number($0, 4) == elsewhere } * 8
    }

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
