/// Two entries may have one name, or look alike without control characters.
enum UniqueNames {
    static func names(_ names: [String]) -> [String] {
        let all = Set(names)
        var copies: [String: Int] = [:]
        return names.map { name in
            var number = copies[name, default: 0] + 1
            // A name such as `a.pdf#2` may be another entry's own.
            while number > 1, all.contains(numbered(name, number)) { number += 1 }
            copies[name] = number
            return numbered(name, number)
        }
    }

    /// Nil without a number such as `#2`.
    static func original(_ name: String) -> String? {
        guard let mark = name.utf8.lastIndex(of: UInt8(ascii: "#")) else { return nil }
        let number = name.utf8[name.utf8.index(after: mark)...]
        return !number.isEmpty && number.allSatisfy { (0x30...0x39).contains($0) } ? String(name[..<mark]) : nil
    }

    private static func numbered(_ name: String, _ number: Int) -> String { number == 1 ? name : "\(name)#\(number)" }
}
