import Foundation
import TextRecognition

/// The words that the recognition engine knows, as far as the languages in use are concerned.
final class Lexicon {
    private let languages: [String]
    private let recognizers: RecognizerCache
    /// Starting the engine takes long, also when it fails for want of language data.
    private var isUnavailable = false
    /// More words do not make the share more certain.
    private static let mostWords = 200

    init(languages: [String], recognizers: RecognizerCache) {
        self.languages = languages
        self.recognizers = recognizers
    }

    /// Share of the words that are known, 0 to 1; nil unless it is the first language that pages are recognised in: the
    /// engine looks words up in its first lexicon only.
    func knownShare(of text: String, language: String) -> Double? {
        guard !isUnavailable, languages.first == language else { return nil }
        guard let recognizer = try? recognizers.recognizer(languages: languages) else {
            // Without language data there is no lexicon; recognition reports that for the pages it concerns.
            isUnavailable = true
            return nil
        }
        let words = text.split { !$0.isLetter && $0 != "'" && $0 != "’" }.filter { $0.count > 1 }
        guard !words.isEmpty else { return nil }
        let step = max(1, words.count / Self.mostWords)
        let asked = stride(from: 0, to: words.count, by: step).map { String(words[$0]) }
        let known = asked.count { recognizer.knows($0) || recognizer.knows($0.lowercased()) }
        return Double(known) / Double(asked.count)
    }
}
