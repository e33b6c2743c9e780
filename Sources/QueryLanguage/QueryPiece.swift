/// One piece of a query as typed: `-title:"annual report"` is one piece. Each parenthesis around words is a piece, with
/// a `-` or field directly before it.
struct QueryPiece: Equatable {
    enum Kind {
        case word, phrase
        /// `(`, `-(` or `title:(`.
        case opening
        case closing
    }

    /// How a word or phrase is matched.
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
    /// The word is directly before or after a quotation mark, as the comma in `"a", "b"`.
    var touchesQuote = false

    /// The whole piece, in scalars of the query.
    @SmallRange var range: Range<Int>
    /// The word, or the text between the quotation marks.
    @SmallRange var content: Range<Int>
    @SmallRange private var name: Range<Int>

    /// The letters before the colon.
    var fieldName: Range<Int>? {
        get { name.isEmpty ? nil : name }
        set { name = newValue ?? 0..<0 }
    }

    init(at start: Int) { (range, content, name) = (start..<start, start..<start, start..<start) }

    /// A text may have ten thousand pieces, so their ranges are kept small.
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

    /// A plain word, which may be an operator or a part of plain language.
    var isBareWord: Bool { kind == .word && fieldName == nil && mark == nil && !hasMinus }

    /// The word with its mark, for fields without marks, as in `path:(~old)`.
    var markedContent: Range<Int> {
        kind == .word && mark != nil ? content.lowerBound - 1..<content.upperBound : content
    }
}
