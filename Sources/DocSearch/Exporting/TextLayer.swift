/// A page's words as the operators of a content stream (ISO 32000-1, 9.4), in points from the lower left corner of the page as
/// shown. Each word fills its box, and a space follows it.
///
/// The words of a line have one size and one baseline, as programs take words of other sizes for those of another column. The
/// height of each is that of a variant of the font.
struct TextLayer {
    private(set) var content: [UInt8] = []
    private(set) var wordCount = 0
    /// Quarter turns clockwise after which most words are upright: of a scan that lies on its side.
    private(set) var turns = 0
    /// Where the last word began.
    private var last = (left: 0, bottom: 0)
    private var lastFont = ""
    private var isTurned = false

    /// UTF-8 bytes of the words of a page; more are left out.
    static let mostBytes = 4 << 20
    /// Scalars of a word; more are left out.
    private static let mostScalars = 2_000

    private struct Word {
        var scalars: [Unicode.Scalar]
        /// Points, upwards from the lower edge of the page.
        var left, bottom, right, top: Double

        var height: Double { top - bottom }
        var isSideways: Bool { scalars.count > 2 && height > 2.5 * (right - left) }
        var hasDescender: Bool { scalars.contains { TextLayer.descenders.contains($0) } }

        func continues(in next: Word) -> Bool {
            let common = min(top, next.top) - max(bottom, next.bottom)
            let gap = min(abs(next.left - right), abs(left - next.right))
            return common > min(height, next.height) / 2 && gap < 10 * max(height, next.height)
        }
    }

    private static let descenders = Set("gjpqyQçş,;()[]{}|/_$@„‚".unicodeScalars)

    init(_ words: [PageText.Word], on size: PageText.Size, font: inout TextLayerFont) {
        var lines: [[Word]] = []
        let shown = words.filter(\.isIndexed).compactMap { word in
            PageBox(word.box).flatMap { Self.isShown($0, on: size) ? (text: word.text, box: $0) : nil }
        }
        turns = ReadingTurn.turns(of: shown)
        let (shownSize, size) = (size, turns % 2 == 0 ? size : PageText.Size(width: size.height, height: size.width))
        for word in shown {
            let box = ReadingTurn.box(word.box, turnedBy: turns, on: shownSize)
            let scalars = VisualOrder.scalars(of: Self.printable(word.text))
            guard !scalars.isEmpty else { continue }
            let word = Word(
                scalars: scalars, left: box.left, bottom: size.height - box.bottom, right: box.right,
                top: size.height - box.top)
            if let before = lines.last?.last, !before.isSideways, !word.isSideways, before.continues(in: word) {
                lines[lines.count - 1].append(word)
            } else {
                lines.append([word])
            }
        }
        let sizes = Self.sizes(of: lines)
        for (line, size) in zip(lines, sizes) where content.count < Self.mostBytes {
            let baseline = Self.baseline(of: line)
            for word in line {
                if word.isSideways { drawSideways(word, &font) } else { draw(word, on: baseline, size, &font) }
            }
        }
    }

    /// Programs take no text from beside the page.
    private static func isShown(_ box: PageBox, on size: PageText.Size) -> Bool {
        let (x, y) = (box.left + box.width / 2, box.top + box.height / 2)
        return (0...size.width).contains(x) && (0...size.height).contains(y) && box.width > 0 && box.height > 0
            && box.width <= size.width * 2 && box.height <= size.height * 2
    }

    /// Lines of nearly the same height get the same size, so that they are of one block.
    private static func sizes(of lines: [[Word]]) -> [Int] {
        let heights = lines.map { line in max(1, Int((line.map(\.height).max() ?? 1).rounded(.up))) }
        var common: [Int: Int] = [:]
        var greatest = Int.max
        for height in Set(heights).sorted(by: >) {
            if Double(height) < 0.7 * Double(greatest) || greatest == .max { greatest = height }
            common[height] = greatest
        }
        return heights.map { common[$0] ?? $0 }
    }

    private static func baseline(of line: [Word]) -> Int {
        let plain = line.filter { !$0.hasDescender }
        let bottoms = (plain.isEmpty ? line : plain).map(\.bottom).sorted()
        return Int(bottoms[bottoms.count / 2].rounded())
    }

    private mutating func draw(_ word: Word, on baseline: Int, _ size: Int, _ font: inout TextLayerFont) {
        // Poppler drops a letter that is less than a tenth of the size behind the same one.
        let widest = (word.right - word.left) / Double(word.scalars.count) / 0.13
        let size = widest < Double(size) ? max(1, Int(widest)) : size
        let below = Double(baseline) - word.bottom
        let isOnLine = below > -0.6 && below < 0.5 * Double(size)
        let base = isOnLine ? baseline : Int(word.bottom.rounded())
        let left = Int(word.left.rounded())
        let variant = font.variant(
            ascent: (word.top - Double(base)) / Double(size), descent: (Double(base) - word.bottom) / Double(size),
            size: size)
        set(font: variant, size, length: word.right - Double(left), word.scalars)
        if isTurned {
            content += "1 0 0 1 \(left) \(base) Tm".utf8
        } else {
            content += "\(left - last.left) \(base - last.bottom) Td".utf8
        }
        (last, isTurned) = ((left, base), false)
        show(word.scalars, &font)
    }

    /// From the lower end to the upper one.
    private mutating func drawSideways(_ word: Word, _ font: inout TextLayerFont) {
        let (right, bottom) = (Int(word.right.rounded()), Int(word.bottom.rounded()))
        let size = max(1, right - Int(word.left.rounded()))
        let variant = font.variant(ascent: 1, descent: 0, size: size)
        set(font: variant, size, length: word.top - Double(bottom), word.scalars)
        content += "0 1 -1 0 \(right) \(bottom) Tm".utf8
        isTurned = true
        show(word.scalars, &font)
    }

    private mutating func set(font: String, _ size: Int, length: Double, _ scalars: [Unicode.Scalar]) {
        let own = "/\(font) \(size) Tf "
        if own != lastFont { content += own.utf8 }
        lastFont = own
        let natural = Double(size) * scalars.reduce(0) { $0 + TextLayerFont.width(of: $1) }
        let tenths = max(1, Int((1000 * max(0.1, length) / natural).rounded()))
        let isExact = length > 60 && tenths % 10 != 0 || tenths < 50
        let stretch = isExact ? "\(tenths / 10).\(tenths % 10)" : "\((tenths + 5) / 10)"
        content += "\(stretch) Tz ".utf8
    }

    private mutating func show(_ scalars: [Unicode.Scalar], _ font: inout TextLayerFont) {
        content.append(UInt8(ascii: "("))
        for scalar in scalars + [" "] { content += font.bytes(of: scalar) }
        content += ")Tj\n".utf8
        wordCount += 1
    }

    private static func printable(_ text: String) -> [Unicode.Scalar] {
        let scalars = text.unicodeScalars.prefix(mostScalars).compactMap { scalar -> Unicode.Scalar? in
            if scalar.properties.isWhitespace { return " " }
            switch scalar.properties.generalCategory {
            case .control, .surrogate, .unassigned: return "\u{FFFD}"
            // Marks of direction among them: the order is that of the places.
            case .format: return nil
            default: return scalar
            }
        }
        let rest = scalars.drop { $0 == " " }
        return Array(rest.prefix((rest.lastIndex { $0 != " " } ?? rest.startIndex - 1) - rest.startIndex + 1))
    }
}
