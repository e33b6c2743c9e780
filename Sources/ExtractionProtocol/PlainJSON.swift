import Foundation

/// Writes JSON whose order and names are given. Foundation's coder takes longer for the two frames of a page of text
/// than anything else that the coordinator does with the page.
struct PlainJSONWriter {
    private(set) var bytes: [UInt8] = []

    init(textBytes: Int) { bytes.reserveCapacity(textBytes + textBytes / 16 + 512) }

    mutating func write(_ plain: StaticString) { plain.withUTF8Buffer { bytes.append(contentsOf: $0) } }

    mutating func write(_ number: Int) { bytes.append(contentsOf: String(number).utf8) }

    /// False, with nothing written, for NaN, infinity, and numbers that are written with an exponent.
    mutating func write(_ number: Double) -> Bool {
        let digits = number.description
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x2E }) else { return false }
        bytes.append(contentsOf: digits.utf8)
        return true
    }

    mutating func write(text: String) {
        var text = text
        bytes.append(UInt8(ascii: "\""))
        text.withUTF8 { characters in
            var start = 0
            for (position, byte) in characters.enumerated() where byte < 0x20 || byte == 0x22 || byte == 0x5C {
                bytes.append(contentsOf: characters[start..<position])
                start = position + 1
                bytes.append(UInt8(ascii: "\\"))
                switch byte {
                case 0x0A: bytes.append(UInt8(ascii: "n"))
                case 0x22, 0x5C: bytes.append(byte)
                default: bytes.append(contentsOf: "u00\(byte < 0x10 ? "0" : "")\(String(byte, radix: 16))".utf8)
                }
            }
            bytes.append(contentsOf: characters[start...])
        }
        bytes.append(UInt8(ascii: "\""))
    }
}

/// Reads what ``PlainJSONWriter`` writes. Each function gives nil for anything else, which is left to Foundation's
/// coder.
struct PlainJSONReader {
    private let bytes: UnsafeRawBufferPointer
    private var position = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    var isAtEnd: Bool { position == bytes.count }

    mutating func take(_ plain: StaticString) -> Bool {
        let count = plain.utf8CodeUnitCount
        guard bytes.count - position >= count, let base = bytes.baseAddress,
            memcmp(base + position, plain.utf8Start, count) == 0
        else { return false }
        position += count
        return true
    }

    /// A number that is not negative, with as many digits as always fit.
    mutating func number() -> Int? {
        let digits = take { (0x30...0x39).contains($0) }
        guard (1...18).contains(digits.count), digits.count == 1 || digits.first != 0x30 else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// A number with a point, as Swift writes it.
    mutating func fraction() -> Double? {
        let digits = take { (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x2E }
        guard digits.count <= 40, let number = Double(String(decoding: digits, as: UTF8.self)) else { return nil }
        return number.description.utf8.elementsEqual(digits) ? number : nil
    }

    mutating func text() -> String? {
        guard take("\"") else { return nil }
        let plain = takeText()
        if take("\"") { return String(validating: plain, as: UTF8.self) }
        var text = Array(plain)
        while take("\\") {
            if take("n") {
                text.append(0x0A)
            } else if take("\"") {
                text.append(0x22)
            } else if take("\\") {
                text.append(0x5C)
            } else {
                return nil
            }
            text.append(contentsOf: takeText())
        }
        return take("\"") ? String(validating: text, as: UTF8.self) : nil
    }

    private mutating func takeText() -> Slice<UnsafeRawBufferPointer> {
        take { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }
    }

    private mutating func take(_ belongs: (UInt8) -> Bool) -> Slice<UnsafeRawBufferPointer> {
        let start = position
        while position < bytes.count, belongs(bytes[position]) { position += 1 }
        return bytes[start..<position]
    }
}
