import Foundation
import PageVerdict
import TextRecognition

final class Lexicon {
    private let languages: [String]
    private let recognizers: RecognizerCache
    /// Remembered because starting the engine takes long even when it fails for lack of language data.
    private var isUnavailable = false
    /// More words do not make the shares more certain.
    private static let mostWords = 200

    init(languages: [String], recognizers: RecognizerCache) {
        self.languages = languages
        self.recognizers = recognizers
    }

    /// `language` is the language that the text seems to be in, if any. Nil for a language other than the first
    /// recognition language, because the engine looks words up only in its lexicon.
    func evidence(of text: String, language: String?) -> LexiconEvidence? {
        guard !isUnavailable, let first = languages.first, language == nil || language == first else { return nil }
        guard let recognizer = try? recognizers.recognizer(languages: languages) else {
            // Without language data there is no lexicon. Recognition reports that for the pages concerned.
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

    /// Pieces of names and technical terms are often words too, so short pieces count only when they are function
    /// words.
    private static func isJoined(_ letters: [Character], _ recognizer: TextRecognizer) -> Bool {
        guard (5...40).contains(letters.count) else { return false }
        // For each position, whether the letters up to it are words, the last of which ends there, and whether one of
        // them is common.
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
