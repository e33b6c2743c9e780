/// Writes the characters of a text that are worth keeping, as UTF-8, in one pass over its bytes.
///
/// What stands between two visible characters (spaces, line ends, control characters, soft hyphens) is settled when the
/// second comes: spaces are single, no line begins or ends with one, and at most one empty line stands in a row. A word
/// that a line end divides is joined (``WordDivision``), and the line ends behind it.
struct TextCleaner: ~Copyable {
    private let output: UnsafeMutablePointer<UInt8>
    private var count = 0

    /// Whether one of the four below is set; one test for the bytes that most texts are made of.
    private var isPending = false
    private var hasSpace = false
    private var lineEnds = 0
    /// Broken fonts give control characters for spaces: between two letters they stand for one, elsewhere for nothing.
    private var hasControl = false
    private var hasSoftHyphen = false
    /// A line end was taken out in the middle of a word and goes to the next space.
    private var owesLineEnd = false

    /// Whether a character was written that is not, or may not stay, composed.
    private(set) var needsComposition = false

    /// - Parameter byteCount: UTF-8 bytes of all the text that will come. Nothing grows to more than its double.
    init(byteCount: Int) { output = .allocate(capacity: 2 * byteCount + 8) }

    deinit { output.deallocate() }

    var text: String { String(decoding: UnsafeBufferPointer(start: output, count: count), as: UTF8.self) }

    /// Takes valid UTF-8.
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        var position = 0
        while position < bytes.count {
            let byte = bytes[position]
            if byte &- 0x21 < 0x7F - 0x21 {
                if isPending { settle(before: Unicode.Scalar(byte)) }
                output[count] = byte
                count += 1
                position += 1
            } else if byte < 0x80 {
                let isSecondOfPair = byte == 0x0A && position > 0 && bytes[position - 1] == 0x0D
                if !isSecondOfPair { note(byte) }
                position += 1
            } else {
                var rest = bytes[position...].makeIterator()
                var parser = UTF8.ForwardParser()
                guard case .valid(let scalar) = parser.parseScalar(from: &rest) else { return }
                append(UTF8.decode(scalar))
                position += scalar.count
            }
        }
    }

    private mutating func note(_ byte: UInt8) {
        isPending = true
        switch byte {
        case 0x20, 0x09: hasSpace = true
        case 0x0A...0x0D: lineEnds += 1
        default: hasControl = true
        }
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        switch CharacterClass(scalar) {
        case .visible: write(scalar)
        case .ligature(let letters): for letter in letters.unicodeScalars { write(letter) }
        // Each stands for what the one of ASCII does.
        case .space: note(0x20)
        case .lineEnd: note(0x0A)
        case .control: note(0x7F)
        case .softHyphen:
            // Behind a space or a line end it divides nothing.
            if !hasSpace, lineEnds == 0 {
                isPending = true
                hasSoftHyphen = true
            }
        case .invisible: break
        }
    }

    private mutating func write(_ scalar: Unicode.Scalar) {
        if isPending { settle(before: scalar) }
        for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { write(byte) }
        needsComposition = needsComposition || CharacterClass.mayCompose(scalar)
    }

    private mutating func settle(before next: Unicode.Scalar) {
        if count > 0 {
            if lineEnds == 1, joinsWord(with: next) {
                owesLineEnd = true
            } else if lineEnds > 0 {
                write(0x0A)
                if lineEnds > 1 { write(0x0A) }
                owesLineEnd = false
            } else if hasSpace || hasControl && isLetterOrMark(endingAt: count) && CharacterClass.isLetter(next) {
                writeSpace(before: next)
            }
        }
        isPending = false
        hasSpace = false
        lineEnds = 0
        hasControl = false
        hasSoftHyphen = false
    }

    private mutating func writeSpace(before next: Unicode.Scalar) {
        // In "pre- and post-war" a line end behind the hyphen would make a divided word of two.
        if owesLineEnd, division(before: next) == nil {
            write(0x0A)
            owesLineEnd = false
        } else {
            write(0x20)
        }
    }

    /// Whether the line end before `next` is inside a word. Takes the hyphen out where it is none of the word's.
    private mutating func joinsWord(with next: Unicode.Scalar) -> Bool {
        if hasSoftHyphen, let letter = scalar(endingAt: count),
            WordDivision.joint(for: "\u{AD}", behind: letter, before: next) != nil
        {
            return true
        }
        guard let (joint, length) = division(before: next) else { return false }
        count -= length
        for byte in joint.utf8 { write(byte) }
        return true
    }

    /// What comes in place of the output's last bytes, and how many, if a word began there that `next` goes on.
    private func division(before next: Unicode.Scalar) -> (joint: String, length: Int)? {
        guard let mark = scalar(endingAt: count), let letter = scalar(endingAt: count - UTF8.width(mark))
        else { return nil }
        return WordDivision.joint(for: mark, behind: letter, before: next).map { ($0, UTF8.width(mark)) }
    }

    private func isLetterOrMark(endingAt end: Int) -> Bool {
        guard let scalar = scalar(endingAt: end) else { return false }
        return CharacterClass.isLetter(scalar) || CharacterClass.isMark(scalar)
    }

    /// The character of the output whose last byte is the one before `end`; nil when there is none.
    private func scalar(endingAt end: Int) -> Unicode.Scalar? {
        let start = max(0, end - 4)
        let bytes = UnsafeBufferPointer(start: output + start, count: end - start)
        return String(decoding: bytes, as: UTF8.self).unicodeScalars.last
    }

    private mutating func write(_ byte: UInt8) {
        output[count] = byte
        count += 1
    }
}
