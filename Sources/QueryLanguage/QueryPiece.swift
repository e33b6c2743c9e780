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

    /// All of the piece, in scalars of the query.
    @SmallRange var range: Range<Int>
    /// The word, or what stands between the quotation marks.
    @SmallRange var content: Range<Int>
    @SmallRange private var name: Range<Int>

    /// The letters before the colon.
    var fieldName: Range<Int>? {
        get { name.isEmpty ? nil : name }
        set { name = newValue ?? 0..<0 }
    }

    init(at start: Int) { (range, content, name) = (start..<start, start..<start, start..<start) }

    /// A text may have ten thousand pieces, so they are kept small.
    @propertyWrapper struct SmallRange: Equatable {
        private var start: Int32
        private var end: Int32

        init(wrappedValue range: Range<Int>) {
            start = Int32(truncatingIfNeeded: range.lowerBound)
            end = Int32(truncatingIfNeeded: range.upperBound)
        }

        var wrappedValue: Range<Int> {
            get { Int(start)..<Int(end) }
            set { self = SmallRange(wrappedValue: newValue) }
        }
    }

    /// Whether the piece is a word and nothing else, so that it may be an operator or a part of plain language.
    var isBareWord: Bool { kind == .word && fieldName == nil && mark == nil && !hasMinus }

    /// The word with its mark: the value of a field that knows no marks, as in `path:(~old)`.
    var markedContent: Range<Int> {
        kind == .word && mark != nil ? content.lowerBound - 1..<content.upperBound : content
    }
}
