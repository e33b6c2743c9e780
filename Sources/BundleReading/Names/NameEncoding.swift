internal import ExtractionProtocol

/// Decodes names in a zip or tar that states no encoding: Windows programs write them in their country's code page. It is
/// guessed from all names of a bundle together, by the likelihood of the result.
enum NameEncoding {
    private static let sampleBytes = 8 << 10
    /// Rounds of guessing: names that are invalid in the code page of the others are guessed among themselves.
    private static let mostRounds = 8

    /// Tars come from Unix, where nothing writes code pages of DOS.
    enum Kind { case zip, tar }

    /// Valid UTF-8 stays UTF-8. Other names are in `setting`, if it is given and they are valid in it.
    static func texts(of names: [[UInt8]], in kind: Kind, setting: CodePage?) -> [String] {
        var texts = [String?](repeating: nil, count: names.count)
        var left = Array(names.indices)
        if let setting {
            let isUTF8 = names.allSatisfy { String(validating: $0, as: UTF8.self) != nil }
            for index in left { texts[index] = text(of: names[index], in: isUTF8 ? nil : setting) }
            left.removeAll { texts[$0] != nil }
        }
        for _ in 0..<mostRounds where !left.isEmpty {
            let page = guess(left.map { names[$0] }, in: kind)
            for index in left { texts[index] = text(of: names[index], in: page) }
            let others = left.filter { texts[$0] == nil }
            guard others.count < left.count else { break }
            left = others
        }
        return names.indices.map { texts[$0] ?? String(decoding: names[$0], as: UTF8.self) }
    }

    /// The text of bytes whose encoding nothing beside them tells.
    static func text(of bytes: [UInt8]) -> String {
        texts(of: [bytes], in: .tar, setting: nil).first ?? String(decoding: bytes, as: UTF8.self)
    }

    /// A nil page is UTF-8. In any page a valid UTF-8 name is UTF-8, unless the others make it likelier that it is not:
    /// `图纸` in GBK and `Ёлка` in CP866 are valid by chance.
    private static func text(of name: [UInt8], in page: CodePage?) -> String? {
        let utf8 = String(validating: name, as: UTF8.self)
        guard let page else { return utf8 }
        if let utf8 {
            if utf8.unicodeScalars.contains(where: { 0x800..<0x20000 ~= $0.value }) { return utf8 }
            // Rare characters take four bytes, which are four letters of one page.
            if utf8.unicodeScalars.contains(where: { $0.value >= 0x20000 }) { return page.text(of: name) ?? utf8 }
            if !page.isMultibyte || isLikelierUTF8(name, than: page) { return utf8 }
        }
        return page.text(of: name)
    }

    /// For valid UTF-8 among names in a code page: a single Chinese character may be a Latin letter, a word is not.
    private static func isLikelierUTF8(_ name: [UInt8], than page: CodePage) -> Bool {
        let utf8 = NameLanguage.all.compactMap { $0.score(name, in: nil) }.max()
        let own = NameLanguage.all.filter { $0.pages.contains(page) }.compactMap { $0.score(name, in: page) }.max()
        guard let utf8, let own else { return own == nil }
        return utf8 > own + likelier
    }

    /// The other names are evidence for their code page.
    private static let likelier = 5.0

    /// No name in a code page is accidentally such UTF-8, with three bytes for a character or an alphabet that takes
    /// two. Two bytes of Korean may be one Latin letter.
    private static func isSurelyUTF8(_ text: String) -> Bool { text.unicodeScalars.contains { $0.value > 0x240 } }

    /// That of lines of a text that are not UTF-8; nil where it can be none.
    static func page(of lines: [[UInt8]]) -> CodePage? {
        guess(lines, in: .tar).flatMap { page in lines.contains { page.text(of: $0) != nil } ? page : nil }
    }

    private static func guess(_ names: [[UInt8]], in kind: Kind) -> CodePage? {
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
        let candidates = NameLanguage.all.flatMap { language in
            let pages: [CodePage?] = language.isLatin && isUTF8 ? language.pages + [nil] : language.pages
            return pages.map { page in
                Candidate(
                    page: page, prior: language.prior(of: page, in: kind),
                    scores: sample.map { language.score($0, in: page) })
            }
        }
        let best = sample.indices.map { index in candidates.compactMap { $0.scores[index] }.max() ?? 0 }
        var found: (page: CodePage?, score: Double) = (.cp437, -.infinity)
        for candidate in candidates where candidate.scores.contains(where: { $0 != nil }) {
            let score = zip(candidate.scores, best).reduce(candidate.prior) { $0 + ($1.0 ?? $1.1 + leftOver) }
            if score > found.score { found = (candidate.page, score) }
        }
        return found.page
    }

    /// The log-likelihood of each name in a language and code page; nil where a name is invalid.
    private struct Candidate {
        let page: CodePage?
        let prior: Double
        let scores: [Double?]
    }

    /// The cost of a name that is invalid in the code page of the others. It comes on top of the name's best score, because it
    /// is guessed again without them: otherwise long names would cost more in the right code page than in one that loses them.
    private static let leftOver = -200.0
}
