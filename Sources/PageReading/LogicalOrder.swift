internal import CPopplerGLib
internal import CPopplerText

/// A simple inverse of the Unicode Bidirectional Algorithm (Unicode Standard Annex 9). On a page mostly written from
/// right to left, lines run in that direction unless they have no letter of such a script. Words and numbers of the
/// other direction keep theirs.
enum LogicalOrder {
    static func layout(of characters: UnsafeBufferPointer<docsearch_character>) -> TextLayout {
        let isRightToLeft = characters.reduce(0) { $0 + Kind($1.unicode).balance } < 0
        let ligatures = ArabicLigatures(characters)
        var standing = TextLayout()
        for index in characters.indices {
            let character = characters[index]
            if index > 0, characters[index - 1].word != character.word,
                let separator = separator(characters[index - 1], character)
            {
                standing.append(separator)
            }
            standing.append(character.unicode, character.box)
        }
        standing = standing.boxes.withUnsafeBufferPointer { TextPieces.joined({ standing.scalars }, $0) } ?? standing
        let rotation = characters.first?.rotation ?? 0
        let direction = characters.allSatisfy { $0.rotation == rotation } ? TextDirection(rotation: rotation) : nil
        var layout = TextLayout()
        for indices in standing.scalars.indices.split(whereSeparator: { standing.scalars[$0] == "\n" }) {
            if !layout.scalars.isEmpty { layout.append("\n") }
            let line = TextLayout(scalars: Array(standing.scalars[indices]), boxes: Array(standing.boxes[indices]))
            append(line, isRightToLeft: isRightToLeft, direction, ligatures, to: &layout)
        }
        return layout
    }

    /// Nil between pieces of one word.
    private static func separator(_ last: docsearch_character, _ first: docsearch_character) -> Unicode.Scalar? {
        if last.has_space_after { return " " }
        guard last.rotation == first.rotation else { return "\n" }
        // From left to right, whichever way the words are read. Poppler also splits a word with several fonts.
        let direction = TextDirection(rotation: last.rotation)
        guard direction.goesOn(from: last.box, to: first.box) || direction.isTouching(last.box, first.box) else {
            return "\n"
        }
        return belongTogether(last.unicode, first.unicode) ? nil : " "
    }

    /// Letters belong to one word, and digits to one number. A figure after a word is a footnote mark.
    private static func belongTogether(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
        let (one, other) = (Kind(first), Kind(second))
        return one == .number ? other == .number : first.isLetter && second.isLetter
    }

    private static func append(
        _ line: TextLayout, isRightToLeft: Bool, _ direction: TextDirection?, _ ligatures: ArabicLigatures,
        to layout: inout TextLayout
    ) {
        let kinds = line.scalars.map(Kind.init)
        let hasRight = kinds.contains(.right)
        let isReversed = hasRight && (isRightToLeft || !kinds.contains(.left))
        for range in isReversed ? rightToLeftRuns(kinds) : leftToRightRuns(kinds) {
            let isBackwards = kinds[range.lowerBound] == .right || isReversed && !isForwards(kinds[range])
            // On turned pages poppler gives some words as they are read.
            let isRead = isBackwards && direction?.runsBackwards(line.boxes[range]) == true
            for index in isBackwards && !isRead ? backwards(range, line, ligatures) : Array(range) {
                layout.append(line.scalars[index], line.boxes[index])
            }
        }
    }

    /// Backwards, but marks after their letters, and letters of one glyph in their own order.
    private static func backwards(_ range: Range<Int>, _ line: TextLayout, _ ligatures: ArabicLigatures) -> [Int] {
        var units: [Range<Int>] = []
        var start = range.lowerBound
        while start < range.upperBound {
            var end = ligatures.end(of: start, in: line, before: range.upperBound) ?? start + 1
            while end < range.upperBound, line.scalars[end].isMark { end += 1 }
            units.append(start..<end)
            start = end
        }
        return units.reversed().flatMap { Array($0) }
    }

    private static func isForwards(_ kinds: ArraySlice<Kind>) -> Bool {
        kinds.contains { $0 == .left || $0 == .number }
    }

    private static func rightToLeftRuns(_ kinds: [Kind]) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        var end = kinds.count
        while end > 0 {
            var start = end - 1
            if kinds[start] == .left || kinds[start] == .number {
                var hasLetter = kinds[start] == .left
                while let next = forwardStart(before: start, kinds, hasLetter: hasLetter) {
                    hasLetter = hasLetter || kinds[next] == .left
                    start = next
                }
            } else {
                while start > 0, kinds[start - 1] == .right || kinds[start - 1] == .neutral { start -= 1 }
            }
            runs.append(start..<end)
            end = start
        }
        return runs
    }

    private static func forwardStart(before start: Int, _ kinds: [Kind], hasLetter: Bool) -> Int? {
        var index = start - 1
        while index >= 0, kinds[index] == .neutral || kinds[index] == .space { index -= 1 }
        guard index >= 0, kinds[index] != .right else { return nil }
        let between = kinds[(index + 1)..<start]
        // Numbers separated by a space follow each other from right to left. Within a number there is no space.
        let isOneNumber = between.isEmpty || between.count == 1 && between.first == .neutral
        return hasLetter || kinds[index] == .left || isOneNumber ? index : nil
    }

    private static func leftToRightRuns(_ kinds: [Kind]) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        var start = 0
        while start < kinds.count {
            let isRight = kinds[start] == .right
            // Numbers between right-to-left words belong to their run only with such words on both sides.
            let end =
                isRight
                ? (kinds[start...].firstIndex { $0 == .left || $0 == .number } ?? kinds.count)
                : (kinds[start...].firstIndex(of: .right) ?? kinds.count)
            let last = isRight ? (kinds[start..<end].lastIndex(of: .right) ?? start) + 1 : end
            runs.append(start..<last)
            start = last
        }
        return runs
    }

    private enum Kind {
        case left, right, number, space, neutral

        init(_ scalar: Unicode.Scalar) {
            let properties = scalar.properties
            self =
                switch scalar.value {
                case 0x20: .space
                // Per cent, degree and currency signs belong to the number.
                case 0x30...0x39, 0x660...0x669, 0x6F0...0x6F9, 0x24, 0x25, 0xA3, 0xB0, 0x20AC, 0x66A: .number
                case 0..<0x80: properties.isAlphabetic ? .left : .neutral
                case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
                    properties.isAlphabetic || scalar.isMark ? .right : .neutral
                default: properties.isAlphabetic ? .left : properties.numericType != nil ? .number : .neutral
                }
        }

        var balance: Int { self == .left ? 1 : self == .right ? -1 : 0 }
    }
}

extension docsearch_character {
    var unicode: Unicode.Scalar { Unicode.Scalar(scalar) ?? "\u{FFFD}" }
    var box: PopplerRectangle { PopplerRectangle(x1: left, y1: top, x2: right, y2: bottom) }
}

extension Unicode.Scalar {
    fileprivate var isLetter: Bool { properties.isAlphabetic || isMark }

    var isMark: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark: true
        default: false
        }
    }
}
