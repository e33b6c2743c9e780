import QueryLanguage

/// `12450.75`, `12,450.75`, `12.450,75`, `12'450.75` and `12 450,75` are one number. All with marks are the same words
/// to the full-text tables.
struct NumberForms {
    private let digits: String
    private let fraction: String?
    private let isGrouped: Bool

    private static let marks: Set<Character> = [".", ",", "'", "\u{2019}", " "]
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
            } else if Self.marks.contains(character) {
                marks.append(character == "\u{2019}" ? "'" : character)
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
        guard let first = groups.first?.first, first != "0", digits.count <= Self.mostDigits,
            groups.dropFirst().allSatisfy({ $0.count == 3 }), !isGrouped || (groups.first?.count ?? 0) <= 3,
            Set(marks).count <= 1, isGrouped || digits.count > 3
        else { return nil }
    }

    static func alternatives(of text: String) -> [String] {
        guard let number = NumberForms(text) else { return [] }
        let fraction = number.fraction.map { ".\($0)" } ?? ""
        if number.isGrouped { return [number.digits + fraction] }
        if number.fraction == nil, let value = Int(number.digits), value <= lastYear { return [] }
        var grouped = ""
        for (position, digit) in number.digits.enumerated() {
            if position > 0, (number.digits.count - position).isMultiple(of: 3) { grouped += "," }
            grouped.append(digit)
        }
        return [grouped + fraction]
    }

    /// A sum whose thousands blanks divide becomes one word, where its end tells that it is one: `12 450,75`.
    static func joined(_ parts: [QueryExpression]) -> [QueryExpression] {
        var result: [QueryExpression] = []
        for part in parts {
            result.append(part)
            guard let last = part.plainWord?.text, last.contains(where: { $0 == "," || $0 == "." }) else { continue }
            // A sum has few groups.
            for count in 2...5 where result.count >= count {
                let words = result.suffix(count)
                let texts = words.compactMap { $0.plainWord?.text }
                guard texts.count == count, texts.dropLast().allSatisfy({ $0.allSatisfy(\.isNumber) }),
                    let number = NumberForms(texts.joined(separator: " ")), number.fraction != nil,
                    let first = words.first?.terms.first, let end = words.last?.terms.last
                else { continue }
                var term = first
                term.text = texts.joined(separator: " ")
                term.range = first.range.lowerBound..<end.range.upperBound
                result.removeLast(count)
                result.append(.term(term))
                break
            }
        }
        return result
    }
}
