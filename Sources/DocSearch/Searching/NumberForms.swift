import QueryLanguage

/// `12450.75`, `12,450.75`, `12.450,75`, `12'450.75` and `12 450,75` are one number. All with marks are the same words
/// to the full-text tables.
struct NumberForms {
    private let digits: String
    private let fraction: String?
    private let isGrouped: Bool
    /// `12,34,567`: hundreds of thousands and tens of millions are divided, as in India.
    private let isIndian: Bool

    /// As people and machines type it: curly, prime, acute and grave.
    private static let apostrophes: Set<Character> = ["'", "\u{2019}", "\u{2032}", "\u{B4}", "`"]
    /// Those that hold the groups together are hard, thin, narrow or as wide as a digit.
    private static let blanks: Set<Character> = [" ", "\u{A0}", "\u{2007}", "\u{2009}", "\u{202F}"]
    /// Longer ones are no sums.
    private static let mostDigits = 15
    /// Whole numbers up to here are years for the most part, and are written as they are.
    private static let lastYear = 2199

    private init?(_ text: String) {
        guard text.utf8.count <= 2 * Self.mostDigits else { return nil }
        var groups: [String] = [""]
        var marks: [Character] = []
        for character in text {
            if character.isASCII, character.isNumber {
                groups[groups.count - 1].append(character)
            } else if Self.isMark(character) {
                let mark: Character = Self.apostrophes.contains(character) ? "'" : character
                marks.append(Self.blanks.contains(mark) ? " " : mark)
                groups.append("")
            } else {
                return nil
            }
        }
        let hasFraction =
            (marks.last == "." || marks.last == ",") && (1...2).contains(groups.last?.count ?? 0)
            && !marks.dropLast().contains(marks[marks.count - 1])
        fraction = hasFraction ? groups.removeLast() : nil
        if hasFraction { marks.removeLast() }
        isGrouped = groups.count > 1
        digits = groups.joined()
        isIndian =
            groups.count > 2 && Set(marks) == [","] && groups.last?.count == 3 && (groups.first?.count ?? 0) < 3
            && groups.dropFirst().dropLast().allSatisfy { $0.count == 2 }
        guard let first = groups.first?.first, first != "0", digits.count <= Self.mostDigits,
            isIndian || groups.dropFirst().allSatisfy({ $0.count == 3 }), !isGrouped || (groups.first?.count ?? 0) <= 3,
            Set(marks).count <= 1, isGrouped || digits.count > 3
        else { return nil }
    }

    private static func isMark(_ character: Character) -> Bool {
        character == "." || character == "," || apostrophes.contains(character) || blanks.contains(character)
    }

    /// `EUR1,250` is one word. Codes of files begin with letters as well, so these are listed.
    private static let currencies = Set(
        "EUR USD GBP CHF DEM DM RM FRF FF ATS NLG ITL SEK NOK DKK PLN CZK HUF JPY CAD AUD INR RS FR SFR KR MK M"
            .split(separator: " ").map(String.init))
    /// Things are called `M3000` and `FR3000`, too: before a number without marks these are no currencies.
    private static let beginningsOfCodes: Set = ["FF", "FR", "KR", "M", "MK", "RS"]

    private static func isSum(_ number: String, behind letters: String) -> Bool {
        !beginningsOfCodes.contains(letters) || number.contains(where: isMark)
    }

    /// The other ways to write a sum, without its currency.
    static func alternatives(of text: String) -> [String] {
        guard text.utf8.contains(where: { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else { return [] }
        let bare = withoutCurrency(text)
        let isBare = bare == text
        guard let number = NumberForms(bare) else { return [] }
        if isBare, !number.isGrouped, number.fraction == nil, let value = Int(number.digits), value <= lastYear {
            return []
        }
        let whole = number.isIndian ? number.indian : number.isGrouped ? number.grouped : number.digits
        let own = whole + (number.fractions.first ?? "")
        return number.texts.filter { $0 != own || !isBare }
    }

    private static func withoutCurrency(_ text: String) -> String {
        func isLetter(_ character: Character) -> Bool { character.isASCII && character.isLetter }
        let before = text.prefix(while: isLetter)
        let behind = String(text.dropFirst(before.count).reversed().prefix(while: isLetter).reversed())
        let number = String(text.dropFirst(before.count).dropLast(behind.count))
        guard before.isEmpty || behind.isEmpty, currencies.contains((before + behind).uppercased()),
            isSum(number, behind: before.uppercased())
        else { return text }
        return number
    }

    /// A sum with each currency directly before or behind it: `EUR12,450`.
    static func withCurrencies(_ text: String) -> [String] {
        guard !alternatives(of: text).isEmpty else { return [] }
        let texts = NumberForms(withoutCurrency(text))?.texts ?? []
        return currencies.sorted().flatMap { currency in
            texts.flatMap { [$0 + currency] + (isSum($0, behind: currency) ? [currency + $0] : []) }
        }
    }

    /// `12450` and `12,450`, and no year.
    static func isWholeSum(_ text: String) -> Bool {
        guard let number = NumberForms(text), number.fraction == nil else { return false }
        return number.isGrouped || Int(number.digits).map { $0 > lastYear } ?? false
    }

    /// True where the number is a part of a longer one: the 12,450 of 12,450.75. `range` is in UTF-8 offsets.
    static func goesOn(in text: String, at range: Range<Int>) -> Bool {
        let bytes = text.utf8
        let start = bytes.index(bytes.startIndex, offsetBy: range.lowerBound)
        let end = bytes.index(bytes.startIndex, offsetBy: range.upperBound)
        /// Behind a blank only a group of three digits goes on, since two numbers may stand side by side.
        func isPart(_ characters: [Character], isGroup: Bool) -> Bool {
            guard characters.count > 1, isMark(characters[0]), characters[1].isNumber else { return false }
            return !blanks.contains(characters[0]) || isGroup
        }
        let behind = Array(text[end...].prefix(5))
        let before = Array(text[..<start].suffix(2).reversed())
        return isPart(behind, isGroup: behind.dropFirst().prefix(while: \.isNumber).count == 3)
            || isPart(before, isGroup: text[start..<end].prefix(while: \.isNumber).count == 3)
    }

    private var texts: [String] {
        let wholes = digits.count > 5 ? [digits, grouped, indian] : [digits, grouped]
        return fractions.flatMap { fraction in wholes.map { $0 + fraction } }
    }

    private var grouped: String { divided { $0.isMultiple(of: 3) } }

    private var indian: String { divided { $0 == 3 || $0 > 3 && !$0.isMultiple(of: 2) } }

    /// With a comma where so many digits follow.
    private func divided(before: (Int) -> Bool) -> String {
        var divided = ""
        for (position, digit) in digits.enumerated() {
            if position > 0, before(digits.count - position) { divided += "," }
            divided.append(digit)
        }
        return divided
    }

    /// As it is and, for the same number of hundredths, with a zero or without: `.5` and `.50`. Zeros alone may be left
    /// out: `10,000.00` is `10,000`.
    private var fractions: [String] {
        guard let fraction else { return [""] }
        let other = fraction.count == 1 ? fraction + "0" : fraction.hasSuffix("0") ? String(fraction.dropLast()) : nil
        let isWhole = fraction.allSatisfy { $0 == "0" } && Int(digits).map { $0 > Self.lastYear } ?? false
        return [fraction, other].compactMap { $0.map { ".\($0)" } } + (isWhole ? [""] : [])
    }

    /// Two numbers that may be one, whose thousands a blank divides: `10 000`.
    struct Pair {
        let words: [QueryTerm]
        var text: String { words.map(\.text).joined(separator: " ") }
    }

    /// Three numbers in a row are not joined.
    static func pairs(in parts: [QueryExpression]) -> [Pair] {
        let words = parts.map(\.plainWord)
        let isNumber: [Bool] =
            [false] + words.map { $0?.text.allSatisfy { $0.isASCII && $0.isNumber } ?? false } + [false, false]
        return words.indices.dropLast().compactMap { place in
            guard isNumber[place..<(place + 4)].elementsEqual([false, true, true, false]) else { return nil }
            let pair = Pair(words: words[place...(place + 1)].compactMap(\.self))
            return NumberForms(pair.text) == nil ? nil : pair
        }
    }

    /// A sum whose thousands blanks divide becomes one word, where its end or its three groups tell that it is one:
    /// `12 450,75`, `1 250 300`. A longer sum goes before a shorter one.
    static func joined(_ parts: [QueryExpression]) -> [QueryExpression] {
        var result: [QueryExpression] = []
        var start = 0
        while start < parts.count {
            let length = length(of: parts[start...])
            let words = parts[start..<(start + length)].compactMap(\.plainWord)
            start += length
            guard length > 1, var term = words.first, let end = words.last else {
                result.append(parts[start - 1])
                continue
            }
            term.text = words.map(\.text).joined(separator: " ")
            term.range = term.range.lowerBound..<end.range.upperBound
            result.append(.term(term))
        }
        return result
    }

    /// How many of the parts are one number.
    private static func length(of parts: ArraySlice<QueryExpression>) -> Int {
        let groups = parts.prefix(mostGroups).map(\.plainWord?.text).prefix { $0 != nil }.compactMap { $0 }
        let counts = (2...mostGroups).reversed().filter { $0 <= groups.count }
        return counts.first { count in
            let some = groups[..<count]
            guard some.dropLast().allSatisfy({ $0.allSatisfy(\.isNumber) }),
                let number = NumberForms(some.joined(separator: " "))
            else { return false }
            // `100 200 300` are three numbers.
            return number.fraction != nil || count > 2 && (groups.first?.count ?? 0) < 3
        } ?? 1
    }

    /// A sum has few groups.
    private static let mostGroups = 5
}
