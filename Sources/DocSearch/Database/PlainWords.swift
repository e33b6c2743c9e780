/// Whether words are written as ``WordCoding`` writes them, with nothing in them that needs a closer look: decoding the JSON
/// of a page takes fifty times as long. False says nothing against them.
struct PlainWords {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var place = 0

    static func are(_ json: String, most: Int) -> Bool {
        var json = json
        return json.withUTF8 { bytes in
            var scan = PlainWords(bytes: bytes)
            return scan.list(most: most)
        }
    }

    private init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    private mutating func list(most: Int) -> Bool {
        guard take("[") else { return false }
        var count = 0
        repeat {
            count += 1
            guard count <= most, take("{\"b\":["), number(), take(","), number(), take(","), number(), take(","),
                number(), take("],\"c\":"), number(), take(",\"t\":\""), text()
            else { return false }
            _ = take(",\"x\":true")
            guard take("}") else { return false }
        } while take(",")
        return take("]") && place == bytes.count
    }

    private mutating func take(_ word: StaticString) -> Bool {
        guard bytes.count - place >= word.utf8CodeUnitCount else { return false }
        for offset in 0..<word.utf8CodeUnitCount where bytes[place + offset] != word.utf8Start[offset] { return false }
        place += word.utf8CodeUnitCount
        return true
    }

    /// Without an exponent, and so short that it is one.
    private mutating func number() -> Bool {
        _ = take("-")
        guard digits() else { return false }
        return take(".") ? digits() : true
    }

    private mutating func digits() -> Bool {
        let start = place
        while place < bytes.count, (0x30...0x39).contains(bytes[place]) { place += 1 }
        return (1...20).contains(place - start)
    }

    /// To the quotation mark after it, without control characters. The only escapes are those of `"` and `\`.
    private mutating func text() -> Bool {
        let (start, quote, escape) = (place, UInt8(ascii: "\""), UInt8(ascii: "\\"))
        while place < bytes.count, bytes[place] != quote {
            let byte = bytes[place]
            // U+0080 to U+00BF begin with C2.
            guard byte >= 0x20, byte != 0x7F, byte != 0xC2 else { return false }
            place += 1
            guard byte == escape else { continue }
            guard place < bytes.count, bytes[place] == quote || bytes[place] == escape else { return false }
            place += 1
        }
        return place - start <= 256 && take("\"")
    }
}
