/// Words in capitals that are operators.
enum QueryOperator: Equatable {
    case and, or, not
    /// `isClamped`: the distance was missing or out of range.
    case near(distance: Int, isClamped: Bool)

    init?(typed scalars: ArraySlice<Unicode.Scalar>) {
        guard let first = scalars.first, first == "A" || first == "O" || first == "N", scalars.count > 1 else {
            return nil
        }
        switch String(scalars: scalars) {
        case "AND": self = .and
        case "OR": self = .or
        case "NOT": self = .not
        case "NEAR": self = .near(distance: QueryParser.usualDistance, isClamped: false)
        default:
            guard scalars.starts(with: "NEAR/".unicodeScalars), let near = Self.near(scalars.dropFirst(5)) else {
                return nil
            }
            self = near
        }
    }

    /// With anything but digits, `NEAR/x` is a word.
    private static func near(_ typed: ArraySlice<Unicode.Scalar>) -> QueryOperator? {
        let digits = typed.first?.isMinus == true ? typed.dropFirst() : typed
        guard digits.allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
        guard let first = typed.first else { return .near(distance: QueryParser.usualDistance, isClamped: true) }
        guard !first.isMinus else { return .near(distance: 1, isClamped: true) }
        let limit = QueryParser.distanceLimit
        let number = digits.reduce(0) { min($0 * 10 + Int($1.value) - 48, limit + 1) }
        let distance = min(max(number, 1), limit)
        return .near(distance: distance, isClamped: distance != number)
    }
}
