import Foundation
import QueryLanguage

struct TopicWords {
    private struct WordCounts {
        var texts = 0
        /// By the word without a plural `s`.
        var counts: [String: Int] = [:]
    }

    private var topics: [WordCounts]
    private var forms: [String: [String: Int]] = [:]

    /// Small words of other languages are not known.
    private static let fewestLetters = 4
    private static let mostLetters = 24
    private static let longestText = 20_000
    /// Added to both shares, so that a word of one text does not count more than one of many.
    private static let softening = 0.05

    init(topics count: Int) { topics = Array(repeating: WordCounts(), count: count) }

    mutating func add(_ text: String, to topic: Int) {
        var words: Set<String> = []
        let beginning = String(decoding: text.utf8.prefix(Self.longestText), as: UTF8.self)
        for word in beginning.lowercased().split(whereSeparator: { !$0.isLetter }) {
            guard (Self.fewestLetters...Self.mostLetters).contains(word.count), !StopWords.contains(String(word)) else {
                continue
            }
            let stem = Self.withoutPlural(word)
            words.insert(stem)
            forms[stem, default: [:]][String(word), default: 0] += 1
        }
        topics[topic].texts += 1
        for word in words { topics[topic].counts[word, default: 0] += 1 }
    }

    func telling(of number: Int, limit: Int) -> [String] {
        let topic = topics[number]
        let rest = topics.indices.filter { $0 != number }
        let others = max(1, rest.reduce(0) { $0 + topics[$1].texts })
        let least = topic.texts < 4 ? 1 : 2
        let scored = topic.counts.compactMap { word, count -> (word: String, score: Double)? in
            guard count >= least else { return nil }
            let here = Double(count) / Double(topic.texts)
            let elsewhere = Double(rest.reduce(0) { $0 + (topics[$1].counts[word] ?? 0) }) / Double(others)
            guard here > elsewhere else { return nil }
            let ratio = (here + Self.softening) / (elsewhere + Self.softening)
            return (word, here * log(ratio))
        }
        return scored.sorted { $0.score != $1.score ? $0.score > $1.score : $0.word < $1.word }
            .prefix(limit).map { written($0.word) }
    }

    private func written(_ stem: String) -> String {
        (forms[stem] ?? [:]).max { $0.value != $1.value ? $0.value < $1.value : $0.key > $1.key }?.key ?? stem
    }

    private static func withoutPlural(_ word: Substring) -> String {
        word.count > fewestLetters && word.hasSuffix("s") && !word.hasSuffix("ss")
            ? String(word.dropLast()) : String(word)
    }
}
