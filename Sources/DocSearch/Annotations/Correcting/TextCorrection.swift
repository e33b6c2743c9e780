/// Words of a page that a person has corrected. What was read stays as it is; the corrected text is derived from it.
public struct TextCorrection: Sendable, Hashable, Identifiable {
    /// Whether a correction applies to the page as it is read now.
    public enum State: String, Sendable, CaseIterable {
        /// It is in the page's text.
        case applied
        /// The page reads so by itself now.
        case read
        /// A later correction of the same words counts.
        case replaced
        /// The words are not found on the page.
        case adrift
    }

    /// The same in every index that it is imported into.
    public var id: String
    /// From 1.
    public var page: Int
    /// The words as they were read, and the text around them.
    public var quote: TextQuote
    /// The words as they should be.
    public var text: String
    /// Milliseconds since 1970.
    public var created: Int64
    /// Milliseconds since 1970.
    public var modified: Int64
    /// The last person to change it.
    public var author: String
    /// Whether it applies to the page as it is read now.
    public var state: State
    /// True when another person has corrected the same words differently. The later correction counts.
    public var isContested: Bool
    /// False until it is in the text that is searched, which a running `index` brings about within a second.
    public var isSearched: Bool
}

extension TextCorrection {
    /// Its words without the signs at their ends that are the same in both: `Boarcl` and `Board` for `Boarcl,` and `Board,`.
    /// Nil where they cannot be wrong elsewhere by themselves.
    var offer: CorrectionOffer? {
        var (word, text) = (Substring(quote.exact), Substring(self.text))
        func isSign(_ character: Character?) -> Bool { character.map { !$0.isLetter && !$0.isNumber } ?? false }
        while isSign(word.last), word.last == text.last, word.count > 1, text.count > 1 {
            word.removeLast()
            text.removeLast()
        }
        while isSign(word.first), word.first == text.first, word.count > 1, text.count > 1 {
            word.removeFirst()
            text.removeFirst()
        }
        // Where only capitals differ, the place of the word decides. One that stays and gets another beside it is not wrong.
        guard word.lowercased() != text.lowercased(), !" \(text) ".contains(" \(word) ") else { return nil }
        return CorrectionOffer(word: String(word), text: String(text), pages: [:])
    }
}

/// A word that was corrected on some page of a document and is on others, too.
public struct CorrectionOffer: Sendable, Hashable {
    /// As it was read.
    public var word: String
    /// As it should be.
    public var text: String
    /// How often it is on each page, by number.
    public var pages: [Int: Int]

    /// A word with its places.
    public init(word: String, text: String, pages: [Int: Int]) {
        (self.word, self.text, self.pages) = (word, text, pages)
    }

    /// Whether recognition may have mistaken one for the other. If not, a person may have reworded a single place.
    var looksAlike: Bool {
        SpellingDistance(word.lowercased().unicodeScalars, looksAlikeOnly: true)
            .to(text.lowercased().unicodeScalars, limit: Double(SpellingDistance.longest)) != nil
    }
}

struct StoredCorrection: Codable, Hashable {
    var quote: TextQuote
    var text: String

    init(quote: TextQuote, text: String) { (self.quote, self.text) = (quote, text) }

    init(_ annotation: Annotation) throws { self = try JSONText.decode(annotation.value) }
}
