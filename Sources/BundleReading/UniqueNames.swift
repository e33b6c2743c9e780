/// Names that tell documents apart: two entries may have one name, or look alike without control characters.
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

    private static func numbered(_ name: String, _ number: Int) -> String { number == 1 ? name : "\(name)#\(number)" }
}
