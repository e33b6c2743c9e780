import ExtractionProtocol
import Foundation

/// Which of the recognised texts of a page is taken (decision 0254). A pure function of what `pages.sqlite` has of them.
enum SecondText {
    /// `first` is tesseract's text, and `rows` are those of the page, oldest first. The answer with most confidence counts among
    /// those that pass, and the newest of several with the same. An answer in other languages was compared with another text.
    static func better(among rows: [PageTextRow], than first: PageTextRow?) -> PageTextRow? {
        guard let first else { return nil }
        let answers = rows.reversed().filter {
            $0.source.isSecond && !$0.source.isAskedFor && $0.source.languages == first.source.languages
                && $0.hasText && isBetter($0, than: first)
        }
        return answers.max { ($0.confidence ?? 0) < ($1.confidence ?? 0) } ?? first
    }

    /// A text that lacks words tesseract is sure of has lost some, or belongs to another page, whatever its confidence. Where
    /// tesseract is sure of nothing, one that is shorter has lost some. One that is much longer is invented in part: a page of
    /// close print has 8,000 bytes, and of denser ones tesseract finds a third.
    private static func isBetter(_ second: PageTextRow, than first: PageTextRow) -> Bool {
        guard (second.confidence ?? 0) > (first.confidence ?? 0),
            second.byteCount <= max(8000, 3 * first.byteCount)
        else { return false }
        guard let (found, sure) = agreement(of: second) else {
            return second.byteCount * 100 >= first.byteCount * 95
        }
        // Of few words, one that tesseract has misread would be too great a share.
        return found + 1 >= leastAgreement * sure
    }

    // MARK: - Words that tesseract is sure of

    /// Chosen by measurement, see the decision.
    private static let leastAgreement = 0.94
    private static let sure = 0.9
    /// Fewer prove nothing.
    private static let fewestSure = 5

    /// What is noted of a program's answer: how many of the words tesseract is sure of it has. A word counts as often as it is
    /// there.
    static func reasons(of answer: PageFrame, besides first: [PageWord]) -> [String] {
        let sure = counts(first.filter { $0.confidence >= Self.sure })
        let count = sure.values.reduce(0, +)
        guard count >= fewestSure else { return [] }
        let read = counts(answer.words)
        let found = sure.reduce(0) { $0 + min($1.value, read[$1.key] ?? 0) }
        return ["\(agreementWord)\(found) of \(count)"]
    }

    /// Nil where tesseract was not sure of enough words.
    private static func agreement(of row: PageTextRow) -> (found: Double, sure: Double)? {
        guard let reason = row.reasons.first(where: { $0.hasPrefix(agreementWord) }) else { return nil }
        let numbers = reason.dropFirst(agreementWord.count).components(separatedBy: " of ").compactMap { Double($0) }
        return numbers.count == 2 ? (numbers[0], numbers[1]) : nil
    }

    private static func counts(_ words: [PageWord]) -> [String: Int] {
        words.filter { $0.isIndexed && $0.isRecognized }.flatMap { parts(of: $0.text) }
            .reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }

    /// A text in a script without spaces is compared by its letters: where a word ends there, two programs seldom agree.
    private static func parts(of word: String) -> [String] {
        let plain = word.lowercased().filter { $0.isLetter || $0.isNumber }
        if plain.unicodeScalars.contains(where: { TokenRuns.isUndivided($0.value) }) { return plain.map { String($0) } }
        return plain.count > 1 ? [plain] : []
    }

    private static let agreementWord = "agreement: "

    // MARK: - Pages without an answer

    /// What is noted of a page that a program failed on.
    static func noAnswer(_ reason: String) -> String { noAnswerWord + reason.prefix(200) }

    /// Why there is no answer; nil where there is one.
    static func failure(in reasons: [String]) -> String? {
        reasons.first { $0.hasPrefix(noAnswerWord) }.map { String($0.dropFirst(noAnswerWord.count)) }
    }

    private static let noAnswerWord = "no-answer: "
}
