package struct TextShape: Sendable, Equatable, Codable {
    /// Letters and digits.
    package var characters = 0
    /// Visible characters without a meaning, from fonts without a good map: U+FFFD, private use, unassigned, boxes.
    package var untrusted = 0
    /// Visible characters other than letters, digits and those usual in prose.
    package var symbols = 0
    package var visible = 0
    /// Words of two or more letters that look like words of a language.
    package var plausible = 0
    /// Words that look wrong: no vowel, symbols or digits between letters, capitals in the middle, two scripts.
    package var odd = 0
    package var singles = 0
    /// In one of the lists of ``FunctionWords``.
    package var functionWords = 0
    package var functionWordsOfLanguage = [Int](repeating: 0, count: FunctionWords.languages.count)
    /// See ``LetterPairs``.
    package var letterPairs = 0
    package var usualLetterPairs = 0
    /// Letters of plausible, odd and single words.
    package var letters = 0
    package var ideographs = 0
    package var rightToLeft = 0
    /// Letters in words that are too long to be words.
    package var overlong = 0
    package var foreignScript = 0
    package var foreignFunctionWords = 0
    /// Foreign words whose every letter has a Latin double.
    package var lookAlike = 0
    /// Words that are in one of the lists of ``FunctionWords`` only when they are read backwards.
    package var reversedFunctionWords = 0
    /// The most of them that differ and are of one language.
    package var reversedKinds = 0
    private var reversed: [Set<String>] = []
    /// Those of three letters and more that are in a list as they are.
    package var longFunctionWords = 0
    /// Words of letters and digits mixed, such as shelf marks and checksums.
    package var codes = 0
    /// See ``RightToLeftOrder``.
    package var rightToLeftOrder = RightToLeftOrder()
    /// Lines with enough letters to judge them, and those that look like no language.
    package var judgedLines = 0
    package var oddLines = 0

    package init() {}

    /// Expects the raw layer: characters that normalisation removes, such as control characters, count too.
    package init(of text: String) {
        self.init()
        var token: [Unicode.Scalar] = []
        var before: Line = (0, 0, 0, 0, 0, 0)
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x0A, 0x0C:
                count(token)
                token.removeAll(keepingCapacity: true)
                countLine(since: &before)
            case 0x20, 0x09...0x0D, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000:
                count(token)
                token.removeAll(keepingCapacity: true)
            default: token.append(scalar)
            }
        }
        count(token)
        countLine(since: &before)
    }

    package var words: Int { plausible + odd }

    private typealias Line = (pairs: Int, usual: Int, words: Int, odd: Int, visible: Int, signs: Int)

    /// `before` is what was counted before the line.
    private mutating func countLine(since before: inout Line) {
        let now: Line = (letterPairs, usualLetterPairs, words, odd, visible, symbols + untrusted)
        defer { before = now }
        guard now.visible - before.visible >= Self.shortestLine else { return }
        judgedLines += 1
        let (pairs, usual) = (now.pairs - before.pairs, now.usual - before.usual)
        let isOdd =
            pairs >= Self.fewestLinePairs && usual * 10 < pairs * 7
            || (now.odd - before.odd) * 2 > now.words - before.words && now.odd - before.odd > 2
            || (now.signs - before.signs) * 4 > now.visible - before.visible
        if isOdd { oddLines += 1 }
    }

    private static let shortestLine = 25
    private static let fewestLinePairs = 15

    private mutating func count(_ token: [Unicode.Scalar]) {
        guard !token.isEmpty else { return }
        var isWhole = true
        // From the first letter or digit to the last.
        var (first, last) = (-1, -1)
        var repeated = 0
        for (index, scalar) in token.enumerated() {
            visible += 1
            var kind = ScalarKind(scalar)
            // Bullets and boxes to be ticked stand alone; letters without a map do not.
            if kind == .untrusted, token.count == 1, ScalarKind.isSign(scalar) { kind = .symbol }
            repeated = index > 0 && scalar == token[index - 1] ? repeated + 1 : 1
            if kind.isAlphanumeric {
                last = index
                if first < 0 { first = index }
            }
            switch kind {
            case .letter:
                characters += 1
                countScript(of: scalar)
            case .digit: characters += 1
            case .invisible: visible -= 1
            case .punctuation: break
            // Rules and leaders are typed with many of the same.
            case .symbol: symbols += repeated > 3 ? 0 : 1
            case .untrusted:
                untrusted += 1
                isWhole = false
            }
        }
        if first >= 0 { count(word: token[first...last], isWhole: isWhole) }
    }

    private mutating func countScript(of letter: Unicode.Scalar) {
        switch letter.value {
        case 0x590...0x8FF, 0xFB1D...0xFEFC: rightToLeft += 1
        case 0x3041...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0x20000...0x3FFFF:
            ideographs += 1
        default: break
        }
    }

    private mutating func count(word scalars: ArraySlice<Unicode.Scalar>, isWhole: Bool) {
        let word = WordShape(scalars)
        switch word.kind {
        case .single: singles += 1
        case .plausible where isWhole: plausible += 1
        case .plausible, .odd: odd += 1
        case .neutral: break
        }
        if word.kind != .neutral { letters += word.letterCount }
        if word.isOverlong { overlong += word.letterCount }
        if word.isRightToLeft { rightToLeftOrder.count(scalars) }
        if word.isCode { codes += 1 } else { countPairs(scalars) }
        let languages = word.isAllLetters ? FunctionWords.languages(of: scalars) : 0
        if languages != 0 {
            functionWords += 1
            if scalars.count > 2 { longFunctionWords += 1 }
            for bit in functionWordsOfLanguage.indices where languages & 1 << UInt32(bit) != 0 {
                functionWordsOfLanguage[bit] += 1
            }
        } else if word.isAllLetters {
            countReversed(scalars)
        }
        if word.isForeignScript {
            foreignScript += 1
            if languages != 0 { foreignFunctionWords += 1 }
            if word.isLookAlike { lookAlike += 1 }
        }
    }

    private mutating func countPairs(_ scalars: ArraySlice<Unicode.Scalar>) {
        var before: Unicode.Scalar?
        for scalar in scalars {
            if let before, let isUsual = LetterPairs.isUsual(before, scalar) {
                letterPairs += 1
                if isUsual { usualLetterPairs += 1 }
            }
            before = scalar
        }
    }

    /// Tesseract's code; nil when there are too few function words.
    package var language: String? {
        guard
            let most = functionWordsOfLanguage.indices.max(by: {
                functionWordsOfLanguage[$0] < functionWordsOfLanguage[$1]
            }), functionWordsOfLanguage[most] >= 5, functionWordsOfLanguage[most] * 10 >= words
        else { return nil }
        return FunctionWords.languages[most]
    }

    private mutating func countReversed(_ word: ArraySlice<Unicode.Scalar>) {
        let languages = FunctionWords.languages(backwards: word)
        guard languages != 0 else { return }
        reversedFunctionWords += 1
        if reversed.isEmpty { reversed = Array(repeating: [], count: FunctionWords.languages.count) }
        let text = String(String.UnicodeScalarView(word)).lowercased()
        for bit in reversed.indices where languages & 1 << UInt32(bit) != 0 {
            reversed[bit].insert(text)
            reversedKinds = max(reversedKinds, reversed[bit].count)
        }
    }

    /// Tesseract's codes of the languages that a good part of the text may be in.
    package var languages: [String] {
        FunctionWords.languages.indices.filter {
            functionWordsOfLanguage[$0] >= 5 && functionWordsOfLanguage[$0] * 10 >= words
        }.sorted { functionWordsOfLanguage[$0] > functionWordsOfLanguage[$1] }.map { FunctionWords.languages[$0] }
    }

    /// Many words are English ones that are in every sentence, and few are those of any other language.
    package var isClearlyEnglish: Bool {
        guard let english = count(ofLittleWordsOf: "eng") else { return false }
        let others = zip(FunctionWords.languages, functionWordsOfLanguage).filter { $0.0 != "eng" }
        return english >= 20 && english * 5 >= words && others.allSatisfy { $0.1 * 2 <= english }
    }

    /// Nil where the text may be in an expected language, or the function words of one of those are not known.
    package func language(besides expected: [String]) -> String? {
        guard let language, let found = count(ofLittleWordsOf: language), found >= Self.fewestToTell else { return nil }
        let isOther = expected.allSatisfy { code in count(ofLittleWordsOf: code).map { $0 * 2 <= found } ?? false }
        return isOther ? language : nil
    }

    /// Whether the text has hardly any function word of these languages, as far as these are known.
    package func hasFewWords(of languages: [String]) -> Bool {
        languages.allSatisfy { code in count(ofLittleWordsOf: code).map { $0 * 8 <= words } ?? true }
    }

    /// With fewer function words of another language, a page may just contain a quotation.
    private static let fewestToTell = 10

    private func count(ofLittleWordsOf code: String) -> Int? {
        FunctionWords.languages.firstIndex(of: code).map { functionWordsOfLanguage[$0] }
    }

    /// True when the words alone prove the layer good.
    package func isTrustworthy(words enough: Int) -> Bool {
        words >= enough && untrusted * 50 <= visible && symbols * 10 <= visible && odd * 20 <= words
            && singles * 3 <= words && overlong * 20 <= characters && usualLetterPairs * 20 >= letterPairs * 18
            && foreignScript * 4 <= words && ideographs == 0 && rightToLeft == 0 && functionWords * 5 >= words
    }
}

enum ScalarKind {
    case letter
    case digit
    case punctuation
    case symbol
    case untrusted
    /// Has no width: joiners, soft hyphens, directions.
    case invisible

    var isAlphanumeric: Bool { self == .letter || self == .digit }

    /// Those in fonts of signs, which have no other characters, and boxes.
    static func isSign(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xF000...0xF0FF, 0x25A0...0x25A1: true
        default: false
        }
    }

    init(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x41...0x5A, 0x61...0x7A: self = .letter
        case 0x30...0x39: self = .digit
        case 0xAD, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xFEFF, 0x061C: self = .invisible
        // . , : ; ! ? ' " ( ) - / % & and quotation marks, dashes, dots and bullets.
        case 0x2E, 0x2C, 0x3A, 0x3B, 0x21, 0x3F, 0x27, 0x22, 0x28, 0x29, 0x2D, 0x2F, 0x25, 0x26,
            0x2010...0x2027, 0x2030, 0xA7, 0xB7, 0xAB, 0xBB:
            self = .punctuation
        case 0..<0x20, 0x7F: self = .untrusted
        case 0..<0x80: self = .symbol
        // Private use, replacement, noncharacters. Control pictures and boxes replace what could not be read.
        case 0xE000...0xF8FF, 0xF0000..., 0xFFFD, 0x2400...0x243F, 0x25A0...0x25A1, 0x80...0x9F: self = .untrusted
        default:
            let properties = scalar.properties
            if properties.isAlphabetic || properties.generalCategory == .nonspacingMark {
                self = .letter
            } else if properties.numericType != nil {
                self = .digit
            } else if properties.generalCategory == .unassigned {
                self = .untrusted
            } else {
                self = .symbol
            }
        }
    }
}
