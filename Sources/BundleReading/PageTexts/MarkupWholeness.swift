internal import Markup

/// Detects lost parts of HTML or text by their bytes, because parsers accept whatever is there.
struct MarkupWholeness {
    private var head: [UInt8] = []
    private var tail: [UInt8] = []
    private var zeros = 0
    private var count = 0
    /// Open `div` elements. Their end tags are required, unlike the document's.
    private var open = 0
    private var last: UInt64 = 0

    private static let most = 4096
    private static let begin = "<div".utf8.reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    private static let end = "</div".utf8.reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    /// Fewer are a program's slip.
    private static let mostZeros = 16

    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        count += bytes.count
        // In UTF-16 a zero lies between two letters.
        for byte in bytes where byte != 0 {
            last = last << 8 | UInt64((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
            if last & 0xFFFF_FFFF == Self.begin { open += 1 }
            if last & 0xFF_FFFF_FFFF == Self.end { open -= 1 }
        }
        zeros += bytes.count { $0 == 0 }
        if head.count < Self.most { head += bytes.prefix(Self.most - head.count) }
        tail = Array((tail + bytes.suffix(Self.most)).suffix(Self.most))
    }

    /// Its beginning or its end has one of hOCR's names. Other HTML may end anywhere.
    var mentionsHOCR: Bool { [head, tail].contains { Self.text(of: $0).contains("ocr") } }

    private var hasGap: Bool {
        // In UTF-16 every other byte of a tag is zero.
        let isMarked = head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF])
        let isBegun = (1...3).contains(head.prefix(4).count { $0 == 0 })
        return zeros > Self.mostZeros && !isMarked && !(isBegun && zeros >= count / 3)
    }

    /// The same for plain text, which may end anywhere and counts as HTML only if it begins like it.
    static func flaw(ofPlain bytes: [UInt8]) -> String? {
        var wholeness = MarkupWholeness()
        bytes.withUnsafeBytes { wholeness.add($0) }
        if wholeness.hasGap { return "there are zeros in the text, in the place of what was written there" }
        if isBinary(TextDecoding.text(of: bytes)) { return "there are bytes in the file that are no text" }
        let start = text(of: wholeness.head).drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        return start.hasPrefix("<!doctype html") || start.hasPrefix("<html")
            ? "there is an HTML page in the file, as servers send it in place of one, and no text" : nil
    }

    /// True when more than one character in twenty is a control character; random bytes have one in ten. Line ends, form
    /// feeds, tabs, backspaces and the end-of-file mark of DOS do not count, because texts have them.
    private static func isBinary(_ text: String) -> Bool {
        var (count, controls) = (0, 0)
        for scalar in text.unicodeScalars {
            count += 1
            if scalar.value < 0x20, !(8...13).contains(scalar.value), scalar.value != 0x1A { controls += 1 }
        }
        return controls > 9 && 20 * controls > count
    }

    var hasOpenEnd: Bool { Self.text(of: head).contains("<html") && !Self.text(of: tail).contains("</html") }

    var flaw: String? {
        if hasGap { return "there are zeros in the hOCR, in the place of what was written there" }
        if hasOpenEnd, open > 0 || Self.text(of: head).hasPrefix("<?xml") {
            return "the hOCR has no end: the rest of it is missing"
        }
        return tail.last { ![0, 0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: ">")
            ? nil : "the hOCR ends within a tag or a text: the rest of it is missing"
    }

    private static func text(of bytes: [UInt8]) -> String {
        String(decoding: bytes.filter { $0 != 0 }, as: UTF8.self).lowercased()
    }
}
