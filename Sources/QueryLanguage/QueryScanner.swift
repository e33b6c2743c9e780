/// Splits a query into pieces, and examines each scalar a fixed number of times. A parenthesis inside a word, as in
/// `12(a)`, stays there.
struct QueryScanner {
    private let scalars: [Unicode.Scalar]
    private var position = 0

    private init(_ scalars: [Unicode.Scalar]) {
        self.scalars = scalars
    }

    static func pieces(of scalars: [Unicode.Scalar]) -> [QueryPiece] {
        var scanner = QueryScanner(scalars)
        var pieces: [QueryPiece] = []
        // Untouched memory costs nothing, and growing the list would copy it many times.
        pieces.reserveCapacity(scalars.count)
        while let piece = scanner.next() { pieces.append(piece) }
        return pieces
    }

    private mutating func next() -> QueryPiece? {
        while let scalar = current, scalar.separatesWords { position += 1 }
        guard let first = current else { return nil }

        let start = position
        var piece = QueryPiece(at: start)
        // A hyphen inside a word never gets here. One directly after a closing quotation mark is no exclusion.
        let isFree = start == 0 || scalars[start - 1].separatesWords || scalars[start - 1].isParenthesis
        if first == ")" {
            position += 1
            piece.kind = .closing
        } else {
            if isFree { piece.hasMinus = skip(while: \.isMinus) }
            if current != "(" { piece.fieldName = scanFieldName() }
            if current == "(" {
                position += 1
                piece.kind = .opening
            } else {
                if isFree { piece.mark = scanMark() }
                if let scalar = current, scalar.isQuote {
                    scanPhrase(into: &piece, isValue: isValue(piece))
                } else {
                    scanWord(into: &piece)
                }
            }
        }
        piece.range = start..<position
        return piece
    }

    private var current: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    private mutating func skip(while condition: (Unicode.Scalar) -> Bool) -> Bool {
        let start = position
        while let scalar = current, condition(scalar) { position += 1 }
        return position > start
    }

    /// `10:30`, `http://x` and `a:` are words.
    private mutating func scanFieldName() -> Range<Int>? {
        let start = position
        var colon = start
        while colon < scalars.count, scalars[colon].isLetter { colon += 1 }
        guard colon > start, colon < scalars.count, scalars[colon] == ":" else { return nil }
        let following = colon + 1 < scalars.count ? scalars[colon + 1] : " "
        guard
            following.isLetterOrDigit || following.isQuote || following == "("
                || FieldName(typed: scalars[start..<colon]) != nil
        else { return nil }
        position = colon + 1
        return start..<colon
    }

    private mutating func scanMark() -> QueryPiece.Mark? {
        guard let scalar = current, scalar == "=" || scalar == "~", position + 1 < scalars.count else { return nil }
        let following = scalars[position + 1]
        guard following.isLetterOrDigit || following.isQuote else { return nil }
        position += 1
        return scalar == "=" ? .exact : .fuzzy
    }

    private func isValue(_ piece: QueryPiece) -> Bool {
        guard let field = piece.fieldName.flatMap({ FieldName(typed: scalars[$0]) }) else { return false }
        return field == .tag && piece.mark == .exact || field.termField == nil
    }

    /// In a value, a quotation mark that stands there twice is one of it.
    private mutating func scanPhrase(into piece: inout QueryPiece, isValue: Bool) {
        position += 1
        let start = position
        while let scalar = current {
            let isDoubled = isValue && position + 1 < scalars.count && scalars[position + 1] == scalar
            if scalar.isQuote, !isDoubled { break }
            position += scalar.isQuote ? 2 : 1
        }
        piece.kind = .phrase
        piece.content = start..<position
        piece.isClosed = position < scalars.count
        if piece.isClosed { position += 1 }
    }

    /// A word ends before a `)` whose `(` is not in the word.
    private mutating func scanWord(into piece: inout QueryPiece) {
        let start = position
        var open = 0
        while let scalar = current, !scalar.separatesWords, !scalar.isQuote {
            if scalar == "(" { open += 1 }
            if scalar == ")" {
                if open == 0 { break }
                open -= 1
            }
            position += 1
        }
        piece.content = start..<position
        piece.touchesQuote =
            start > 0 && scalars[start - 1].isQuote || position < scalars.count && scalars[position].isQuote
    }
}
