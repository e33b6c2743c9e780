internal import CPopplerGLib

/// Where the words of a text that poppler gives begin and end otherwise than it says, told by the boxes of the characters.
struct TextPieces {
    /// The numbers of the characters that a space belongs before, in ascending order.
    private(set) var gaps: [Int] = []
    /// The numbers of line feeds that stand in the middle of a word.
    private(set) var joints: Set<Int> = []

    /// No other than those that the text has.
    init() {}

    var isEmpty: Bool { gaps.isEmpty && joints.isEmpty }

    /// Poppler puts no space between the cells of a table that stand on one line: where there is a gap as wide as half
    /// the height of the letters, a space belongs. Letters that are spaced for looks are less far apart.
    ///
    /// It divides lines that are crooked by some degrees, in the layers of scans, wherever they have risen too far.
    init(_ text: String, _ boxes: UnsafeBufferPointer<PopplerRectangle>) {
        guard boxes.count > 1 else { return }
        var candidates: [Int] = []
        for index in 1..<boxes.count {
            let (before, box) = (boxes[index - 1], boxes[index])
            // A line feed is a point.
            if index + 1 < boxes.count, box.x1 == box.x2, box.y1 == box.y2, Self.isOneWord(around: index, boxes) {
                candidates.append(index)
            }
            guard box.x1 > before.x2 else { continue }
            let height = max(before.y2 - before.y1, box.y2 - box.y1)
            let isOneLine = abs(before.y1 - box.y1) < height / 2
            if isOneLine, box.x1 - before.x2 > height / 2 { gaps.append(index) }
        }
        guard !candidates.isEmpty else { return }
        let scalars = Array(text.unicodeScalars)
        joints = Set(
            candidates.filter { Self.belongTogether(scalars[$0 - 1], scalars[$0 + 1]) && scalars[$0] == "\n" })
    }

    /// The text with these spaces and without these line feeds.
    func applied(to text: String) -> String {
        let scalars = Array(text.unicodeScalars)
        var result = String.UnicodeScalarView()
        result.reserveCapacity(scalars.count + gaps.count)
        var gaps = gaps[...]
        for (index, scalar) in scalars.enumerated() where !joints.contains(index) {
            if gaps.first == index {
                gaps.removeFirst()
                if !scalars[index - 1].properties.isWhitespace, !scalar.properties.isWhitespace { result.append(" ") }
            }
            result.append(scalar)
        }
        return String(result)
    }

    /// Letters are of one word, and digits of one number. A figure behind a word is a note's, and signs stand for
    /// themselves.
    static func belongTogether(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
        let (one, other) = (first.properties, second.properties)
        return one.isAlphabetic && other.isAlphabetic || one.numericType != nil && other.numericType != nil
    }

    /// Whether the characters on both sides of a line feed touch each other along their line, as those of one word do.
    private static func isOneWord(around index: Int, _ boxes: UnsafeBufferPointer<PopplerRectangle>) -> Bool {
        let (last, first) = (boxes[index - 1], boxes[index + 1])
        let before = index >= 2 ? TextDirection(from: boxes[index - 2], to: last) : nil
        let behind = index + 2 < boxes.count ? TextDirection(from: first, to: boxes[index + 2]) : nil
        guard let direction = before ?? behind, direction == behind ?? direction else { return false }
        return direction.goesOn(from: last, to: first)
    }
}

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
    func goesOn(from first: PopplerRectangle, to second: PopplerRectangle) -> Bool {
        let (one, other) = (Span(first, self), Span(second, self))
        guard one.isLetter, other.isLetter else { return false }
        let height = min(one.height, other.height)
        let (low, high) = (other.low - one.low, other.high - one.high)
        return abs(other.start - one.end) <= 0.08 * height && low * high > 0
            && min(abs(low), abs(high)) >= 0.004 * height
            && min(one.high, other.high) - max(one.low, other.low) >= 0.6 * height
            && height >= 0.5 * max(one.height, other.height)
    }

    /// Whether both letters touch each other, at whatever height.
    func isTouching(_ first: PopplerRectangle, _ second: PopplerRectangle) -> Bool {
        let (one, other) = (Span(first, self), Span(second, self))
        let height = min(one.height, other.height)
        return one.isLetter && other.isLetter && abs(other.start - one.end) <= 0.02 * height
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
