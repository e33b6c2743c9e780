/// One piece of a query as it stands there: `-title:"annual report"` is one piece, and so is each parenthesis around
/// words, with the `-` or the field that stands directly before it.
struct QueryPiece: Equatable {
    enum Kind {
        case word, phrase
        /// `(`, `-(` or `title:(`.
        case opening
        case closing
    }

    /// How a word or phrase is to be looked for.
    enum Mark {
        /// `=`
        case exact
        /// `~`
        case fuzzy
    }

    var kind: Kind = .word
    var mark: Mark?
    var hasMinus = false
    /// For a phrase, whether the closing quotation mark is there.
    var isClosed = true
    /// The word stands directly before or after a quotation mark, as the comma in `"a", "b"`.
    var touchesQuote = false

    // A text may have ten thousand pieces, so they are kept small.
    private var whole: Span
    private var inner: Span
    private var name: Span

    /// An empty piece at a place.
    init(at start: Int) {
        whole = Span(start..<start)
        inner = whole
        name = whole
    }

    /// All of the piece, in scalars of the query.
    var range: Range<Int> {
        get { whole.range }
        set { whole = Span(newValue) }
    }

    /// The word, or what stands between the quotation marks.
    var content: Range<Int> {
        get { inner.range }
        set { inner = Span(newValue) }
    }

    /// The letters before the colon.
    var fieldName: Range<Int>? {
        get { name.start < name.end ? name.range : nil }
        set { name = Span(newValue ?? 0..<0) }
    }

    private struct Span: Equatable {
        var start: Int32
        var end: Int32

        init(_ range: Range<Int>) {
            start = Int32(truncatingIfNeeded: range.lowerBound)
            end = Int32(truncatingIfNeeded: range.upperBound)
        }

        var range: Range<Int> { Int(start)..<Int(end) }
    }

    /// Whether the piece is a word and nothing else, so that it may be an operator or a part of plain language.
    var isBareWord: Bool { kind == .word && fieldName == nil && mark == nil && !hasMinus }

    /// The word with its mark: the value of a field that knows no marks, as in `path:(~old)`.
    var markedContent: Range<Int> {
        kind == .word && mark != nil ? content.lowerBound - 1..<content.upperBound : content
    }
}
