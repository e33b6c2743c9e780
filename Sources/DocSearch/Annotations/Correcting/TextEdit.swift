/// A change that a person made to a page's text, as a correction of the words that were read.
///
/// White space does not count: words keep the lines that they are in. Words that were added, or left out, are corrected
/// together with the word before them, so that there is always something to find them by.
struct TextEdit {
    /// Unicode scalars of the text as it was read.
    var range: Range<Int>
    var text: String
    /// Corrections that this one takes the place of.
    var superseded: [CorrectedText.Said]

    /// `shown` is the text that the person has changed.
    static func edits(as shown: CorrectedText, to text: String) -> [TextEdit] {
        let (before, after) = (TextWords(shown.text), TextWords(text))
        let difference = WordDifference(before.words, after.words)
        var rows: [Range<Int>] = []
        for hunk in difference.hunks {
            let words = row(of: hunk, in: difference, before, shown)
            // Nothing is changed twice, and words without a blank between them are changed together.
            if let last = rows.last, last.upperBound > words.lowerBound || before.areJoined(last, words) {
                rows[rows.count - 1] =
                    min(last.lowerBound, words.lowerBound)..<max(last.upperBound, words.upperBound)
            } else {
                rows.append(words)
            }
        }
        return rows.compactMap { words in
            let new = difference.position(words.lowerBound)..<difference.position(words.upperBound)
            guard !words.isEmpty, !new.isEmpty else { return nil }
            let span = shown.pieces(in: before.span(words)).reduce(before.span(words)) { span, piece in
                min(span.lowerBound, piece.made.lowerBound)..<max(span.upperBound, piece.made.upperBound)
            }
            let range = shown.read(span.lowerBound)..<shown.read(span.upperBound)
            return TextEdit(range: range, text: after.text(after.span(new)), superseded: shown.said(of: range))
        }
    }

    /// The words that are changed with those of a hunk.
    private static func row(
        of hunk: WordDifference.Hunk, in difference: WordDifference, _ before: TextWords, _ shown: CorrectedText
    ) -> Range<Int> {
        var words = hunk.old
        var new = hunk.new
        while true {
            let former = words
            if words.isEmpty || new.isEmpty {
                if words.lowerBound > 0 {
                    words = words.lowerBound - 1..<words.upperBound
                } else if words.upperBound < before.ranges.count {
                    words = words.lowerBound..<words.upperBound + 1
                }
            }
            // A correction is changed as a whole.
            for piece in shown.pieces(in: before.span(words)) {
                let made = before.words(in: piece.made)
                words = min(words.lowerBound, made.lowerBound)..<max(words.upperBound, made.upperBound)
            }
            for other in difference.hunks(in: words) {
                words = min(words.lowerBound, other.old.lowerBound)..<max(words.upperBound, other.old.upperBound)
            }
            new = difference.position(words.lowerBound)..<difference.position(words.upperBound)
            if words == former { return words }
        }
    }
}

extension TextWords {
    fileprivate func areJoined(_ words: Range<Int>, _ next: Range<Int>) -> Bool {
        !words.isEmpty && !next.isEmpty && words.upperBound == next.lowerBound
            && span(words).upperBound == span(next).lowerBound
    }
}

extension CorrectedText {
    fileprivate func pieces(in span: Range<Int>) -> ArraySlice<Piece> {
        pieces[pieces.partitioningIndex { $0.made.upperBound > span.lowerBound }...]
            .prefix { $0.made.lowerBound < span.upperBound }
    }

    /// The place in the text as it was read. `position` is in no piece.
    fileprivate func read(_ position: Int) -> Int {
        let next = pieces.partitioningIndex { $0.made.upperBound > position }
        guard next > 0 else { return position }
        return position - pieces[next - 1].made.upperBound + pieces[next - 1].read.upperBound
    }
}
