import Foundation
import PageVerdict
import TextRecognition

/// The words of the recognition languages, and of others that a page is in.
final class Lexicon {
    private let languages: [String]
    private let recognizers: RecognizerCache
    /// Engines for other languages than the first: an engine looks words up only in the lexicon of its first. Nil for
    /// those without language data, because starting an engine takes long even when it fails.
    private var others: [String: TextRecognizer?] = [:]
    /// Remembered for the same reason.
    private var isUnavailable = false
    /// More words do not make the shares more certain.
    private static let mostWords = 200
    /// An engine takes some ten megabytes and a tenth of a second.
    private static let mostEngines = 4

    init(languages: [String], recognizers: RecognizerCache) {
        self.languages = languages
        self.recognizers = recognizers
    }

    /// `language` is the language that the text seems to be in, if any, and `others` are those of parts of it. Nil for a
    /// language without a lexicon here.
    func evidence(of text: String, language: String?, others: [String] = []) -> LexiconEvidence? {
        let engines = engines(for: (language.map { [$0] } ?? []) + others)
        guard !engines.isEmpty, language.map({ code in engines.contains { $0.language == code } }) ?? true else {
            return nil
        }
        let words = text.split { !$0.isLetter && $0 != "'" && $0 != "’" }.filter { $0.count > 1 }
        guard !words.isEmpty else { return nil }
        func isKnown(_ word: String) -> Bool { engines.contains { $0.recognizer.knows(word) } }
        let step = max(1, words.count / Self.mostWords)
        var (asked, known, joined, reversed) = (0, 0, 0, 0)
        for word in stride(from: 0, to: words.count, by: step).lazy.map({ String(words[$0]) }) {
            asked += 1
            if isKnown(word) || isKnown(word.lowercased()) || isKnown(word.capitalized) {
                known += 1
            } else if language != nil, Self.isJoined(Array(word.lowercased()), isKnown) {
                joined += 1
            } else if language == nil, isKnown(String(word.lowercased().reversed())) {
                reversed += 1
            }
        }
        let all = Double(asked)
        if language == nil { return LexiconEvidence(reversed: Double(reversed) / all) }
        return LexiconEvidence(known: Double(known) / all, joined: Double(joined) / all)
    }

    private func engines(for others: [String]) -> [(language: String, recognizer: TextRecognizer)] {
        guard !isUnavailable, let first = languages.first else { return [] }
        guard let recognizer = try? recognizers.recognizer(languages: languages) else {
            // Without language data there is no lexicon. Recognition reports that for the pages concerned.
            isUnavailable = true
            return []
        }
        var engines: [(language: String, recognizer: TextRecognizer)] = [(first, recognizer)]
        for language in languages.dropFirst() + others where !engines.contains(where: { $0.language == language }) {
            if let other = other(language) { engines.append((language, other)) }
        }
        return engines
    }

    private func other(_ language: String) -> TextRecognizer? {
        if let known = others[language] { return known }
        guard others.values.count(where: { $0 != nil }) < Self.mostEngines else { return nil }
        // Without its data the language has no lexicon here, and the page is judged without.
        let recognizer = try? TextRecognizer(languages: [language])
        others[language] = .some(recognizer)
        return recognizer
    }

    /// Pieces of names and technical terms are often words too, so short pieces count only when they are function
    /// words.
    private static func isJoined(_ letters: [Character], _ isKnown: (String) -> Bool) -> Bool {
        guard (5...40).contains(letters.count) else { return false }
        // For each position, whether the letters up to it are words, the last of which ends there, and whether one of
        // them is common.
        var ends = [(isEnd: Bool, hasCommon: Bool)](repeating: (false, false), count: letters.count + 1)
        ends[0].isEnd = true
        for end in 2...letters.count {
            for start in 0...(end - 2) where ends[start].isEnd && end - start < letters.count {
                let piece = String(letters[start..<end])
                let isCommon = FunctionWords.contains(piece)
                guard isCommon || end - start >= 4 && (isKnown(piece) || isKnown(piece.capitalized)) else { continue }
                ends[end] = (true, ends[end].hasCommon || ends[start].hasCommon || isCommon)
            }
        }
        return ends[letters.count].isEnd && ends[letters.count].hasCommon
    }
}
