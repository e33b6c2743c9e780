internal import ExtractionProtocol
import Foundation

/// A model of names in a language: the frequency of each letter beyond ASCII among such letters, its neighbours, and
/// the code pages in use. It gives the probability of a name's bytes.
struct NameLanguage: Sendable {
    enum Script: Sendable {
        /// Mostly ASCII letters, with some beyond ASCII.
        case latin
        /// Words only of such letters.
        case alphabet
        /// Two-byte characters.
        case ideographs(NameCharacters)
    }

    let script: Script
    let pages: [CodePage]
    /// Logarithms of probabilities, by lower-case letter.
    private let letters: [Unicode.Scalar: Double]
    /// The logarithm of its probability compared with other languages, before any evidence.
    private let prior: Double

    /// True when the language uses every letter of the text beyond ASCII.
    func hasLetters(of text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0.isASCII || letters[CodePageTable.Letter($0).small] != nil }
    }

    var isLatin: Bool { if case .latin = script { true } else { false } }

    private init(_ script: Script, _ pages: [CodePage], _ letters: String, prior: Double = 0) {
        (self.script, self.pages, self.prior) = (script, pages, prior)
        let counts = letters.split(separator: " ").compactMap { pair in
            pair.unicodeScalars.first.flatMap { letter in
                Double(String(pair.unicodeScalars.dropFirst())).map { (letter, $0) }
            }
        }
        let sum = counts.reduce(0) { $0 + $1.1 }
        self.letters = Dictionary(counts.map { ($0.0, log($0.1 / sum)) }) { first, _ in first }
    }

    /// Nil is UTF-8, which is the most frequent encoding of programs that do not state one.
    func prior(of page: CodePage?, in kind: NameEncoding.Kind) -> Double {
        let pages: [CodePage: Double] = [
            .cp437: 0, .cp850: 0.5, .cp737: -0.5, .cp857: -0.5, .cp862: -0.5, .cp865: -1.5, .cp775: -2, .cp1257: -2,
            .koi8: -3, .cp855: -2, .cp860: -1, .mac: -5.5, .cp852: 0, .cp866: 0, .cp1251: 0, .cp932: 0, .cp936: 0,
            .cp949: 0, .cp950: 0,
        ]
        guard let page else { return prior + 6 }
        if kind == .tar, page == .koi8 { return prior }
        return prior + (pages[page] ?? -1) + (kind == .tar && page.isOfDOS ? -8 : 0)
    }

    /// The logarithm of a name's probability; a nil page is UTF-8. Nil for a name that is invalid in the page.
    func score(_ name: [UInt8], in page: CodePage?) -> Double? {
        if case .ideographs(let characters) = script {
            guard let text = page?.text(of: name) else { return nil }
            return characters.score(name, meaning: text)
        }
        guard let letters = Self.letters(of: name, in: page) else { return nil }
        return score(letters)
            + (isLatin ? neighbours(letters) + Self.signs(letters) : Self.loneLetters(letters) + Self.finals(letters))
    }

    /// For a letter that the language does not have, and for a mark of any language.
    private static let (stranger, mark) = (-10.8, -5.8)
    private static func sign(_ scalar: Unicode.Scalar) -> Double {
        // Behind a sum it is common.
        scalar == "€" ? -4 : marks.contains(scalar) ? mark : stranger
    }
    private static let quotes = Set("–—«»„“”‘’…·".unicodeScalars)
    private static let marks = quotes.union("§°№€".unicodeScalars)

    private static func letters(of name: [UInt8], in page: CodePage?) -> [CodePageTable.Letter]? {
        guard let page
        else { return String(validating: name, as: UTF8.self).map { $0.unicodeScalars.map(CodePageTable.Letter.init) } }
        return CodePageTable.all[page]?.letters(of: name)
    }

    private func score(_ name: [CodePageTable.Letter]) -> Double {
        var score = 0.0
        var before = NameCharacters.Kind.other
        var last: CodePageTable.Letter?
        let isInCapitals = Self.isInCapitals(name)
        if isInCapitals { score += log(0.1) }
        for letter in name {
            let kind = NameCharacters.Kind(letter)
            if kind == .foreign {
                score += letters[letter.small] ?? Self.sign(letter.scalar)
                if letter.hasCase, isInCapitals {
                    score += log(0.8)
                } else if letter.hasCase {
                    let shares: (capital: Double, small: Double) =
                        if let last, last.hasCase { last.isCapital ? (0.6, 0.4) : (0.002, 0.998) } else { (0.3, 0.7) }
                    score += log(letter.isCapital ? shares.capital : shares.small)
                }
            }
            score += log(
                kind.share(behind: before, isLatin ? NameCharacters.Kind.inLatin : NameCharacters.Kind.inAlphabet))
            (before, last) = (kind, letter)
        }
        return score
    }

    /// All but the ending, as some programs and people write names.
    private static func isInCapitals(_ name: [CodePageTable.Letter]) -> Bool {
        let end = name.lastIndex { $0.scalar == "." } ?? name.endIndex
        let letters = name[..<end].filter(\.hasCase)
        return letters.count > 2 && letters.allSatisfy(\.isCapital)
    }

    /// In all languages with Latin letters vowels and consonants alternate.
    private func neighbours(_ name: [CodePageTable.Letter]) -> Double {
        var score = 0.0
        for (index, letter) in name.enumerated() where letter.isLetter && !letter.scalar.isASCII {
            // A sign stands where letters do not.
            if Self.isSymbol(letter.scalar) { continue }
            let before = index > 0 && name[index - 1].isLetter ? name[index - 1] : nil
            let behind = index + 1 < name.count && name[index + 1].isLetter ? name[index + 1] : nil
            let alike = [before, behind].count { $0?.isVowel == letter.isVowel }
            let isBetween = before == nil && behind == nil ? false : alike == [before, behind].count { $0 != nil }
            switch (letter.isVowel, alike) {
            case (false, _) where isBetween: score += log(0.15)
            // A letter alone is a word, and words have vowels.
            case (false, 0) where before == nil && behind == nil: score += log(0.02)
            case (false, 1): score += log(0.7)
            case (true, 2): score += log(0.2)
            case (true, 1): score += log(0.5)
            default: break
            }
            // "à" is a word, but hardly any begins with such a letter.
            if letter.hasGrave, before == nil, behind != nil { score += log(0.03) }
            // The first parts two vowels. Icelandic begins no word with the second, and ends none with the third.
            if letter.small == "ï", before == nil || !"aeou".unicodeScalars.contains(name[index - 1].small) {
                score += log(0.03)
            }
            if letter.small == "ð" && before == nil || letter.small == "þ" && behind == nil { score += log(0.01) }
            let isAtNumber = [index - 1, index + 1].contains { place in
                name.indices.contains(place) && Self.isDigit(name[place].scalar)
            }
            if isAtNumber { score += log(0.1) }
        }
        return score
    }

    /// A sign stands by itself or at a number: `½`, `5 µm`, `£5`, `30°C`; a square behind its unit.
    private static func signs(_ name: [CodePageTable.Letter]) -> Double {
        var score = 0.0
        for (index, letter) in name.enumerated() where !letter.scalar.isASCII {
            guard isSymbol(letter.scalar) || !letter.isLetter, !quotes.contains(letter.scalar) else { continue }
            let around = name[max(0, index - 2)..<min(name.count, index + 3)]
            if around.contains(where: { isDigit($0.scalar) }) { continue }
            let before = index > 0 && name[index - 1].isLetter
            let behind = index + 1 < name.count && name[index + 1].isLetter
            if before, "²³".unicodeScalars.contains(letter.scalar), !behind { continue }
            score += log(0.003) * Double((before ? 1 : 0) + (behind ? 1 : 0))
        }
        return score
    }

    /// Letters of Greek are signs in other languages, and so is the one for a millionth: `5 µm`, `π`.
    private static func isSymbol(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\u{B5}" || ("\u{370}"..."\u{3FF}").contains(scalar)
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    /// In a name with words in ASCII, a letter of an alphabet that is a word by itself is more likely a sign: "12 €".
    private static func loneLetters(_ name: [CodePageTable.Letter]) -> Double {
        let words = name.prefix { $0.scalar != "." }.split { !$0.isLetter }
        let foreign = words.filter { word in word.contains { !$0.scalar.isASCII } }
        guard !foreign.isEmpty, foreign.count < words.count, foreign.allSatisfy({ $0.count == 1 }) else { return 0 }
        return log(0.001)
    }

    /// Hebrew and Greek have letters that only end a word.
    private static func finals(_ name: [CodePageTable.Letter]) -> Double {
        let wrong = zip(name, name.dropFirst()).count { finalLetters.contains($0.scalar) && $1.isLetter }
        return Double(wrong) * log(0.001)
    }

    private static let finalLetters = Set("ךםןףץς".unicodeScalars)

    static let all: [NameLanguage] = [
        // German, French, Spanish, Portuguese, Italian, the Nordic languages, Dutch.
        NameLanguage(.latin, [.cp850, .cp437, .cp1252, .mac], "ü8 ä6 ö3 ß1"),
        NameLanguage(.latin, [.cp850, .cp437, .cp1252, .mac], "é12 è3 à3 ê2 ç1 ô1 î1 û1 â1 ù1 ë1 ï1 °1"),
        NameLanguage(.latin, [.cp850, .cp437, .cp1252, .mac], "ó5 í4 é3 á3 ñ2 ú2 ü1 º1 ª1 ¿1 ¡1"),
        NameLanguage(.latin, [.cp850, .cp860, .cp1252, .mac], "ã4 ç4 á3 é3 ó2 í2 ê1 õ1 à1 ú1 â1 ô1 º1 ª1"),
        NameLanguage(.latin, [.cp850, .cp437, .cp1252, .mac], "à3 è3 ò2 ù2 é1 ì1 °1", prior: -1.5),
        NameLanguage(.latin, [.cp850, .cp1252, .mac, .cp865], "ä5 å5 ö4 ø5 æ4 é1"),
        NameLanguage(.latin, [.cp850, .cp437, .cp1252, .mac], "ë3 é3 ï1 ö1 ü1 è1", prior: -2),
        // English (words of other languages, and signs), Icelandic.
        NameLanguage(
            .latin, [.cp437, .cp850, .cp1252],
            "é9 ö2 ü2 ï2 ç2 ñ2 è2 ä2 °5 £5 ½4 ²2 µ3 ±2 ¼2 ¾2 §2 ¢1 ¥1 ©1 ®1 ³1 ¹1 ÷1 √1 α1 π1 Σ1 Ω1 σ1 Θ1", prior: 0.5),
        NameLanguage(.latin, [.cp850, .cp1252], "ð5 á4 í4 ó3 ú2 ý1 þ4 æ3 ö4 é1", prior: -0.9),
        // Polish, Czech and Slovak, Hungarian, Romanian, Croatian and Slovene, Turkish, the Baltic languages.
        NameLanguage(.latin, [.cp852, .cp1250], "ł6 ą4 ę4 ó3 ż3 ś3 ć2 ń2 ź1"),
        NameLanguage(.latin, [.cp852, .cp1250], "í5 á5 é3 ě3 ý3 ř3 š3 č3 ž3 ů2 ú1 ď1 ť1 ň1 ľ1 ô1 ĺ1 ŕ1 ä1"),
        NameLanguage(.latin, [.cp852, .cp1250], "é5 á5 ő2 ö3 ó3 ü2 í2 ú1 ű1"),
        NameLanguage(.latin, [.cp852, .cp1250], "ă4 ţ3 ş3 î2 â2", prior: -1.5),
        NameLanguage(.latin, [.cp852, .cp1250], "č4 š3 ž3 ć3 đ2", prior: -1.5),
        NameLanguage(.latin, [.cp857, .cp1254], "ı6 ü4 ş4 ç3 ğ3 ö2 â1"),
        NameLanguage(.latin, [.cp775, .cp1257], "ė4 š3 ų3 ž3 ā4 ī3 ē2 ņ1 ļ1 ū2 č2 ą1 į1 ģ1 ķ1 õ3 ä3 ü2 ö1", prior: -2),
        // Russian, Ukrainian, Bulgarian, Greek, Hebrew, Arabic, Thai.
        NameLanguage(
            .alphabet, [.cp866, .cp1251, .koi8, .cp855],
            "о11 е8 а8 и7 н7 т6 с5 р5 в4 л4 к3 м3 д3 п3 у3 я2 ы2 ь2 г2 з2 б2 ч1 й1 х1 ж1 ш1 ю1 ц1 щ1 э1 ф1 ё1 №1"),
        NameLanguage(
            .alphabet, [.cp1125, .cp866, .cp1251],
            "о9 а8 н7 и6 і6 в5 е5 т5 р5 с4 л4 к4 м3 д3 п3 у3 я3 ь2 з2 б2 г2 ч1 й1 х1 ж1 ї1 ш1 ю1 ц1 є1 щ1 ф1 ґ1 №1"),
        NameLanguage(
            .alphabet, [.cp866, .cp1251],
            "а9 о8 и8 е8 н7 т7 р5 с5 в5 л4 к3 д3 п3 м3 ъ3 у2 з2 я2 г2 б2 ч1 й1 х1 ж1 ш1 ю1 ц1 щ1 ф1 ь1 №1"),
        NameLanguage(
            .alphabet, [.cp855, .cp1251],
            "а11 и9 о9 е9 н6 р5 т5 с5 в4 д4 к4 м3 л3 п3 ј4 у4 з2 г2 б1 ч1 ш1 ц1 ж1 х1 љ1 њ1 ћ1 ђ1 џ1 ф1 №1"),
        NameLanguage(
            .alphabet, [.cp737, .cp1253],
            "α9 ο8 ι7 ε6 τ7 σ4 ν6 ρ5 π4 κ4 μ3 υ4 λ3 η3 ς4 ω2 δ2 γ2 χ1 θ1 φ1 β1 ξ1 ζ1 ψ1 ά2 ί3 ό2 έ2 ή2 ύ1 ώ1 ϊ1"),
        NameLanguage(
            .alphabet, [.cp862, .cp1255],
            "י11 ו10 ה9 ל7 א6 ר6 ת5 ב5 ש5 מ5 ם3 נ4 ד3 ק2 ח2 ע3 פ2 כ2 ט2 ן1 ג1 ס1 צ1 ז1 ך1 ף1 ץ1"),
        NameLanguage(
            .alphabet, [.cp1256],
            "ا13 ل11 ي7 م6 ن5 ر5 و5 ت5 ب4 ة4 ع4 د3 س3 ه3 ف2 ق2 ك2 ح2 ج1 أ2 ش1 ط1 ص1 خ1 ى1 ذ1 ض1 ز1 ث1 ئ1 ء1 غ1 إ1 ؤ1 آ1 ظ1"
        ),
        NameLanguage(
            .alphabet, [.cp874],
            """
            า6 น6 ร6 อ4 ก4 เ4 ง4 ม3 ย3 ล3 ว3 ด3 ท3 ส3 ต3 ะ2 ป2 บ2 ค2 ห2 แ2 พ2 ช1 ถ1 ใ1 ณ1 ซ1 ธ1 ผ1 ไ1 โ1 ข2 ภ1 ศ1 ษ1 ญ1 \
            \u{E38}2 \u{E39}2 \u{E34}3 \u{E35}3 \u{E36}1 \u{E37}2 \u{E31}3 \u{E48}3 \u{E49}3 \u{E47}1 \u{E4C}1 \u{E33}2
            """),
        NameLanguage(.ideographs(.japanese), [.cp932], ""),
        NameLanguage(.ideographs(.simplifiedChinese), [.cp936], ""),
        NameLanguage(.ideographs(.traditionalChinese), [.cp950], ""),
        NameLanguage(.ideographs(.korean), [.cp949], ""),
    ]
}
