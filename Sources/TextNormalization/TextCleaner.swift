/// Everything between two visible characters (spaces, line ends, control characters, soft hyphens) is settled when the
/// second arrives. Spaces become single, no line begins or ends with one, and at most one empty line remains in a row.
/// A word divided at a line end is joined (``WordDivision``), and the line ends after it.
struct TextCleaner: ~Copyable {
    private let output: UnsafeMutablePointer<UInt8>
    private var count = 0

    /// True when one of the four below is set: a single test for most bytes.
    private var isPending = false
    private var hasSpace = false
    private var lineEnds = 0
    /// Broken fonts give control characters for spaces. Between two letters they count as one, elsewhere as nothing.
    private var hasControl = false
    private var hasSoftHyphen = false
    /// A line end was removed inside a word and moves to the next space.
    private var owesLineEnd = false

    /// A character was written that is not composed, or may not stay so.
    private(set) var needsComposition = false

    /// `byteCount` is that of all the text that will come. The output never exceeds twice that.
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
        // Each counts as its ASCII equivalent.
        case .space: note(0x20)
        case .lineEnd: note(0x0A)
        case .control: note(0x7F)
        case .softHyphen:
            // After a space or a line end it divides nothing.
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
        // In "pre- and post-war" a line end after the hyphen would make one divided word of two.
        if owesLineEnd, division(before: next) == nil {
            write(0x0A)
            owesLineEnd = false
        } else {
            write(0x20)
        }
    }

    /// Removes a hyphen that does not belong to the word.
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

    /// The replacement for the output's last bytes, and their number, if a word began there that `next` continues.
    private func division(before next: Unicode.Scalar) -> (joint: String, length: Int)? {
        guard let mark = scalar(endingAt: count), let letter = scalar(endingAt: count - UTF8.width(mark))
        else { return nil }
        return WordDivision.joint(for: mark, behind: letter, before: next).map { ($0, UTF8.width(mark)) }
    }

    private func isLetterOrMark(endingAt end: Int) -> Bool {
        guard let scalar = scalar(endingAt: end) else { return false }
        return CharacterClass.isLetter(scalar) || CharacterClass.isMark(scalar)
    }

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
