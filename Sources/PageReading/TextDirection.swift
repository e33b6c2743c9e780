internal import CPopplerGLib

enum TextDirection {
    case right, down, left, up

    /// Poppler's rotation: quarter turns clockwise.
    init(rotation: Int32) { self = [.right, .down, .left, .up][Int(rotation & 3)] }

    init?(from first: PopplerRectangle, to second: PopplerRectangle) {
        for direction in [TextDirection.right, .left, .down, .up] {
            let (one, other) = (Span(first, direction), Span(second, direction))
            guard one.isLetter, other.isLetter, abs(one.low - other.low) < 0.1 * one.height,
                abs(one.height - other.height) < 0.1 * one.height, abs(other.start - one.end) < 0.6 * one.height
            else { continue }
            self = direction
            return
        }
        return nil
    }

    /// True when the second letter begins where the first ends and is slightly higher or lower, as in a crooked line.
    /// Poppler gives each letter the height of its whole piece, so long pieces are higher than short ones.
    ///
    /// At exactly the same height, poppler has split them for another reason, such as a space without width.
    ///
    /// `gap` is in letter heights.
    func goesOn(
        from first: PopplerRectangle, to second: PopplerRectangle, gap: ClosedRange<Double> = -0.08...0.08
    ) -> Bool {
        let (one, other) = (Span(first, self), Span(second, self))
        guard one.isLetter, other.isLetter else { return false }
        let height = min(one.height, other.height)
        let (low, high) = (other.low - one.low, other.high - one.high)
        return gap.contains((other.start - one.end) / height) && low * high > 0
            && min(abs(low), abs(high)) >= 0.004 * height
            && min(one.high, other.high) - max(one.low, other.low) >= 0.6 * height
            && height >= 0.5 * max(one.height, other.height)
    }

    /// On a left-to-right line.
    func rises(from first: PopplerRectangle, to second: PopplerRectangle) -> Bool {
        Span(second, self).low < Span(first, self).low
    }

    /// True when both letters touch. Letters set one by one are slightly shifted; between pieces of different heights
    /// such a shift ends a word.
    func isTouching(_ first: PopplerRectangle, _ second: PopplerRectangle) -> Bool {
        let (one, other) = (Span(first, self), Span(second, self))
        guard one.isLetter, other.isLetter else { return false }
        let height = min(one.height, other.height)
        let isLevel = abs(one.low - other.low) <= 0.02 * height && abs(one.high - other.high) <= 0.02 * height
        let mostGap = isLevel ? 0.1 : 0.02
        return abs(other.start - one.end) <= mostGap * height
            && min(one.high, other.high) - max(one.low, other.low) >= 0.5 * height
            && height >= 0.8 * max(one.height, other.height)
    }

    /// True when each letter stands before the last one. Marks stand with their letters.
    func runsBackwards(_ boxes: some Collection<PopplerRectangle>) -> Bool {
        let starts = boxes.map { Span($0, self) }.filter(\.isLetter).map(\.start)
        guard let first = starts.first, let last = starts.last, last < first else { return false }
        return zip(starts, starts.dropFirst()).allSatisfy { $1 <= $0 + 0.01 }
    }

    /// The extent of a box along its line, growing in its direction, and across it.
    private struct Span {
        let start, end, low, high: Double

        init(_ box: PopplerRectangle, _ direction: TextDirection) {
            switch direction {
            case .right: (start, end, low, high) = (box.x1, box.x2, box.y1, box.y2)
            case .left: (start, end, low, high) = (-box.x2, -box.x1, box.y1, box.y2)
            case .down: (start, end, low, high) = (box.y1, box.y2, box.x1, box.x2)
            case .up: (start, end, low, high) = (-box.y2, -box.y1, box.x1, box.x2)
            }
        }

        var height: Double { high - low }
        var isLetter: Bool { end > start && high > low }
    }
}
