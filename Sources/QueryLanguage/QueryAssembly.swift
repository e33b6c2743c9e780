internal import CivilCalendar

/// Open groups are kept in a list, so parentheses need no recursion.
struct QueryAssembly {
    let source: QuerySource
    let today: CivilDate?
    let pieces: [QueryPiece]
    var hints = HintList()
    /// Outermost first. The first is the whole query and never closes.
    private var outer: [QueryGroup] = []
    private(set) var group = QueryGroup()
    /// Far more than `QueryParser.depthLimit`, since a query with as many has no meaning.
    private static let openLimit = 256
    private var ignoredOpenings = 0
    private(set) var termCount = 0
    private var filterCount = 0
    private let room: Room

    enum Room {
        case first(Int)
        case chosen(TermChoice)
    }

    init(source: QuerySource, pieces: [QueryPiece], context: QueryContext, room: Room) {
        self.source = source
        self.room = room
        today = context.today
        self.pieces = pieces
    }

    mutating func query(of text: String, readings: [PlainReading]) -> ParsedQuery {
        var result = ParsedQuery(text: text)
        if source.isCut { hints.add(source.scalars.count..<source.fullCount, .tooLong) }
        var waiting = readings[...]
        var next = 0
        while next < pieces.count {
            if let reading = waiting.first, reading.pieces.lowerBound == next {
                waiting.removeFirst()
                let isExcluded = group.hasPendingNot
                if take(reading) {
                    let understood = reading.expression.description
                    result.inferences.append(
                        QueryInference(range: reading.range, understood: understood, isExcluded: isExcluded))
                }
                next = reading.pieces.upperBound
            } else {
                next = take(pieceAt: next)
            }
        }
        closeAllGroups()
        result.expression = group.end().map { limited($0) }
        result.hints = hints.hints
        return result
    }

    /// A date may take several pieces.
    private mutating func take(pieceAt index: Int) -> Int {
        let piece = pieces[index]
        switch piece.kind {
        case .opening where outer.count == Self.openLimit:
            ignoredOpenings += 1
            hints.extend(piece.range, .tooDeep)
        case .opening: openGroup(at: index)
        case .closing where ignoredOpenings > 0: ignoredOpenings -= 1
        case .closing where group.opening == nil: hints.add(piece.range, .closeParenthesis)
        case .closing: closeGroup()
        case .word, .phrase:
            guard let named = source.queryOperator(piece) else { return takeOperand(at: index) }
            take(named, piece)
        }
        return index + 1
    }

    private mutating func take(_ named: QueryOperator, _ piece: QueryPiece) {
        switch named {
        case .and: break
        case .not: group.takeNot(piece.range)
        case .or: hints.add(group.takeOr(piece.range))
        case .near(let distance, let isClamped):
            if isClamped { hints.add(piece.range, .distance(source.excerpt(piece.content), used: distance)) }
            hints.add(group.takeNear(piece.range, distance: distance))
        }
    }

    private mutating func takeOperand(at index: Int) -> Int {
        let piece = pieces[index]
        // The comma in `"a", "b"` is no mistake.
        if piece.isBareWord, piece.touchesQuote, !source.hasLetterOrDigit(piece.content),
            !source.scalars[piece.content].contains("*")
        {
            return index + 1
        }
        let (operand, next) = operand(at: index, isExcluded: piece.hasMinus || group.hasPendingNot)
        switch operand {
        case .expression(let expression): hints.add(group.add(expression, hasMinus: piece.hasMinus))
        case .nothing: hints.add(group.addNothing())
        case .leftOut: group.leaveOut(isExcluded: piece.hasMinus || group.hasPendingNot)
        }
        return next
    }

    private mutating func take(_ reading: PlainReading) -> Bool {
        let hasRoom =
            reading.expression.terms.allSatisfy { hasRoomForTerm(at: $0.range) }
            && reading.expression.filters.allSatisfy { hasRoomForFilter(at: $0.range) }
        guard hasRoom else {
            _ = group.addNothing()
            return false
        }
        hints.add(group.add(reading.expression))
        if let reversed = reading.reversed {
            hints.add(reading.range, .reversedRange(source.excerpt(reading.range), corrected: reversed))
        }
        return true
    }
}

extension QueryAssembly {
    mutating func hasRoomForTerm(at range: Range<Int>) -> Bool {
        termCount += 1
        switch room {
        case .first(let limit):
            if termCount <= limit { return true }
            hints.extend(range, .tooManyTerms)
        case .chosen(let choice):
            if choice.kept[range.lowerBound] != nil { return true }
            if let hint = choice.hint { hints.extend(range, hint) }
        }
        return false
    }

    func count(at range: Range<Int>) -> Int {
        if case .chosen(let choice) = room { choice.kept[range.lowerBound] ?? 1 } else { 1 }
    }

    mutating func hasRoomForFilter(at range: Range<Int>) -> Bool {
        filterCount += 1
        if filterCount <= QueryParser.termLimit { return true }
        hints.extend(range, .tooManyFilters)
        return false
    }
}

extension QueryAssembly {
    private mutating func openGroup(at index: Int) {
        var field = group.field
        var unknown: Range<Int>?
        if let name = pieces[index].fieldName {
            if let own = FieldName(typed: source.scalars[name]) { field = own } else { unknown = name }
        }
        outer.append(group)
        group = QueryGroup(opening: index, field: field)
        if let unknown, let term = unknownField(unknown) { hints.add(group.add(.term(term))) }
    }

    private mutating func closeAllGroups() {
        if !source.isCut {
            for opening in (outer + [group]).compactMap(\.opening) {
                let end = pieces[opening].range.upperBound
                hints.add(end - 1..<end, .openParenthesis)
            }
        }
        while group.opening != nil { closeGroup() }
        group.loneOperators.forEach { hints.add($0) }
    }

    private mutating func closeGroup() {
        guard let parent = outer.popLast(), let opening = group.opening.map({ pieces[$0] }) else { return }
        group.loneOperators.forEach { hints.add($0) }
        let (isBlank, hasLeftOut, field, expression) = (
            group.isBlank, group.hasLeftOut, group.field, group.end()
        )
        group = parent
        if let expression { return hints.add(group.add(expression, hasMinus: opening.hasMinus)) }
        if hasLeftOut { return group.leaveOut(isExcluded: opening.hasMinus || group.hasPendingNot) }
        if isBlank {
            if let field, opening.fieldName != nil {
                hints.add(opening.range, .missingValue(field))
            } else if opening.hasMinus {
                hints.add(opening.range, .loneMinus)
            } else {
                return
            }
        }
        hints.add(group.addNothing())
    }

    private mutating func limited(_ expression: QueryExpression) -> QueryExpression {
        guard expression.depth > QueryParser.depthLimit else { return expression }
        var dissolved: Range<Int>?
        let limited = expression.limited(toDepth: QueryParser.depthLimit, dissolved: &dissolved)
        if let dissolved { hints.extend(dissolved, .tooDeep) }
        return limited
    }
}
