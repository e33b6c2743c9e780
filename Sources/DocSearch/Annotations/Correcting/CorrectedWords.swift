/// The words of a corrected page with their boxes. Words that stayed keep theirs, a word in the place of another has that
/// one's, several share what they replace by their letters, and added ones the gap that they are in: between two words, at the
/// end of a line, or, for whole lines, between two lines. No box is across a word that is there: programs would read the two
/// mixed.
struct CorrectedWords {
    private let read: PageText
    private var made: [PageText.Word] = []

    /// `page` has the text and the words that were read.
    static func words(of page: PageText, correctedTo text: String) -> [PageText.Word] {
        guard !page.words.isEmpty else { return [] }
        var corrected = CorrectedWords(read: page)
        corrected.make(text)
        return corrected.made
    }

    private init(read: PageText) { self.read = read }

    private mutating func make(_ text: String) {
        let (before, after) = (TextWords(read.text), TextWords(text))
        let located = read.locatedWords()
        var hunks = WordDifference(before.words, after.words).hunks[...]
        var next = 0
        // Words that are not in the text, such as those read into pictures, stay where they are.
        func isLocated(_ word: PageText.Word) -> Bool { next < located.count && located[next].word == word }
        func enter(_ hunk: WordDifference.Hunk, replacing old: [PageText.Word]) {
            let texts = hunk.new.map { after.text(after.ranges[$0]) }
            let boxes = old.isEmpty ? added(hunk.new) : Self.shares(of: old, among: texts)
            for (text, box) in zip(texts, boxes) {
                made.append(PageText.Word(text: text, box: box, confidence: 1, isIndexed: true, isCorrected: true))
            }
        }
        func added(_ words: Range<Int>) -> [[Double]] {
            let former = next > 0 ? PageBox(located[next - 1].word.box) : nil
            let following = next < located.count ? PageBox(located[next].word.box) : nil
            let rows = after.rows(words)
            if rows.isWhole, let boxes = lines(rows.rows, after: former, before: following) { return boxes }
            let neighbour =
                former == nil && next < located.count ? located[next].word : next > 0 ? located[next - 1].word : nil
            return gap(rows.rows.flatMap(\.self), after: former, before: following, like: neighbour)
        }
        /// Those that are left behind it stand before the word that comes next.
        func enterAdded(before place: Int) {
            while let hunk = hunks.first, Self.end(of: hunk, before) <= place {
                enter(hunk, replacing: [])
                hunks.removeFirst()
            }
        }
        var replaced: [PageText.Word] = []
        for word in read.words {
            guard isLocated(word) else {
                made.append(word)
                continue
            }
            let range = located[next].range
            if replaced.isEmpty { enterAdded(before: range.lowerBound) }
            guard let hunk = hunks.first, !hunk.old.isEmpty, before.span(hunk.old).overlaps(range) else {
                made.append(word)
                next += 1
                continue
            }
            replaced.append(word)
            next += 1
            // Several words as recognised may be one of the text.
            if next < located.count, before.span(hunk.old).overlaps(located[next].range) { continue }
            enter(hunk, replacing: replaced)
            replaced = []
            hunks.removeFirst()
            // The rest of a word that stands in several of the text's has been replaced with it.
            while let rest = hunks.first, !rest.old.isEmpty, before.span(rest.old).overlaps(range) {
                enter(rest, replacing: [word])
                hunks.removeFirst()
            }
        }
        enterAdded(before: .max)
    }

    /// Where the words end that a hunk replaces, or where its words are added.
    private static func end(of hunk: WordDifference.Hunk, _ words: TextWords) -> Int {
        guard hunk.old.isEmpty else { return words.span(hunk.old).upperBound }
        return hunk.old.lowerBound > 0 ? words.ranges[hunk.old.lowerBound - 1].upperBound : 0
    }

    // MARK: - Boxes

    private typealias Piece = (box: PageBox, letters: Int, isFromRight: Bool)

    private static func isFromRight(_ text: String) -> Bool {
        text.unicodeScalars.contains { (0x0590...0x08FF).contains($0.value) || (0xFB1D...0xFEFC).contains($0.value) }
    }

    private static func shares(of old: [PageText.Word], among texts: [String]) -> [[Double]] {
        let pieces = old.compactMap { word in
            PageBox(word.box).map { ($0, max(1, word.text.unicodeScalars.count), isFromRight(word.text)) as Piece }
        }
        if old.count == texts.count { return old.map(\.box) }
        return shares(of: pieces, among: texts)
    }

    /// Each text has as much of the letters in a row as it has of all, with a blank between two, and `blanks` before the first
    /// and behind the last. Where these are in several lines, it has the part in the line with most of it.
    private static func shares(of pieces: [Piece], among texts: [String], blanks: Int = 0) -> [[Double]] {
        let letters = Double(pieces.reduce(0) { $0 + $1.letters })
        let all = Double(texts.reduce(max(0, texts.count - 1) + 2 * blanks) { $0 + max(1, $1.unicodeScalars.count) })
        var done = blanks
        return texts.map { text in
            let start = Double(done) / all * letters
            done += max(1, text.unicodeScalars.count)
            let end = Double(done) / all * letters
            done += 1
            var lines: [(box: PageBox, share: Double)] = []
            var first = 0.0
            for piece in pieces {
                let count = Double(piece.letters)
                let (from, to) = (max(start, first) - first, min(end, first + count) - first)
                first += count
                guard to > from else { continue }
                var box = piece.box
                box.left += box.width * (piece.isFromRight ? count - to : from) / count
                box.width *= (to - from) / count
                if let last = lines.last, last.box.isInLine(with: box) {
                    lines[lines.count - 1] = (last.box.union(box), last.share + to - from)
                } else {
                    lines.append((box, to - from))
                }
            }
            guard let box = lines.max(by: { $0.share < $1.share })?.box.rounded else { return [] }
            return [box.left, box.top, box.width, box.height]
        }
    }

    /// In the line of `former`, else before `next`.
    private func gap(
        _ texts: [String], after former: PageBox?, before next: PageBox?, like neighbour: PageText.Word?
    ) -> [[Double]] {
        guard var box = former ?? next, let neighbour else { return texts.map { _ in [] } }
        let isFromRight = texts.contains(where: Self.isFromRight)
        // Behind the word before, or before the one behind.
        let isBehind = (former != nil) != isFromRight
        let edge = isBehind ? box.right : box.left
        var room = isBehind ? max(0, (read.size?.width ?? .infinity) - edge) : edge
        if let former, let next, former.isInLine(with: next) {
            room = isFromRight ? former.left - next.right : next.left - former.right
        }
        let letters = texts.reduce(texts.count + 1) { $0 + $1.unicodeScalars.count }
        let letter = box.width / Double(max(1, neighbour.text.unicodeScalars.count))
        box.width = min(letter * Double(letters), max(1, room))
        box.left = isBehind ? edge : max(0, edge - box.width)
        return Self.shares(of: [(box, letters, isFromRight)], among: texts, blanks: 1)
    }

    /// In lines of their own; nil where there is no room for them.
    private func lines(_ rows: [[String]], after former: PageBox?, before next: PageBox?) -> [[Double]]? {
        guard let neighbour = former ?? next, neighbour.height > 0, let size = read.size else { return nil }
        let line = made.reversed().lazy.map { PageBox($0.box) ?? neighbour }.prefix { $0.isInLine(with: neighbour) }
        let around = line.reduce(neighbour) { $0.union($1) }
        let height = around.height * Double(rows.count)
        // That of the next column is not below.
        let below = next.flatMap { $0.top >= around.bottom ? $0.top : nil } ?? .infinity
        let (top, bottom) =
            former == nil
            ? (max(0, around.top - 1.3 * height), around.top)
            : (around.bottom, min(below, around.bottom + 1.3 * height, size.height))
        let step = (bottom - top) / Double(rows.count)
        guard step > neighbour.height / 2 else { return nil }
        // Half as wide as high, as most print.
        let letter = neighbour.height / 2
        return rows.enumerated().flatMap { number, texts in
            let isFromRight = texts.contains(where: Self.isFromRight)
            let letters = texts.reduce(texts.count - 1) { $0 + $1.unicodeScalars.count }
            let width = min(letter * Double(letters), isFromRight ? around.right : max(1, size.width - around.left))
            let box = PageBox(
                left: isFromRight ? around.right - width : around.left, top: top + step * (Double(number) + 0.1),
                width: width, height: step * 0.8)
            return Self.shares(of: [(box, letters, isFromRight)], among: texts)
        }
    }
}

extension PageBox {
    fileprivate func isInLine(with other: PageBox) -> Bool {
        min(bottom, other.bottom) - max(top, other.top) > min(height, other.height) / 2
    }
}
