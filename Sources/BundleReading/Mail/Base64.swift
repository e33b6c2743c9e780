/// Base64 in lines, as mails have it (RFC 2045, 6.8).
enum Base64 {
    static let lineBytes = 57
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func lines(of bytes: ArraySlice<UInt8>) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count / 3 * 4 + bytes.count / lineBytes * 2 + 8)
        for line in stride(from: bytes.startIndex, to: bytes.endIndex, by: lineBytes) {
            let end = min(bytes.endIndex, line + lineBytes)
            for start in stride(from: line, to: end, by: 3) {
                let count = min(3, end - start)
                let group = (0..<3).reduce(0) { $0 << 8 | ($1 < count ? Int(bytes[start + $1]) : 0) }
                for digit in 0..<4 {
                    text.append(digit <= count ? digits[group >> (18 - 6 * digit) & 0x3F] : UInt8(ascii: "="))
                }
            }
            text += [0x0D, 0x0A]
        }
        return text
    }
}
