/// A page's words as the operators of a content stream (ISO 32000-1, 9.4), in points from the lower left corner of the page as
/// shown. Each word fills its box, and a space follows it.
struct TextLayer {
    private(set) var content: [UInt8] = []
    private(set) var wordCount = 0
    /// Where the last word began, and the size of the font.
    private var last = (left: 0, bottom: 0)
    private var thickness = 0
    private var isTurned = false

    /// UTF-8 bytes of the words of a page; more are left out.
    static let mostBytes = 4 << 20
    /// Scalars of a word; more are left out.
    private static let mostScalars = 2_000

    init(_ words: [PageText.Word], on size: PageText.Size, font: inout TextLayerFont) {
        for word in words where word.isIndexed && content.count < Self.mostBytes {
            guard let box = PageBox(word.box), Self.isShown(box, on: size) else { continue }
            draw(word.text, in: box, on: size, &font)
        }
    }

    /// Programs take no text from beside the page.
    private static func isShown(_ box: PageBox, on size: PageText.Size) -> Bool {
        let (x, y) = (box.left + box.width / 2, box.top + box.height / 2)
        return (0...size.width).contains(x) && (0...size.height).contains(y) && box.width > 0 && box.height > 0
            && box.width <= size.width * 2 && box.height <= size.height * 2
    }

    private mutating func draw(
        _ text: String, in box: PageBox, on size: PageText.Size, _ font: inout TextLayerFont
    ) {
        let scalars = VisualOrder.scalars(of: Self.printable(text))
        guard scalars.contains(where: { $0 != " " }) else { return }
        let isSideways = scalars.count > 2 && box.height > 2.5 * box.width
        // Whole points: the edges of a word are half a point off at most.
        let (left, right) = (Int(box.left.rounded()), Int(box.right.rounded()))
        let (bottom, top) = (Int((size.height - box.bottom).rounded()), Int((size.height - box.top).rounded()))
        let thickness = max(1, isSideways ? right - left : top - bottom)
        let length = isSideways ? Double(top - bottom) : box.right - Double(left)
        // In the size of the font; see ``TextLayerFont``.
        let natural = Double(thickness) * scalars.reduce(0) { $0 + ($1 == " " ? 0.25 : 0.5) }
        let stretch = Self.number(max(0.1, 100 * length / natural), isExact: length > 60)
        if thickness != self.thickness { content += "/\(font.name) \(thickness) Tf ".utf8 }
        self.thickness = thickness
        content += "\(stretch) Tz ".utf8
        if isSideways {
            content += "0 1 -1 0 \(right) \(bottom) Tm".utf8
        } else if isTurned {
            content += "1 0 0 1 \(left) \(bottom) Tm".utf8
        } else {
            content += "\(left - last.left) \(bottom - last.bottom) Td".utf8
        }
        (last, isTurned) = ((left, bottom), isSideways)
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

    private static func number(_ value: Double, isExact: Bool) -> String {
        let tenths = Int((value * 10).rounded())
        return isExact && tenths % 10 != 0 || tenths < 10 ? "\(tenths / 10).\(tenths % 10)" : "\(Int(value.rounded()))"
    }
}

/// A word's characters from left to right, as they stand on the page and as programs expect them in a PDF: they put words
/// from right to left back into the order in which they are read.
enum VisualOrder {
    static func scalars(of word: [Unicode.Scalar]) -> [Unicode.Scalar] {
        guard word.contains(where: isRightToLeft) else { return word }
        var result: [Unicode.Scalar] = []
        /// Numbers and words of other scripts within it run from left to right.
        var run: [Unicode.Scalar] = []
        for scalar in word.reversed() {
            let isPart = isLeftToRight(scalar) || !run.isEmpty && ".,:/-".unicodeScalars.contains(scalar)
            if isPart {
                run.append(scalar)
            } else {
                result += run.reversed()
                run = []
                result.append(mirrored[scalar] ?? scalar)
            }
        }
        return result + run.reversed()
    }

    private static let mirrored: [Unicode.Scalar: Unicode.Scalar] = {
        let pairs: [(Unicode.Scalar, Unicode.Scalar)] = [
            ("(", ")"), ("[", "]"), ("{", "}"), ("<", ">"), ("\u{AB}", "\u{BB}"), ("\u{2039}", "\u{203A}"),
        ]
        return Dictionary(uniqueKeysWithValues: pairs + pairs.map { ($1, $0) })
    }()

    private static func isLeftToRight(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.numericType != nil || scalar.properties.isAlphabetic && !isRightToLeft(scalar)
    }

    /// Letters and marks of the scripts that run from right to left (Unicode 16, DerivedBidiClass).
    private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.properties.numericType == nil else { return false }
        return switch scalar.value {
        case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x1_0800...0x1_0FFF, 0x1_E800...0x1_EFFF: true
        default: false
        }
    }
}
