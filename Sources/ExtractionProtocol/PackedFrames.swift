import Foundation

/// The payloads of the two frames that come with each page of text. They have a form of their own because a coder of
/// JSON takes longer for them than anything else that the coordinator does with a page.
///
/// Values follow each other in the order of the members: numbers in 8 bytes, little-endian; texts in UTF-8 and lists
/// after their length in 4; optional values after a byte that is 0 or 1.
protocol PackedFrame {
    func pack(_ payload: inout PackedWriter)
    init(_ payload: inout PackedReader) throws
}

extension StartingFrame: PackedFrame {
    func pack(_ payload: inout PackedWriter) {
        payload.put(stage.rawValue)
        payload.put(address.entry)
        payload.put(address.page)
    }

    init(_ payload: inout PackedReader) throws {
        self.init(
            stage: try payload.choice(), address: PageAddress(entry: try payload.text(), page: try payload.number()))
    }
}

extension PageFrame: PackedFrame {
    func pack(_ payload: inout PackedWriter) {
        payload.put(entry)
        payload.put(page)
        payload.put(label) { $0.put($1) }
        payload.put(width)
        payload.put(height)
        payload.put(text)
        payload.put(language) { $0.put($1) }
        payload.put(origin.rawValue)
        payload.put(verdict.rawValue)
        payload.put(layer) { $0.put($1.rawValue) }
        payload.put(reasons) { $0.put($1) }
        payload.put(confidence) { $0.put($1) }
        payload.put(words) { payload, word in
            payload.put(word.text)
            payload.put(word.box) { $0.put($1) }
            payload.put(word.confidence)
            payload.put(word.isIndexed)
        }
        payload.put(imageHash) { $0.put($1) }
        payload.put(isTruncated)
    }

    init(_ payload: inout PackedReader) throws {
        self.init(
            entry: try payload.text(), page: try payload.number(), label: try payload.optional { try $0.text() },
            width: try payload.fraction(), height: try payload.fraction(), text: try payload.text(),
            language: try payload.optional { try $0.text() }, origin: try payload.choice(),
            verdict: try payload.choice(),
            layer: try payload.optional { try $0.choice() }, reasons: try payload.list { try $0.text() },
            confidence: try payload.optional { try $0.fraction() },
            words: try payload.list { payload in
                PageWord(
                    text: try payload.text(), box: try payload.list { try $0.fraction() },
                    confidence: try payload.fraction(), isIndexed: try payload.flag())
            },
            imageHash: try payload.optional { try $0.text() }, isTruncated: try payload.flag())
    }
}

struct PackedWriter {
    private(set) var bytes: [UInt8] = []

    mutating func put(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

    mutating func put(_ number: Int) { putBytes(of: Int64(number).littleEndian) }

    mutating func put(_ number: Double) { putBytes(of: number.bitPattern.littleEndian) }

    mutating func put(_ text: String) {
        putBytes(of: UInt32(text.utf8.count).littleEndian)
        bytes.append(contentsOf: text.utf8)
    }

    mutating func put<Value>(_ value: Value?, _ pack: (inout PackedWriter, Value) -> Void) {
        put(value != nil)
        if let value { pack(&self, value) }
    }

    mutating func put<Value>(_ values: [Value], _ pack: (inout PackedWriter, Value) -> Void) {
        putBytes(of: UInt32(values.count).littleEndian)
        for value in values { pack(&self, value) }
    }

    private mutating func putBytes<Number: FixedWidthInteger>(of number: Number) {
        withUnsafeBytes(of: number) { bytes.append(contentsOf: $0) }
    }
}

/// Each function throws ``FrameError/payload(_:)`` for bytes that are not what ``PackedWriter`` writes.
struct PackedReader {
    private let bytes: UnsafeRawBufferPointer
    private var position = 0

    private init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    static func frame<Frame: PackedFrame>(_ payload: Data) throws -> Frame {
        try payload.withUnsafeBytes { bytes in
            var payload = PackedReader(bytes)
            let frame = try Frame(&payload)
            guard payload.position == bytes.count else { throw FrameError.payload("bytes after its end") }
            return frame
        }
    }

    mutating func flag() throws -> Bool {
        switch try take(1)[0] {
        case 0: false
        case 1: true
        default: throw FrameError.payload("a flag that is neither 0 nor 1")
        }
    }

    mutating func number() throws -> Int { Int(Int64(littleEndian: try fixed())) }

    mutating func fraction() throws -> Double {
        let number = Double(bitPattern: UInt64(littleEndian: try fixed()))
        guard number.isFinite else { throw FrameError.payload("a number that is not finite") }
        return number
    }

    mutating func text() throws -> String {
        let length = Int(UInt32(littleEndian: try fixed()))
        guard let text = String(validating: try take(length), as: UTF8.self) else {
            throw FrameError.payload("a text that is not UTF-8")
        }
        return text
    }

    mutating func choice<Choice: RawRepresentable<String>>() throws -> Choice {
        let name = try text()
        guard let choice = Choice(rawValue: name) else {
            let beginning = String(String.UnicodeScalarView(name.unicodeScalars.prefix(50)))
            throw FrameError.payload("the unknown word \(ControlCharacters.replaced(in: beginning))")
        }
        return choice
    }

    mutating func optional<Value>(_ read: (inout PackedReader) throws -> Value) throws -> Value? {
        try flag() ? try read(&self) : nil
    }

    /// No room is reserved for a length that is only stated.
    mutating func list<Value>(_ read: (inout PackedReader) throws -> Value) throws -> [Value] {
        var values: [Value] = []
        for _ in 0..<UInt32(littleEndian: try fixed()) { values.append(try read(&self)) }
        return values
    }

    private mutating func fixed<Number: FixedWidthInteger>() throws -> Number {
        try take(Number.bitWidth / 8).loadUnaligned(as: Number.self)
    }

    private mutating func take(_ count: Int) throws -> UnsafeRawBufferPointer {
        guard count <= bytes.count - position else { throw FrameError.payload("it ends inside a value") }
        defer { position += count }
        return UnsafeRawBufferPointer(rebasing: bytes[position..<position + count])
    }
}
