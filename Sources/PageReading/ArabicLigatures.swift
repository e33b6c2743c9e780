internal import CPopplerGLib
internal import CPopplerText

/// Letters that share a glyph: lam with alef, the last three letters of the name of God, and more than two that are
/// narrower than any letter. Poppler gives them in the order in which they are read, from left to right, among letters that
/// stand the other way round, and makes each as wide as the other.
struct ArabicLigatures {
    /// Lam before alef is the article too, in letters of their own. Where they are as wide as each other all over a page,
    /// the width says nothing.
    private let isTold: Bool

    private static let lam: Unicode.Scalar = "\u{644}"
    private static let heh: Unicode.Scalar = "\u{647}"
    private static let alefs: Set<Unicode.Scalar> = ["\u{622}", "\u{623}", "\u{625}", "\u{627}", "\u{671}"]

    /// Pairs of letters that are enough to tell.
    private static let fewPairs = 4
    /// The width of most letters, in thousandths of their height; nil where letters are of several widths.
    private let usualWidth: Int?

    init(_ characters: UnsafeBufferPointer<docsearch_character>) {
        var widths: [Int: Int] = [:]
        for character in characters where character.unicode.properties.isAlphabetic {
            widths[Self.width(character.box), default: 0] += 1
        }
        let usual = widths.max { $0.value < $1.value }
        usualWidth = usual.flatMap { 2 * $0.value > widths.values.reduce(0, +) ? $0.key : nil }
        var (pairs, equal) = (0, 0)
        for index in characters.indices.dropLast()
        where characters[index].unicode == Self.lam && Self.alefs.contains(characters[index + 1].unicode)
            && Self.width(characters[index].box) != usualWidth
        {
            pairs += 1
            if Self.isEqual(characters[index].box, characters[index + 1].box) { equal += 1 }
        }
        isTold = pairs < Self.fewPairs || 2 * equal <= pairs
    }

    private static func width(_ box: PopplerRectangle) -> Int {
        Int((1_000 * max(0, min(100, (box.x2 - box.x1) / max(1e-6, box.y2 - box.y1)))).rounded())
    }

    /// Where the ligature ends that begins at `start`; nil where none does.
    func end(of start: Int, in line: TextLayout, before limit: Int) -> Int? {
        if let end = endOfNarrow(start, line, limit) { return end }
        guard isTold, line.scalars[start] == Self.lam, Self.width(line.boxes[start]) != usualWidth,
            let second = letter(behind: start, line, limit)
        else {
            return nil
        }
        if Self.alefs.contains(line.scalars[second]) { return second + 1 }
        guard line.scalars[second] == Self.lam, let third = letter(behind: second, line, limit),
            line.scalars[third] == Self.heh
        else { return nil }
        return third + 1
    }

    private func endOfNarrow(_ start: Int, _ line: TextLayout, _ limit: Int) -> Int? {
        let box = line.boxes[start]
        guard box.x2 > box.x1, box.x2 - box.x1 < Self.narrow * (box.y2 - box.y1) else { return nil }
        var end = start + 1
        while end < limit, Self.isEqual(box, line.boxes[end]),
            line.boxes[end].x1 - line.boxes[end - 1].x2 < 0.01
        {
            end += 1
        }
        return end - start > 2 ? end : nil
    }

    /// Heights of a line that every letter is wider than.
    private static let narrow = 0.1

    /// The next letter of the same glyph, behind the signs.
    private func letter(behind start: Int, _ line: TextLayout, _ limit: Int) -> Int? {
        var next = start + 1
        while next < limit, line.scalars[next].isMark { next += 1 }
        return next < limit && Self.isEqual(line.boxes[start], line.boxes[next]) ? next : nil
    }

    private static func isEqual(_ one: PopplerRectangle, _ other: PopplerRectangle) -> Bool {
        abs((one.x2 - one.x1) - (other.x2 - other.x1)) < 1e-3 * (one.x2 - one.x1) && abs(one.y1 - other.y1) < 0.01
    }
}
