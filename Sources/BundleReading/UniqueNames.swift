/// Names that tell a bundle's documents apart. Nothing forbids two entries of one name, and two names may look the same
/// once control characters are replaced.
enum UniqueNames {
    static func renamed(_ documents: [BundledDocument]) -> [BundledDocument] {
        zip(documents, names(documents.map(\.entry))).map { document, name in
            var document = document
            document.entry = name
            return document
        }
    }

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

    private static func numbered(_ name: String, _ number: Int) -> String {
        number == 1 ? name : "\(name)#\(number)"
    }
}
