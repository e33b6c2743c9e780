internal import ExtractionProtocol

/// Decodes names in a zip that states no encoding: Windows programs write them in their country's code page. It is
/// guessed from all names of a bundle together, by the likelihood of the result.
enum NameEncoding {
    /// Bytes of names that are judged.
    private static let sampleBytes = 8 << 10
    /// Rounds of guessing: names that are invalid in the code page of the others are guessed among themselves.
    private static let mostRounds = 8

    /// Call before the process gives up its rights.
    static func prepare() { CodePageTable.prepare() }

    /// The names as text, in order. Valid UTF-8 stays UTF-8. Others are in `setting`, if it is given and they are valid
    /// in it.
    static func texts(of names: [[UInt8]], setting: CodePage?) -> [String] {
        var texts = [String?](repeating: nil, count: names.count)
        var left = Array(names.indices)
        if let setting {
            let isUTF8 = names.allSatisfy { String(validating: $0, as: UTF8.self) != nil }
            for index in left { texts[index] = text(of: names[index], in: isUTF8 ? nil : setting) }
            left.removeAll { texts[$0] != nil }
        }
        for _ in 0..<mostRounds where !left.isEmpty {
            let page = guess(left.map { names[$0] })
            for index in left { texts[index] = text(of: names[index], in: page) }
            let others = left.filter { texts[$0] == nil }
            guard others.count < left.count else { break }
            left = others
        }
        return names.indices.map { texts[$0] ?? String(decoding: names[$0], as: UTF8.self) }
    }

    /// A nil page is UTF-8. In any page a valid UTF-8 name is UTF-8, unless it may be Korean or the like.
    private static func text(of name: [UInt8], in page: CodePage?) -> String? {
        let utf8 = String(validating: name, as: UTF8.self)
        guard let page else { return utf8 }
        if let utf8, isSurelyUTF8(utf8) || !page.isMultibyte { return utf8 }
        return page.text(of: name)
    }

    /// No name in a code page is accidentally such UTF-8, with three bytes for a character or an alphabet that takes
    /// two. Two bytes of Korean may be one Latin letter.
    private static func isSurelyUTF8(_ text: String) -> Bool { text.unicodeScalars.contains { $0.value > 0x240 } }

    /// The code page of some names; nil for UTF-8.
    private static func guess(_ names: [[UInt8]]) -> CodePage? {
        let utf8 = names.map { String(validating: $0, as: UTF8.self) }
        let isUTF8 = utf8.allSatisfy { $0 != nil }
        if isUTF8, utf8.contains(where: { $0.map(isSurelyUTF8) == true }) { return nil }
        var sample: [[UInt8]] = []
        var count = 0
        for (name, text) in zip(names, utf8) where isUTF8 || text == nil {
            sample.append(name)
            count += name.count
            if count > sampleBytes { break }
        }
        var best: (page: CodePage?, score: Double) = (.cp437, -.infinity)
        for language in NameLanguage.all {
            let pages: [CodePage?] = language.isLatin && isUTF8 ? language.pages + [nil] : language.pages
            for page in pages {
                let score = sample.reduce(language.prior(of: page)) { $0 + language.score($1, in: page) }
                if score > best.score { best = (page, score) }
            }
        }
        return best.page
    }
}
