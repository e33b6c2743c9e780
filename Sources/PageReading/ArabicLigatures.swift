internal import CPopplerGLib
internal import CPopplerText

/// Letters that share a glyph: lam with alef, the last three letters of the name of God, and groups of more than two
/// that are narrower than any letter. Poppler returns them in reading order, from left to right, among letters in the
/// opposite order, and gives all the same width.
struct ArabicLigatures {
    /// Widths of lam and of alef with glyphs of their own, in thousandths of their height. Lam before alef is also the
    /// article, and both may have the same width.
    private var widths: [Unicode.Scalar: Set<Int>] = [:]

    private static let lam: Unicode.Scalar = "\u{644}"
    private static let heh: Unicode.Scalar = "\u{647}"
    private static let alefs: Set<Unicode.Scalar> = ["\u{622}", "\u{623}", "\u{625}", "\u{627}", "\u{671}"]

    init(_ characters: UnsafeBufferPointer<docsearch_character>) {
        for index in characters.indices {
            let scalar = characters[index].unicode
            if scalar == Self.lam, index + 1 < characters.count, !Self.isShared(characters[index + 1].unicode) {
                widths[scalar, default: []].insert(Self.width(characters[index].box))
            } else if Self.alefs.contains(scalar), index > 0, characters[index - 1].unicode != Self.lam {
                widths[scalar, default: []].insert(Self.width(characters[index].box))
            }
        }
    }

    private static func isShared(_ scalar: Unicode.Scalar) -> Bool {
        scalar == lam || scalar == heh || alefs.contains(scalar) || scalar.isMark
    }

    private static func width(_ box: PopplerRectangle) -> Int {
        Int((1_000 * max(0, min(100, (box.x2 - box.x1) / max(1e-6, box.y2 - box.y1)))).rounded())
    }

    func end(of start: Int, in line: TextLayout, before limit: Int) -> Int? {
        if let end = endOfNarrow(start, line, limit) { return end }
        guard line.scalars[start] == Self.lam, let second = letter(behind: start, line, limit),
            hasWidthOfItsOwn(start, line), hasWidthOfItsOwn(second, line)
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
        while end < limit, line.scalars[end] != " ", Self.isEqual(box, line.boxes[end]),
            line.boxes[end].x1 - line.boxes[end - 1].x2 < 0.01
        {
            end += 1
        }
        return end - start > 2 ? end : nil
    }

    /// In heights of a line; every letter is wider.
    private static let narrow = 0.1

    private func letter(behind start: Int, _ line: TextLayout, _ limit: Int) -> Int? {
        var next = start + 1
        while next < limit, line.scalars[next].isMark { next += 1 }
        return next < limit && Self.isEqual(line.boxes[start], line.boxes[next]) ? next : nil
    }

    private func hasWidthOfItsOwn(_ index: Int, _ line: TextLayout) -> Bool {
        widths[line.scalars[index]]?.contains(Self.width(line.boxes[index])) != true
    }

    private static func isEqual(_ one: PopplerRectangle, _ other: PopplerRectangle) -> Bool {
        abs((one.x2 - one.x1) - (other.x2 - other.x1)) < 1e-3 * (one.x2 - one.x1) && abs(one.y1 - other.y1) < 0.01
    }
}
