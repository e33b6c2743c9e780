/// `-title:"annual report"` is one piece, and so is each parenthesis around words with a `-` or field before it.
struct QueryPiece: Equatable {
    enum Kind {
        case word, phrase
        /// `(`, `-(` or `title:(`.
        case opening
        case closing
    }

    enum Mark {
        /// `=`
        case exact
        /// `~`
        case fuzzy
    }

    var kind: Kind = .word
    var mark: Mark?
    var hasMinus = false
    var isClosed = true
    /// As the comma in `"a", "b"`.
    var touchesQuote = false

    /// In scalars of the query.
    var range: Range<Int>
    var content: Range<Int>
    var fieldName: Range<Int>?

    init(at start: Int) { (range, content) = (start..<start, start..<start) }

    var isBareWord: Bool { kind == .word && fieldName == nil && mark == nil && !hasMinus }

    /// For fields without marks, as in `path:(~old)`.
    var markedContent: Range<Int> {
        kind == .word && mark != nil ? content.lowerBound - 1..<content.upperBound : content
    }
}
