/// What a person has changed in a page's text, as corrections of the words that were read.
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
        var edits: [TextEdit] = []
        var done = 0
        for hunk in difference.hunks where hunk.old.lowerBound >= done || hunk.old.isEmpty {
            var words = hunk.old
            var new = hunk.new
            var pieces: ArraySlice<CorrectedText.Piece> = []
            while true {
                let former = words
                let isOneSided = words.isEmpty || new.isEmpty
                if isOneSided {
                    if words.lowerBound > 0 {
                        words = words.lowerBound - 1..<words.upperBound
                    } else if words.upperBound < before.ranges.count {
                        words = words.lowerBound..<words.upperBound + 1
                    }
                }
                // A correction is changed as a whole.
                let span = before.span(words)
                pieces = shown.pieces(in: span)
                for piece in pieces {
                    let made = before.words(in: piece.made)
                    words = min(words.lowerBound, made.lowerBound)..<max(words.upperBound, made.upperBound)
                }
                for other in difference.hunks(in: words) {
                    words = min(words.lowerBound, other.old.lowerBound)..<max(words.upperBound, other.old.upperBound)
                }
                new = difference.position(words.lowerBound)..<difference.position(words.upperBound)
                if words == former { break }
            }
            guard !words.isEmpty, !new.isEmpty, words.lowerBound >= done else { continue }
            done = words.upperBound
            let span = pieces.reduce(before.span(words)) { span, piece in
                min(span.lowerBound, piece.made.lowerBound)..<max(span.upperBound, piece.made.upperBound)
            }
            let range = shown.read(span.lowerBound)..<shown.read(span.upperBound)
            let replaced = shown.replaced.filter { $0.read.overlaps(range) }.map(\.said)
            edits.append(
                TextEdit(range: range, text: after.text(after.span(new)), superseded: pieces.map(\.said) + replaced))
        }
        return edits
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
