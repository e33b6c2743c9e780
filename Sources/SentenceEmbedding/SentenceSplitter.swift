/// Finds sentences by punctuation, with rules for most European languages, Chinese and Japanese. A point, question mark
/// or exclamation mark ends a sentence when white space follows and then no small letter. A point after an
/// abbreviation, an initial or a day's number does not. An empty line always ends one: a heading is a sentence of its
/// own.
package enum SentenceSplitter {
    /// Only those before names and numbers: a small letter comes after others.
    private static let abbreviations: Set<String> = [
        "mr", "mrs", "ms", "dr", "prof", "st", "no", "nos", "vol", "fig", "figs", "pp", "cf", "vs", "rev", "hon",
        "capt", "col", "gen", "lt", "sgt", "messrs", "ca", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep",
        "sept", "oct", "nov", "dec", "nr", "hr", "frl", "bd", "abs", "art", "bzw", "geb", "gest", "mme", "mlle",
        "sig", "sra",
    ]
    private static let longestAbbreviation = 6

    /// UTF-8 offsets, without surrounding white space.
    package static func sentences(in text: String) -> [Range<Int>] {
        var text = text
        return text.withUTF8 { bytes in
            var scanner = SentenceScanner(bytes: bytes)
            scanner.scan()
            return scanner.sentences
        }
    }

    /// `word` is the text before a point, back to white space or an opening bracket.
    fileprivate static func isAbbreviation(_ word: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard !word.isEmpty, word.count <= longestAbbreviation else { return false }
        // As in "z.B." and "U.S.".
        if word.contains(UInt8(ascii: ".")) { return true }
        if word.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) { return word.count <= 2 }
        let text = String(decoding: word, as: UTF8.self)
        let isInitial = text.unicodeScalars.count == 1 && text.unicodeScalars.first?.properties.isAlphabetic == true
        return isInitial || abbreviations.contains(text.lowercased())
    }
}

private struct SentenceScanner {
    let bytes: UnsafeBufferPointer<UInt8>
    private(set) var sentences: [Range<Int>] = []
    private var start = 0

    private static let closers: [[UInt8]] = [
        ".", "!", "?", "\"", "'", ")", "]", "”", "’", "“", "»", "›", "」", "』", "）",
    ].map { Array(($0 as String).utf8) }
    private static let fullStops: [[UInt8]] = ["。", "！", "？"].map { Array(($0 as String).utf8) }

    init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    mutating func scan() {
        var (index, wordStart) = (0, 0)
        while index < bytes.count {
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: "\n"):
                index += 1
                wordStart = index
                let next = bytes[index...].first { !isSpace($0) || $0 == UInt8(ascii: "\n") }
                if next == UInt8(ascii: "\n") { finish(at: index) }
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "("), UInt8(ascii: "["):
                index += 1
                wordStart = index
            case UInt8(ascii: "."), UInt8(ascii: "!"), UInt8(ascii: "?"):
                let end = behindClosers(from: index + 1)
                let isPointAlone = byte == UInt8(ascii: ".") && end == index + 1
                if isSentenceStart(end), !(isPointAlone && SentenceSplitter.isAbbreviation(bytes[wordStart..<index])) {
                    finish(at: end)
                }
                index = end
            case 0xE3, 0xEF:
                if let length = length(ofOneOf: Self.fullStops, at: index) {
                    index = behindClosers(from: index + length)
                    finish(at: index)
                } else {
                    index += 1
                }
            default: index += 1
            }
        }
        finish(at: bytes.count)
    }

    private mutating func finish(at end: Int) {
        let found = bytes[start..<end]
        if let first = found.firstIndex(where: { !isSpace($0) }), let last = found.lastIndex(where: { !isSpace($0) }) {
            sentences.append(first..<last + 1)
        }
        start = end
    }

    private func isSentenceStart(_ offset: Int) -> Bool {
        guard offset < bytes.count else { return true }
        guard isSpace(bytes[offset]) else { return false }
        let character = bytes[offset...].drop(while: isSpace).prefix(4)
        return String(decoding: character, as: UTF8.self).unicodeScalars.first?.properties.isLowercase != true
    }

    private func behindClosers(from offset: Int) -> Int {
        var end = offset
        while let length = length(ofOneOf: Self.closers, at: end) { end += length }
        return end
    }

    private func length(ofOneOf signs: [[UInt8]], at offset: Int) -> Int? {
        signs.first { bytes[offset...].starts(with: $0) }?.count
    }

    private func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || (0x09...0x0D).contains(byte) }
}
