internal import CPopplerGLib

/// The way that the letters of a line go.
enum TextDirection {
    case right, down, left, up

    /// As poppler counts: quarter turns clockwise.
    init(rotation: Int32) { self = [.right, .down, .left, .up][Int(rotation & 3)] }

    /// The way from one letter to the next of its line; nil where they are not neighbours, or either has no extent.
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

    /// Whether the second letter begins where the first ends and lies a little higher or lower, as in a crooked line. Poppler
    /// gives each letter the height that all of its piece takes, so that long pieces are higher than short ones.
    ///
    /// Where both lie at the same height, poppler has divided them for another reason, such as a space that takes no room.
    ///
    /// The gap between them is in heights of the letters.
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

    /// Whether the second letter lies higher, on a line from left to right.
    func rises(from first: PopplerRectangle, to second: PopplerRectangle) -> Bool {
        Span(second, self).low < Span(first, self).low
    }

    /// Whether both letters touch each other. Letters that are set one by one are shifted a little; between pieces of
    /// different heights such a shift is the end of a word.
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

    /// A box along its line, growing in its direction, and across it.
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
