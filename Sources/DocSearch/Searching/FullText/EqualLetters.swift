import Foundation

/// A text with one form for each letter that is written in several ways: what a full-text table compares, never what is
/// shown. `docs/query-language.md` has the table of what is equal.
///
/// Unicode's compatibility forms (UAX 15, NFKC), and the ideographs of radicals. Signs are left out that people seldom
/// type: the vowel points of Arabic and Hebrew, accents, stretches. They stay where they make the word, as in Indic
/// scripts and Thai.
/// Arabic letters are equal as in Lucene's `ArabicNormalizer` and `PersianNormalizer`, whose stems are not taken.
struct EqualLetters {
    private(set) var bytes: [UInt8] = []
    /// For each of ``bytes`` and their end: where the character begins that it is made of.
    private var origins: [Int32] = []
    /// The forms of characters met so far: Foundation's normalisation of each would take longer than the rest.
    private var known: [String: [UInt8]] = [:]

    /// Nil where nothing would change, as in nearly every text in Latin letters.
    init?(_ text: UnsafeRawBufferPointer) {
        guard let first = Self.firstChange(in: text) else { return nil }
        bytes.reserveCapacity(text.count + text.count / 8)
        origins.reserveCapacity(text.count + text.count / 8)
        var cluster = Cluster()
        var start = first
        keep(text[..<first], from: 0)
        Self.forEachScalar(text, from: first) { scalar, position in
            if !cluster.takes(scalar) {
                append(cluster, of: text[start..<position])
                (cluster, start) = (Cluster(), position)
                _ = cluster.takes(scalar)
            }
        }
        append(cluster, of: text[start...])
        origins.append(Int32(text.count))
    }

    /// The bytes of the text that `range` of ``bytes`` was made of, with the signs that were left out of it.
    func origin(of range: Range<Int>) -> Range<Int> {
        let last = origins[range.upperBound - 1]
        let end = origins[range.upperBound...].first { $0 != last } ?? last
        return Int(origins[range.lowerBound])..<Int(end)
    }

    private mutating func append(_ cluster: Cluster, of text: Slice<UnsafeRawBufferPointer>) {
        guard !cluster.isFixed else { return keep(text, from: text.startIndex) }
        let written = cluster.text
        let form = known[written] ?? Array(EquivalentForm.of(written).utf8)
        known[written] = form
        bytes += form
        origins += repeatElement(Int32(text.startIndex), count: form.count)
    }

    private mutating func keep(_ text: Slice<UnsafeRawBufferPointer>, from start: Int) {
        for (index, byte) in text.enumerated() {
            bytes.append(byte)
            origins.append(UTF8.isContinuation(byte) ? origins.last ?? Int32(start) : Int32(start + index))
        }
    }

    /// The start of the character before the first that may change: a sign may belong to it.
    private static func firstChange(in text: UnsafeRawBufferPointer) -> Int? {
        guard text.contains(where: { $0 >= 0x80 }) else { return nil }
        var previous = 0
        var found: Int?
        forEachScalar(text, from: 0) { scalar, position in
            guard found == nil else { return }
            if isFixed(scalar) { previous = position } else { found = previous }
        }
        return found
    }

    /// Bytes that are not UTF-8 count as U+FFFD.
    private static func forEachScalar(
        _ text: UnsafeRawBufferPointer, from start: Int, _ body: (UInt32, Int) -> Void
    ) {
        var position = start
        var rest = text[start...].makeIterator()
        var parser = UTF8.ForwardParser()
        while position < text.count {
            switch parser.parseScalar(from: &rest) {
            case .valid(let scalar):
                body(UTF8.decode(scalar).value, position)
                position += scalar.count
            case .error(let length):
                body(0xFFFD, position)
                position += length
            case .emptyInput: return
            }
        }
    }

    /// True for most letters of most texts: they stay, and are no signs on the letter before them.
    private static func isFixed(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0..<0xAA, 0xAB, 0xAE..<0xB2, 0xB6, 0xB7, 0xBB, 0xBF..<0x132, 0x134..<0x13F, 0x141..<0x149: true
        case 0x14A..<0x17F, 0x180..<0x1C4, 0x1E00..<0x1E9A, 0x1E9E..<0x1F00: true
        // Greek with one accent at most, Cyrillic, Armenian, Hebrew letters.
        case 0x386..<0x3D0, 0x400..<0x483, 0x48A..<0x559, 0x561..<0x587, 0x588..<0x591, 0x5D0..<0x610: true
        // Punctuation, arrows, boxes, which stand between words.
        case 0x2010..<0x202A, 0x202F..<0x2060, 0x20A0..<0x20A8, 0x20A9..<0x20D0, 0x2190..<0x2460, 0x2500..<0x2800: true
        case 0x3000..<0x302A, 0x3030..<0x3036, 0x3041..<0x3099, 0x30A1..<0x30FF, 0x3400..<0xA000, 0xAC00..<0xD7A4: true
        case 0xE000..<0xF900, 0xFFFC, 0xFFFD: true
        default: false
        }
    }

    /// A character and the signs on it.
    private struct Cluster {
        private var base: Unicode.Scalar?
        private var signs: [Unicode.Scalar] = []

        mutating func takes(_ value: UInt32) -> Bool {
            guard let scalar = Unicode.Scalar(value) else { return base == nil }
            guard base != nil else {
                base = scalar
                return true
            }
            guard signs.count < LetterSign.most, !EqualLetters.isFixed(value), LetterSign.isSign(scalar, after: base)
            else { return false }
            signs.append(scalar)
            return true
        }

        /// A letter without signs that is no other letter's form.
        var isFixed: Bool { signs.isEmpty && base.map { EqualLetters.isFixed($0.value) } ?? true }

        /// Without the signs that are never typed.
        var text: String {
            var text = String.UnicodeScalarView(base.map { [$0] } ?? [])
            text.append(contentsOf: signs.filter { !LetterSign.isNeverTyped($0) })
            return String(text)
        }
    }
}
