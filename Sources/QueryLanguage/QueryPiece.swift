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
    @SmallRange var range: Range<Int>
    @SmallRange var content: Range<Int>
    @SmallRange private var name: Range<Int>

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

    var isBareWord: Bool { kind == .word && fieldName == nil && mark == nil && !hasMinus }

    /// For fields without marks, as in `path:(~old)`.
    var markedContent: Range<Int> {
        kind == .word && mark != nil ? content.lowerBound - 1..<content.upperBound : content
    }
}
