/// One piece of a query as it stands there: `-title:"annual report"` is one piece.
struct QueryPiece: Equatable {
    /// All of the piece, in scalars of the query.
    var range: Range<Int>
    /// The word, or what stands between the quotation marks.
    var content: Range<Int>
    /// The letters before the colon.
    var fieldName: Range<Int>?
    var hasMinus = false
    var isQuoted = false
    /// For a quoted piece, whether the closing mark is there.
    var isClosed = true
    /// A `(` stands before the piece.
    var followsParenthesis = false
    /// A `(` stands between the `-` or the field and what it applies to.
    var opensGroup = false
    /// The word stands directly before or after a quotation mark, as the comma in `"a", "b"`.
    var touchesQuote = false
}

/// Cuts a query into pieces from left to right; each scalar is looked at a fixed number of times.
///
/// Parentheses around words are skipped like spaces; inside a word, as in `12(a)`, they stay.
struct QueryScanner {
    private let scalars: [Unicode.Scalar]
    private var position = 0

    init(_ scalars: [Unicode.Scalar]) {
        self.scalars = scalars
    }

    mutating func next() -> QueryPiece? {
        let before = position
        while let scalar = current, scalar.separatesWords || scalar.isParenthesis { position += 1 }
        guard position < scalars.count else { return nil }

        let start = position
        var piece = QueryPiece(range: start..<start, content: start..<start)
        piece.followsParenthesis = start > before && scalars[start - 1] == "("
        // A hyphen inside a word never comes here; one directly after a closing quotation mark is no exclusion.
        if start == 0 || start > before {
            piece.hasMinus = skip(while: \.isMinus)
            if piece.hasMinus { piece.opensGroup = skip { $0 == "(" } }
        }
        if let name = scanFieldName() {
            piece.fieldName = name
            if skip(while: { $0 == "(" }) { piece.opensGroup = true }
        }
        if let scalar = current, scalar.isQuote {
            scanPhrase(into: &piece)
        } else {
            scanWord(into: &piece)
        }
        // The parentheses cut from the end of a word are not part of the piece.
        piece.range = start..<(piece.isQuoted ? position : piece.content.upperBound)
        return piece
    }

    private var current: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    /// Whether anything was skipped.
    private mutating func skip(while condition: (Unicode.Scalar) -> Bool) -> Bool {
        let start = position
        while let scalar = current, condition(scalar) { position += 1 }
        return position > start
    }

    /// Takes `name:` when it is a field or looks meant as one. `10:30`, `http://x` and `a:` do not.
    private mutating func scanFieldName() -> Range<Int>? {
        let start = position
        var colon = start
        while colon < scalars.count, scalars[colon].isLetter { colon += 1 }
        guard colon > start, colon < scalars.count, scalars[colon] == ":" else { return nil }
        let following = colon + 1 < scalars.count ? scalars[colon + 1] : " "
        guard
            following.isLetterOrDigit || following.isQuote || FieldName(typed: scalars[start..<colon]) != nil
        else { return nil }
        position = colon + 1
        return start..<colon
    }

    private mutating func scanPhrase(into piece: inout QueryPiece) {
        position += 1
        let start = position
        while let scalar = current, !scalar.isQuote { position += 1 }
        piece.content = start..<position
        piece.isQuoted = true
        piece.isClosed = position < scalars.count
        if piece.isClosed { position += 1 }
    }

    private mutating func scanWord(into piece: inout QueryPiece) {
        let start = position
        while let scalar = current, !scalar.separatesWords, !scalar.isQuote { position += 1 }
        var end = position
        if !scalars[start..<end].contains("(") {
            while end > start, scalars[end - 1] == ")" { end -= 1 }
        }
        piece.content = start..<end
        piece.touchesQuote =
            start > 0 && scalars[start - 1].isQuote || position < scalars.count && scalars[position].isQuote
    }
}
