/// The rules of normalisation for ASCII, line by line and word by word: slow, but easy to check by eye. The real one
/// must come to the same.
enum ReferenceNormalizer {
    static func normalize(_ raw: String) -> String {
        var text = ""
        var owesLineEnd = false
        var isBehindEmptyLine = false
        for line in lines(of: raw) {
            let words = line.split(separator: " ")
            isBehindEmptyLine = isBehindEmptyLine || words.isEmpty
            for (index, word) in words.enumerated() {
                let isHyphenated = dividesWord(text, before: word)
                if text.isEmpty {
                    // Nothing to be divided from.
                } else if index > 0 {
                    text += owesLineEnd && !isHyphenated ? "\n" : " "
                    if !isHyphenated { owesLineEnd = false }
                } else if isBehindEmptyLine || !isHyphenated {
                    text += isBehindEmptyLine ? "\n\n" : "\n"
                    owesLineEnd = false
                } else {
                    if word.first?.isLowercase == true { text.removeLast() }
                    owesLineEnd = true
                }
                isBehindEmptyLine = false
                text += word
            }
        }
        return text
    }

    private static func lines(of raw: String) -> [String] {
        var lines = [[UInt8]()]
        var isAfterReturn = false
        for byte in raw.utf8 {
            switch byte {
            case 0x0A where isAfterReturn: break
            case 0x0A...0x0D: lines.append([])
            case 0x09: lines[lines.count - 1].append(0x20)
            default: lines[lines.count - 1].append(byte)
            }
            isAfterReturn = byte == 0x0D
        }
        return lines.map { String(decoding: withoutControls($0), as: UTF8.self) }
    }

    /// Between two letters a control character stands for a space.
    private static func withoutControls(_ line: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var gap: [UInt8] = []
        for byte in line {
            if byte < 0x21 || byte == 0x7F {
                gap.append(byte)
                continue
            }
            if gap.contains(0x20) || !gap.isEmpty && isLetter(byte) && result.last.map(isLetter) == true {
                result.append(0x20)
            }
            result.append(byte)
            gap = []
        }
        return result
    }

    private static func isLetter(_ byte: UInt8) -> Bool { Character(Unicode.Scalar(byte)).isLetter }

    private static func dividesWord(_ text: String, before word: Substring) -> Bool {
        guard text.last == "-", let letter = text.dropLast().last, let next = word.first else { return false }
        return letter.isLetter && next.isLetter
    }
}
