import Foundation
import QueryLanguage

struct SearchUnit: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        case stems(String)
        /// On one page, at most `distance` words apart.
        case near([String], distance: Int)
        case exact(String)
        case prefix(String)
        case fuzzy(String)
        /// Longer words of which the word is a part.
        case part(String)
    }

    var kind: Kind
    var field: QueryTerm.Field
    var signs: SignedPhrase?
    /// Phrases that count as that of ``Kind/stems(_:)``.
    var equals: [String] = []
    /// The other forms of words in ``Kind/near(_:distance:)``.
    var otherForms: [String: [String]] = [:]
    /// Whether ``equals`` are forms of its words. Each counts as a word then.
    var hasForms = false
    /// Numbers in ``Kind/near(_:distance:)`` however their thousands are divided.
    var findsSums = false

    init(_ kind: Kind, field: QueryTerm.Field) { (self.kind, self.field) = (kind, field) }

    init(_ term: QueryTerm) {
        let text = FullTextExpression.composed(term.text)
        let kind: Kind =
            switch term.form {
            case .word, .phrase: .stems(text)
            case .exact: .exact(text)
            case .prefix: .prefix(text)
            case .fuzzy: .fuzzy(text)
            }
        self.init(kind, field: term.field)
        signs = term.form == .phrase ? SignedPhrase(text) : nil
    }

    init(near terms: [QueryTerm], distance: Int) {
        let texts = terms.map { FullTextExpression.composed($0.text) }
        self.init(.near(texts, distance: distance), field: terms.first?.field ?? .any)
    }

    /// For each way to write the numbers in it: the words of ``Kind/near(_:distance:)`` beside one another.
    func nearForms(of texts: [String]) -> [[String]] {
        texts.reduce([[]]) { forms, text in
            let room = min(Self.mostWays, Self.mostForms / forms.count)
            let others = (otherForms[text] ?? []).prefix(max(0, room - 1))
            let ways = [text] + (findsSums ? NumberForms.alternatives(of: text) : []) + others
            guard forms.count * ways.count <= Self.mostForms else { return forms.map { $0 + [text] } }
            return forms.flatMap { form in ways.map { form + [$0] } }
        }
    }

    private static let mostForms = 64
    /// The ways of each of two words.
    private static let mostWays = 8

    var length: Int {
        switch kind {
        case .stems(let text), .exact(let text): text.split(whereSeparator: \.isWhitespace).count
        case .near, .prefix, .fuzzy, .part: 1
        }
    }

    /// Words of this kind count for less than whole ones.
    var isPart: Bool { if case .part = kind { true } else { false } }

    var isInPages: Bool { field == .any || field == .text }

    var isOnlySaid: Bool { field == .note || field == .label }

    var isWholeSum: Bool { if case .stems(let text) = kind { NumberForms.isWholeSum(text) } else { false } }
}

/// The syntax of FTS5's MATCH (SQLite documentation, "Full-text Query Syntax").
enum FullTextExpression {
    /// An FTS5 string. FTS5 reads up to the first NUL; to the tokenizer a NUL is a blank.
    static func quoted(_ text: String) -> String {
        // A sign that combines with the one before makes one character of both.
        var quoted = String.UnicodeScalarView("\"".unicodeScalars)
        for scalar in text.unicodeScalars {
            quoted.append(scalar == "\0" ? " " : scalar)
            if scalar == "\"" { quoted.append(scalar) }
        }
        return String(quoted) + "\""
    }

    /// Stored text is in NFC.
    static func composed(_ text: String) -> String {
        text.utf8.allSatisfy { $0 < 0x80 } ? text : text.precomposedStringWithCanonicalMapping
    }

    static func near(_ forms: [[String]], distance: Int) -> String {
        any(forms.map { "NEAR(\($0.map(quoted).joined(separator: " ")), \(distance))" })
    }

    static func all(_ parts: [String]) -> String { joined(parts, "AND") }
    static func any(_ parts: [String]) -> String { joined(parts, "OR") }

    private static func joined(_ parts: [String], _ name: String) -> String {
        parts.count > 1 ? "(\(parts.joined(separator: " \(name) ")))" : parts.joined()
    }
}
