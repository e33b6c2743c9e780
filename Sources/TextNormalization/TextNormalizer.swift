package struct NormalizedText: Sendable, Equatable {
    package var text: String
    package var isTruncated: Bool
}

/// Canonical composition (NFC, Unicode Standard Annex 15), no ligatures, no control characters but line feeds, and
/// words joined where a line end divided them. Normalising again changes nothing.
package struct TextNormalizer: Sendable {
    private let maximumBytes: Int

    /// UTF-8 bytes; longer text is cut between two characters.
    package init(maximumBytes: Int) { self.maximumBytes = max(0, maximumBytes) }

    /// Lines end with a line feed and have no spaces at either end. One empty line separates paragraphs.
    package func normalize(_ raw: String) -> NormalizedText {
        var raw = raw
        let (text, needsComposition) = raw.withUTF8 { bytes in
            var cleaner = TextCleaner(byteCount: bytes.count)
            cleaner.append(bytes)
            return (cleaner.text, cleaner.needsComposition)
        }
        // Composition comes last: removing invisible characters can bring a letter and its accent together.
        return cut(needsComposition ? CanonicalComposition.composed(text) : text)
    }

    package static func hasReadableText(_ text: String) -> Bool {
        text.unicodeScalars.contains { CharacterClass.isLetter($0) || $0.properties.numericType != nil }
    }

    private func cut(_ text: String) -> NormalizedText {
        guard text.utf8.count > maximumBytes else { return NormalizedText(text: text, isTruncated: false) }
        // An end inside a character moves to before it.
        var kept = text.unicodeScalars[..<text.utf8.index(text.startIndex, offsetBy: maximumBytes)]
        while let last = kept.last, last == " " || last == "\n" { kept.removeLast() }
        return NormalizedText(text: String(kept), isTruncated: true)
    }
}
