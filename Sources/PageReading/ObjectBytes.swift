internal import CZlib
import Foundation

/// Objects of a PDF without an API in poppler, found in its bytes (ISO 32000-1, 7.3 and 7.5.7). The last one of each
/// number counts. Streams are plain or deflated. Nothing is found in an encrypted PDF.
struct ObjectBytes {
    private let bytes: UnsafeRawBufferPointer
    private var packed: [Int: (stream: Int, range: Range<Int>)] = [:]
    private var streams: [[UInt8]] = []

    /// Bytes of all object streams together, and of one other stream.
    private static let mostBytes = 32 << 20
    private static let mostStreams = 10_000
    private static let mostObjects = 1_000_000
    private static let dictionaryBytes = 4096

    /// Borrows the bytes.
    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        var (position, looks, left) = (0, 0, Self.mostBytes)
        // Unsuccessful looks count, because they take time too.
        while looks < Self.mostStreams, left > 0, let found = find("/ObjStm", from: position) {
            position = found + 7
            looks += 1
            let start = lastIndex(of: " obj", before: found) ?? found
            guard let (dictionary, data) = stream(at: start), dictionary.contains("/ObjStm"),
                let first = Self.number(behind: "/First", in: dictionary),
                let content = Self.inflate(data, left: &left)
            else { continue }
            enter(content, first: first)
        }
    }

    /// The last wanted text after a name, with packed objects first. The text continues past the end of its object.
    func lastValue(of name: String, where isWanted: (String) -> Bool = { _ in true }) -> String? {
        var looks = 0
        func last(in buffer: UnsafeRawBufferPointer) -> String? {
            for offset in Self.offsets(of: name, in: buffer).suffix(Self.mostStreams - looks).reversed() {
                looks += 1
                let text = Self.text(buffer, from: offset + name.utf8.count)
                if isWanted(text) { return text }
            }
            return nil
        }
        if let found = last(in: bytes) { return found }
        for stream in streams.reversed() {
            if let found = stream.withUnsafeBytes({ last(in: $0) }) { return found }
        }
        return nil
    }

    /// The bytes before and behind a name in each dictionary that has it, the latest first, as far as no other
    /// dictionary lies between.
    func surroundings(of name: String) -> [(before: String, behind: String)] {
        func all(in buffer: UnsafeRawBufferPointer) -> [(String, String)] {
            Self.offsets(of: name, in: buffer).reversed().map { offset in
                let start = max(0, offset - Self.dictionaryBytes)
                let before = String(decoding: buffer[start..<offset], as: UTF8.self)
                let open = before.range(of: "<<", options: .backwards)?.upperBound ?? before.startIndex
                return (String(before[open...]), Self.text(buffer, from: offset + name.utf8.count))
            }
        }
        return all(in: bytes) + streams.reversed().flatMap { $0.withUnsafeBytes { all(in: $0) } }
    }

    func object(_ number: Int) -> String? {
        if let start = objectStart(number) { return Self.text(bytes, from: start) }
        return packed[number].map {
            String(decoding: streams[$0.stream][$0.range].prefix(Self.dictionaryBytes), as: UTF8.self)
        }
    }

    /// The size is subtracted from `left`. Nil for a longer stream, or one with another compression.
    func contents(_ number: Int, left: inout Int) -> [UInt8]? {
        guard let start = objectStart(number), let (dictionary, data) = stream(at: start) else { return nil }
        guard dictionary.contains("/Filter") else {
            let room = UnsafeRawBufferPointer(rebasing: data.prefix(left + 9))
            guard let end = Self.offset(of: "endstream", in: room, from: 0) ?? (room.count <= left ? room.count : nil)
            else { return nil }
            left -= end
            return Array(data[..<end])
        }
        let filters = dictionary.components(separatedBy: "Decode").count - 1
        guard dictionary.contains("/FlateDecode"), filters == 1 else { return nil }
        return Self.inflate(data, left: &left)
    }

    /// Names and numbers in `(name) 12 0 R`, and references without a name, up to the end of a list.
    static func references(in text: Substring) -> [(name: String, number: Int)] {
        var found: [(String, Int)] = []
        var name = ""
        var numbers: [Int] = []
        for token in text.replacing("(", with: " (").replacing(")", with: ") ").replacing("]", with: " ] ")
            .split(whereSeparator: \.isWhitespace)
        {
            if token == "]" || token.hasPrefix("/") || token == ">>" { break }
            if token.hasPrefix("(") {
                name = token.filter { $0 != "(" && $0 != ")" }
            } else if token == "R", numbers.count >= 2 {
                found.append((name, numbers[numbers.count - 2]))
                (name, numbers) = ("", [])
            } else if let number = Int(token) {
                numbers.append(number)
            }
        }
        return found
    }

    // MARK: Bytes

    private mutating func enter(_ content: [UInt8], first: Int) {
        guard first > 0, first <= content.count else { return }
        let numbers = String(decoding: content[..<first], as: UTF8.self).split(whereSeparator: \.isWhitespace)
            .compactMap { Int($0) }
        let count = numbers.count / 2
        for index in 0..<count where packed.count < Self.mostObjects {
            let (start, _) = first.addingReportingOverflow(numbers[2 * index + 1])
            let end =
                index + 1 < count ? first.addingReportingOverflow(numbers[2 * index + 3]).partialValue : content.count
            guard start >= first, start < end, end <= content.count else { continue }
            packed[numbers[2 * index]] = (streams.count, start..<end)
        }
        streams.append(content)
    }

    private func objectStart(_ number: Int) -> Int? {
        let pattern = "\(number) 0 obj"
        let last = Self.offsets(of: pattern, in: bytes).last {
            $0 == 0 || !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[$0 - 1])
        }
        return last.map { $0 + pattern.utf8.count }
    }

    private func stream(at start: Int) -> (dictionary: String, data: UnsafeRawBufferPointer)? {
        let near = UnsafeRawBufferPointer(rebasing: bytes[..<min(bytes.count, start + Self.dictionaryBytes)])
        guard let keyword = Self.offset(of: "stream", in: near, from: start) else { return nil }
        var data = keyword + 6
        if data < bytes.count, bytes[data] == 0x0D { data += 1 }
        if data < bytes.count, bytes[data] == 0x0A { data += 1 }
        let dictionary = String(decoding: bytes[start..<keyword], as: UTF8.self)
        return dictionary.contains("endobj") ? nil : (dictionary, UnsafeRawBufferPointer(rebasing: bytes[data...]))
    }

    private static func number(behind name: String, in text: String) -> Int? {
        text.range(of: name).flatMap { text[$0.upperBound...].split(whereSeparator: { !$0.isNumber }).first }
            .flatMap { Int($0) }
    }

    private func find(_ text: String, from start: Int) -> Int? { Self.offset(of: text, in: bytes, from: start) }

    private func lastIndex(of text: String, before end: Int) -> Int? {
        let start = max(0, end - Self.dictionaryBytes)
        let window = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
        return Self.offsets(of: text, in: window).last.map { start + $0 + text.utf8.count }
    }

    private static func text(_ bytes: UnsafeRawBufferPointer, from start: Int) -> String {
        String(decoding: bytes[start...].prefix(dictionaryBytes), as: UTF8.self)
    }

    private static func offsets(of text: String, in bytes: UnsafeRawBufferPointer) -> [Int] {
        var found: [Int] = []
        var position = 0
        while found.count < mostStreams, let next = offset(of: text, in: bytes, from: position) {
            found.append(next)
            position = next + 1
        }
        return found
    }

    private static func offset(of text: String, in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
        guard start < bytes.count, let base = bytes.baseAddress else { return nil }
        let pattern = Array(text.utf8)
        var position = start
        while bytes.count - position >= pattern.count,
            let found = memchr(base + position, Int32(pattern[0]), bytes.count - position - pattern.count + 1)
        {
            if memcmp(found, pattern, pattern.count) == 0 { return UnsafeRawPointer(found) - base }
            position = UnsafeRawPointer(found) - base + 1
        }
        return nil
    }

    /// Nil when the start is damaged, or when there are more than `left` bytes. The larger of the bytes read and
    /// written is subtracted from `left`.
    private static func inflate(_ data: UnsafeRawBufferPointer, left: inout Int) -> [UInt8]? {
        var stream = z_stream()
        guard inflateInit_(&stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return nil }
        let most = max(0, left)
        defer {
            // Empty blocks take input and give no output.
            left = max(0, most - max(Int(stream.total_in), Int(stream.total_out)))
            inflateEnd(&stream)
        }
        stream.next_in = UnsafeMutablePointer(mutating: data.bindMemory(to: UInt8.self).baseAddress)
        stream.avail_in = UInt32(clamping: min(data.count, most))
        var result: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        var status = Z_OK
        while status == Z_OK {
            let written = piece.withUnsafeMutableBufferPointer { room in
                stream.next_out = room.baseAddress
                stream.avail_out = UInt32(room.count)
                status = CZlib.inflate(&stream, Z_NO_FLUSH)
                return room.count - Int(stream.avail_out)
            }
            result += piece[..<written]
            if result.count > most { return nil }
            if written == 0, status != Z_STREAM_END { break }
        }
        return result.isEmpty && status != Z_STREAM_END ? nil : result
    }
}
