/// Messages that hostile clients make of good ones.
public enum MutatedMessage {
    private static let pieces = [
        "null", "[]", "{}", "-1", "1e308", "\"\"", "\\u0000", "\"", "}", "]", ",", ":", "{\"a\":", "[[[[", "\u{202E}",
        "9223372036854775808",
        "true", "\\ud800", "\"id\":", "\"method\":\"ping\"", "%", "~", "(", "\u{FFFD}", "*", "..",
    ].map { Array($0.utf8) }

    /// One to eight changes of one of `seeds`.
    public static func next(_ seeds: [[UInt8]], _ generator: inout SeededGenerator) -> [UInt8] {
        var bytes = seeds.randomElement(using: &generator) ?? []
        for _ in 0..<Int.random(in: 1...8, using: &generator) {
            guard !bytes.isEmpty else { break }
            let position = Int.random(in: 0..<bytes.count, using: &generator)
            let end = min(bytes.count, position + Int.random(in: 1...20, using: &generator))
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: bytes[position] = UInt8.random(in: 0...255, using: &generator)
            case 1: bytes[position] ^= 1 << UInt8.random(in: 0...7, using: &generator)
            case 2: bytes.removeSubrange(position..<end)
            case 3:
                bytes.insert(contentsOf: bytes[position..<end], at: Int.random(in: 0...bytes.count, using: &generator))
            case 4: bytes.insert(contentsOf: pieces.randomElement(using: &generator) ?? [], at: position)
            default: bytes.replaceSubrange(position..<end, with: pieces.randomElement(using: &generator) ?? [])
            }
        }
        return bytes
    }
}
