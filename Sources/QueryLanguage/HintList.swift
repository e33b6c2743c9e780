/// The hints of one query, limited to what a person reads.
struct HintList {
    private(set) var hints: [QueryHint] = []
    private var lastExtended: Int?

    mutating func add(_ hint: QueryHint?) {
        if let hint, hints.count < QueryParser.hintLimit { hints.append(hint) }
    }

    /// A text may hold thousands of mistakes, so messages are built only when there is room.
    mutating func add(_ range: Range<Int>, _ wording: @autoclosure () -> QueryHint.Wording) {
        if hints.count < QueryParser.hintLimit { hints.append(QueryHint(range, wording())) }
    }

    /// One hint for everything left out, which always has room.
    mutating func extend(_ range: Range<Int>, _ wording: QueryHint.Wording) {
        let index =
            lastExtended.flatMap { hints[$0].wording == wording ? $0 : nil }
            ?? hints.lastIndex { $0.wording == wording }
        if let index {
            let known = hints[index].range
            hints[index].range = min(known.lowerBound, range.lowerBound)..<max(known.upperBound, range.upperBound)
        } else {
            hints.append(QueryHint(range, wording))
        }
        lastExtended = index ?? hints.count - 1
    }
}
