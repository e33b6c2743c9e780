extension [UInt8] {
    /// Little-endian; 0 when the bytes end before it.
    func number(_ start: Int, _ count: Int) -> UInt64 {
        guard start >= 0, start <= self.count - count else { return 0 }
        return self[start..<(start + count)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Nil when the bytes end before it, and for a number beyond `Int`.
    func number(at start: Int, bytes count: Int, isLittleEndian: Bool = false) -> Int? {
        guard start >= 0, start <= self.count - count else { return nil }
        let part = self[start..<(start + count)]
        let ordered = isLittleEndian ? Array(part.reversed()) : Array(part)
        return Int(exactly: ordered.reduce(0 as UInt64) { $0 << 8 | UInt64($1) })
    }

    /// UTF-16 with the low byte first, up to the first NUL; a last odd byte is dropped.
    var terminatedUTF16: String {
        let units = stride(from: 0, to: count - 1, by: 2).map { UInt16(self[$0]) | UInt16(self[$0 + 1]) << 8 }
        return String(decoding: units.prefix { $0 != 0 }, as: UTF16.self)
    }
}
