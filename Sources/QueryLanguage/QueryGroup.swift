/// A group in parentheses, or the whole query: operands of AND, the last of which OR and NEAR may extend.
struct QueryGroup {
    let opening: Int?
    /// For terms without a field of their own.
    let field: FieldName?
    private(set) var isBlank = true
    private(set) var hasLeftOut = false
    private var pendingNot: Range<Int>?
    private var joint: Joint?

    private var finished: [QueryExpression] = []
    private var choices: [QueryExpression] = []
    private var areExcluded = false
    private var follows: Follow = .nothing

    private enum Follow {
        case nothing, operand, nearOperand
    }

    private enum Joint {
        case or(Range<Int>)
        case near(Range<Int>, distance: Int)

        var loneHint: QueryHint {
            switch self {
            case .or(let range): QueryHint(range, .loneOr)
            case .near(let range, _): QueryHint(range, .loneNear)
            }
        }
    }

    init(opening: Int? = nil, field: FieldName? = nil) {
        self.opening = opening
        self.field = field
    }

    var hasPendingNot: Bool { pendingNot != nil }

    mutating func end() -> QueryExpression? {
        finishOperand()
        return QueryExpression.conjunction(finished)
    }

    var loneOperators: [QueryHint?] { [pendingNot.map { QueryHint($0, .loneNot) }, joint?.loneHint] }

    mutating func takeNot(_ range: Range<Int>) {
        isBlank = false
        pendingNot = range
    }

    mutating func takeOr(_ range: Range<Int>) -> QueryHint? {
        isBlank = false
        guard follows != .nothing, !areExcluded, joint == nil, pendingNot == nil else {
            return Joint.or(range).loneHint
        }
        joint = .or(range)
        return nil
    }

    mutating func takeNear(_ range: Range<Int>, distance: Int) -> QueryHint? {
        isBlank = false
        let near = Joint.near(range, distance: distance)
        guard follows != .nothing, joint == nil, pendingNot == nil else { return near.loneHint }
        guard follows == .nearOperand else { return QueryHint(range, .nearGroup) }
        joint = near
        return nil
    }

    mutating func add(_ operand: QueryExpression, hasMinus: Bool = false) -> QueryHint? {
        isBlank = false
        let isExcluded = hasMinus || pendingNot != nil
        let joint = joint
        self.joint = nil
        pendingNot = nil
        switch joint {
        case .or where !isExcluded:
            choices.append(operand)
            follows = operand.isWordOrPhrase ? .nearOperand : .operand
            return nil
        case .near where choices.isEmpty:
            begin(operand, isExcluded: isExcluded, hasMinus: hasMinus)
            return nil
        case .near(let range, let distance):
            guard let problem = isExcluded ? .nearGroup : joinNear(operand, distance) else { return nil }
            begin(operand, isExcluded: isExcluded, hasMinus: hasMinus)
            return QueryHint(range, problem)
        case .or, nil:
            begin(operand, isExcluded: isExcluded, hasMinus: hasMinus)
            return joint?.loneHint
        }
    }

    /// Returns a hint when OR or NEAR waited for it.
    mutating func addNothing() -> QueryHint? {
        isBlank = false
        let lone = joint?.loneHint
        joint = nil
        pendingNot = nil
        follows = .nothing
        return lone
    }

    /// The operators beside it are no mistake.
    mutating func leaveOut(isExcluded: Bool) {
        isBlank = false
        hasLeftOut = true
        pendingNot = nil
        // Behind OR it was one choice of several.
        if joint == nil || isExcluded {
            finishOperand()
            areExcluded = isExcluded
        }
        joint = nil
        follows = .nearOperand
    }

    private mutating func begin(_ operand: QueryExpression, isExcluded: Bool, hasMinus: Bool) {
        finishOperand()
        choices.append(operand)
        areExcluded = isExcluded
        // A NOT applies to all of `a NEAR b`, a minus only to `a`.
        follows = operand.isWordOrPhrase && !hasMinus ? .nearOperand : .operand
    }

    private mutating func finishOperand() {
        guard let operand = QueryExpression.disjunction(choices) else { return }
        finished.append(areExcluded ? operand.negated : operand)
        choices.removeAll(keepingCapacity: true)
    }

    private mutating func joinNear(_ operand: QueryExpression, _ distance: Int) -> QueryHint.Wording? {
        guard operand.isWordOrPhrase, case .term(let right) = operand, let left = choices.last else {
            return .nearGroup
        }
        let (terms, limit) =
            switch left {
            case .near(let terms, let limit): (terms, min(limit, distance))
            default: (left.terms, distance)
            }
        guard terms.first?.field == right.field else { return .nearFields }
        choices[choices.count - 1] = .near(terms + [right], distance: limit)
        return nil
    }
}

extension QueryExpression {
    fileprivate var isWordOrPhrase: Bool {
        if case .term(let term) = self { term.form == .word || term.form == .phrase } else { false }
    }
}
