import GRDB

/// Words of the archive that look like a given one: misspelt by a person, or misread by recognition.
struct SimilarWords {
    private let index: IndexStore

    /// Words offered for one.
    static let limit = 20

    init(_ index: IndexStore) { self.index = index }

    /// A word and how many pages have it.
    struct Candidate: Sendable, Equatable {
        var word: String
        var pages: Int
        /// ``SpellingDistance`` from the word that was asked for.
        var distance: Double
    }

    /// The words within the distance that is allowed for a word of this length, itself included, best first.
    func similar(to word: String) throws -> [String] { try candidates(for: word).map(\.word) }

    func candidates(for word: String) throws -> [Candidate] {
        let letters = Array(word.unicodeScalars)
        let allowed = Self.allowance(letters.count)
        guard allowed > 0 else { return [Candidate(word: word, pages: 0, distance: 0)] }
        let distance = SpellingDistance(letters)
        var found: [Candidate] = []
        for beginning in Self.beginnings(letters) {
            try forEachWord(beginning) { candidate, pages in
                let length = candidate.unicodeScalars.count
                guard abs(length - letters.count) <= Int(allowed.rounded(.up)) + 1 else { return }
                if let away = distance.to(Array(candidate.unicodeScalars), limit: allowed) {
                    found.append(Candidate(word: candidate, pages: pages, distance: away))
                }
            }
        }
        found.sort {
            $0.distance != $1.distance
                ? $0.distance < $1.distance : $0.pages != $1.pages ? $0.pages > $1.pages : $0.word < $1.word
        }
        return Array(found.prefix(Self.limit))
    }

    /// Short words are near too many others.
    private static func allowance(_ length: Int) -> Double { length < 3 ? 0 : length < 5 ? 1 : length < 9 ? 2 : 2.5 }

    /// A misread first letter is one of those that look like it; other words begin with the same letter.
    private static func beginnings(_ letters: [Unicode.Scalar]) -> [String] {
        guard let first = letters.first else { return [] }
        var all = [String(Character(first))]
        let start = letters.prefix(2)
        for (left, right) in SpellingDistance.lookalikes {
            for (from, to) in [(left, right), (right, left)] where start.starts(with: Array(from.unicodeScalars)) {
                let rest = letters.dropFirst(from.unicodeScalars.count).first.map { String(Character($0)) } ?? ""
                all.append(to + rest)
            }
        }
        // The first two letters changed places, or the first is missing.
        if letters.count > 1 {
            all.append(String(String.UnicodeScalarView([letters[1], letters[0]])))
            all.append(String(String.UnicodeScalarView(letters[1...].prefix(2))))
        }
        var result: [String] = []
        for beginning in all.sorted() where !result.contains(where: { beginning.hasPrefix($0) }) {
            result.append(beginning)
        }
        return result
    }

    /// An offer that comes late is none. The list of words counts each word's pages anew when it is read, which takes half a
    /// second for one letter of 500,000 pages.
    private static let patience = Duration.milliseconds(400)

    /// Calls `body` for every word of the archive with this beginning (FTS5, "The Fts5vocab Virtual Table Module"), until
    /// patience ends.
    private func forEachWord(_ beginning: String, _ body: (String, Int) -> Void) throws {
        let end = ContinuousClock.now + Self.patience
        try index.read { db in
            let rows = try Row.fetchCursor(
                db.cachedStatement(sql: "SELECT term, doc FROM word_vocabulary WHERE term >= ? AND term < ?"),
                arguments: [beginning, beginning + "\u{10FFFF}"])
            while let row = try rows.next(), ContinuousClock.now < end { body(row[0], row[1]) }
        }
    }
}

extension SimilarWords {
    /// Words with this beginning, those on most pages first.
    func completions(of beginning: String, limit: Int) throws -> [Candidate] {
        var found: [Candidate] = []
        try forEachWord(beginning) { word, pages in
            found.append(Candidate(word: word, pages: pages, distance: 0))
        }
        found.sort { $0.pages != $1.pages ? $0.pages > $1.pages : $0.word < $1.word }
        return Array(found.prefix(limit))
    }
}
