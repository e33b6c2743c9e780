import Foundation
import PageVerdict
import TextRecognition

/// The words that the recognition engine knows, as far as the languages in use are concerned.
final class Lexicon {
    private let languages: [String]
    private let recognizers: RecognizerCache
    /// Starting the engine takes long, also when it fails for want of language data.
    private var isUnavailable = false
    /// More words do not make the shares more certain.
    private static let mostWords = 200

    init(languages: [String], recognizers: RecognizerCache) {
        self.languages = languages
        self.recognizers = recognizers
    }

    /// What the lexicon says of a layer's words, as shares of up to 200 of them. Nil unless `language`, which the text seems
    /// to be in, is the first one that pages are recognised in, as the engine looks words up in its first lexicon only, or
    /// is nil because the text seems to be in none.
    func evidence(of text: String, language: String?) -> LexiconEvidence? {
        guard !isUnavailable, let first = languages.first, language == nil || language == first else { return nil }
        guard let recognizer = try? recognizers.recognizer(languages: languages) else {
            // Without language data there is no lexicon; recognition reports that for the pages it concerns.
            isUnavailable = true
            return nil
        }
        let words = text.split { !$0.isLetter && $0 != "'" && $0 != "’" }.filter { $0.count > 1 }
        guard !words.isEmpty else { return nil }
        let step = max(1, words.count / Self.mostWords)
        var (asked, known, joined, reversed) = (0, 0, 0, 0)
        for word in stride(from: 0, to: words.count, by: step).lazy.map({ String(words[$0]) }) {
            asked += 1
            if recognizer.knows(word) || recognizer.knows(word.lowercased()) {
                known += 1
            } else if language != nil, Self.isJoined(Array(word.lowercased()), recognizer) {
                joined += 1
            } else if language == nil, recognizer.knows(String(word.lowercased().reversed())) {
                reversed += 1
            }
        }
        let all = Double(asked)
        if language == nil { return LexiconEvidence(reversed: Double(reversed) / all) }
        return LexiconEvidence(known: Double(known) / all, joined: Double(joined) / all)
    }

    /// Whether letters are several known words in a row. Pieces of names and technical terms are often words too, so short
    /// pieces count only when they are among the commonest words.
    private static func isJoined(_ letters: [Character], _ recognizer: TextRecognizer) -> Bool {
        guard (5...40).contains(letters.count) else { return false }
        // Whether the letters up to each position are words, the last of which ends there; and whether one of them is common.
        var ends = [(isEnd: Bool, hasCommon: Bool)](repeating: (false, false), count: letters.count + 1)
        ends[0].isEnd = true
        for end in 2...letters.count {
            for start in 0...(end - 2) where ends[start].isEnd && end - start < letters.count {
                let piece = String(letters[start..<end])
                let isCommon = FunctionWords.contains(piece)
                guard isCommon || end - start >= 4 && recognizer.knows(piece) else { continue }
                ends[end] = (true, ends[end].hasCommon || ends[start].hasCommon || isCommon)
            }
        }
        return ends[letters.count].isEnd && ends[letters.count].hasCommon
    }
}
