/// Makes checksums right after the fuzzer has changed what they are of.
enum Mending {
    /// Of every block that looks like the header of a tar.
    static func mendTar(_ bytes: inout [UInt8]) {
        for start in stride(from: 0, to: bytes.count - 511, by: 512)
        where bytes[start + 257..<start + 262].elementsEqual("ustar".utf8) {
            let field = start + 148..<start + 156
            let sum = (start..<start + 512).reduce(0) { $0 + (field.contains($1) ? 0x20 : Int(bytes[$1])) }
            let digits = String(sum, radix: 8)
            let text = String(repeating: "0", count: max(0, 6 - digits.count)) + digits
            bytes.replaceSubrange(field, with: Array(text.utf8.prefix(6)) + [0, 0x20])
        }
    }

    /// Of the header at the end, and of what says where it is.
    static func mendSevenZip(_ bytes: inout [UInt8]) {
        guard bytes.count >= 32 else { return }
        bytes.replaceSubrange(0..<6, with: [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C])
        func number(_ range: Range<Int>) -> UInt64 { bytes[range].reversed().reduce(0) { $0 << 8 | UInt64($1) } }
        let (start, count) = (number(12..<20).addingReportingOverflow(32), number(20..<28))
        let (end, isHuge) = start.partialValue.addingReportingOverflow(count)
        if !start.overflow, !isHuge, end <= UInt64(bytes.count) {
            put(checksum(bytes[Int(start.partialValue)..<Int(end)]), at: 28, in: &bytes)
        }
        put(checksum(bytes[12..<32]), at: 8, in: &bytes)
    }

    private static func put(_ value: UInt32, at index: Int, in bytes: inout [UInt8]) {
        for place in 0..<4 { bytes[index + place] = UInt8(truncatingIfNeeded: value >> (8 * UInt32(place))) }
    }

    /// CRC-32 (ISO 3309).
    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        ~bytes.reduce(~0) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
        }
    }
}
