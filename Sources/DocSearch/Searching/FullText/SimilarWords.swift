import GRDB
internal import GRDBSQLite

/// Words of the archive similar to a given one: misspelt by a person, or misread by recognition.
struct SimilarWords {
    private let index: IndexStore
    /// Ascending; nil for all.
    private let rows: [Range<Int64>]?

    static let limit = 20

    /// A late suggestion is useless, and counting each word's pages takes long where millions of words have the prefix.
    private let patience: Duration

    init(_ index: IndexStore, within rows: [Range<Int64>]? = nil, patience: Duration = .milliseconds(400)) {
        (self.index, self.rows, self.patience) = (index, rows, patience)
    }

    struct Candidate: Sendable, Equatable {
        var word: String
        var pages: Int
        var distance: Double
    }

    func similar(to word: String) throws -> [String] { try candidates(for: word).map(\.word) }

    func candidates(for word: String) throws -> [Candidate] {
        let allowed = Self.allowance(word.unicodeScalars.count)
        guard allowed > 0 else { return [Candidate(word: word, pages: 0, distance: 0)] }
        return try candidates(for: word, within: allowed, beginning: Self.beginnings(Array(word.unicodeScalars)))
    }

    /// Words that recognition may have read for the word: with other mistakes than between letters that look alike only
    /// where `isNowhere`.
    func misreadings(of word: String, within allowed: Double, isNowhere: Bool) throws -> [Candidate] {
        let letters = Array(word.unicodeScalars)
        // Any letter may be misread at the beginning, where the next two are right.
        let next = String(String.UnicodeScalarView(letters.dropFirst().prefix(2)))
        let others = isNowhere ? "abcdefghijklmnopqrstuvwxyz".map { "\($0)\(next)" } : []
        return try candidates(
            for: word, within: allowed, beginning: Self.shortest(Self.beginnings(letters) + others),
            limit: Self.mostMisreadings, looksAlikeOnly: !isNowhere
        ).filter { $0.distance > 0 }
    }

    /// Most words that are like one are words themselves.
    private static let mostMisreadings = 100

    private func candidates(
        for word: String, within allowed: Double, beginning beginnings: [String], limit: Int = SimilarWords.limit,
        looksAlikeOnly: Bool = false
    ) throws -> [Candidate] {
        let letters = Array(word.unicodeScalars)
        let distance = SpellingDistance(letters, looksAlikeOnly: looksAlikeOnly)
        var found: [Candidate] = []
        let lengths = max(1, letters.count - Int(allowed) - 1)...letters.count + Int(allowed) + 1
        let end = ContinuousClock.now + patience
        for beginning in beginnings {
            try forEachWord(beginning, scalars: lengths, until: end) { candidate, pages in
                guard let away = distance.to(candidate, limit: allowed) else { return }
                found.append(Candidate(word: Self.text(candidate), pages: pages(), distance: away))
            }
        }
        if let rows { return try nearest(of: found, in: rows, limit: limit) }
        found.sort(by: Self.isNearer)
        return Array(found.prefix(limit))
    }

    private static func isNearer(_ first: Candidate, _ second: Candidate) -> Bool {
        (first.distance, second.pages, first.word) < (second.distance, first.pages, second.word)
    }

    private func nearest(of all: [Candidate], in rows: [Range<Int64>], limit: Int) throws -> [Candidate] {
        var found: [Candidate] = []
        for (_, equal) in Dictionary(grouping: all, by: \.distance).sorted(by: { $0.key < $1.key }) {
            guard found.count < limit else { break }
            found += try equal.compactMap { candidate in
                var candidate = candidate
                let expression = FullTextExpression.quoted(candidate.word)
                candidate.pages = try index.wordPostings(expression, within: rows).rows.count
                return candidate.pages > 0 ? candidate : nil
            }.sorted(by: Self.isNearer)
        }
        return Array(found.prefix(limit))
    }

    /// Short words are similar to too many others.
    private static func allowance(_ length: Int) -> Double { length < 3 ? 0 : length < 5 ? 1 : length < 9 ? 2 : 2.5 }

    /// A misread first letter is one of its look-alikes. Other words begin with the same letter.
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
        // The first two letters are swapped, or the first is missing.
        if letters.count > 1 {
            all.append(String(String.UnicodeScalarView([letters[1], letters[0]])))
            all.append(String(String.UnicodeScalarView(letters[1...].prefix(2))))
        }
        return shortest(all)
    }

    /// Without those that begin with another.
    private static func shortest(_ beginnings: [String]) -> [String] {
        var result: [String] = []
        for beginning in beginnings.sorted() where !result.contains(where: beginning.hasPrefix) {
            result.append(beginning)
        }
        return result
    }

    /// `body` also gets a function that counts the word's pages (FTS5, "The Fts5vocab Virtual Table Module"). Chosen
    /// rows have no limit of time, because it would be reached sooner through words of other rows, and so reveal them.
    private func forEachWord(
        _ beginning: String, scalars lengths: ClosedRange<Int>, until end: ContinuousClock.Instant,
        _ body: (UnsafeBufferPointer<UInt32>, () -> Int) -> Void
    ) throws {
        var buffer = [UInt32](repeating: 0, count: SpellingDistance.longest)
        try index.read { db in
            let statement = try db.cachedStatement(
                sql: "SELECT term, doc FROM word_vocabulary WHERE term >= ? AND term < ?")
            try statement.setArguments([beginning, beginning + "\u{10FFFF}"])
            let raw = statement.sqliteStatement
            sqlite3_reset(raw)
            defer { sqlite3_reset(raw) }
            var number = 0
            while sqlite3_step(raw) == SQLITE_ROW {
                number += 1
                if number % 256 == 0, rows == nil, ContinuousClock.now > end { return }
                let count = Int(sqlite3_column_bytes(raw, 0))
                guard let bytes = sqlite3_column_text(raw, 0), count >= lengths.lowerBound,
                    count <= 4 * lengths.upperBound
                else { continue }
                let text = UnsafeBufferPointer(start: bytes, count: count)
                let length = Self.decode(text, into: &buffer)
                guard lengths.contains(length) else { continue }
                buffer.withUnsafeBufferPointer { scalars in
                    body(UnsafeBufferPointer(rebasing: scalars[..<length])) { Int(sqlite3_column_int64(raw, 1)) }
                }
            }
        }
    }

    private static func decode(_ text: UnsafeBufferPointer<UInt8>, into buffer: inout [UInt32]) -> Int {
        if text.allSatisfy({ $0 < 0x80 }) {
            guard text.count <= buffer.count else { return 0 }
            for (position, byte) in text.enumerated() { buffer[position] = UInt32(byte) }
            return text.count
        }
        var length = 0
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
            guard length < buffer.count else { return 0 }
            buffer[length] = scalar.value
            length += 1
        }
        return length
    }
}

extension SimilarWords {
    private static func text(_ scalars: UnsafeBufferPointer<UInt32>) -> String {
        String(String.UnicodeScalarView(scalars.compactMap(Unicode.Scalar.init)))
    }

    /// Words on most pages first, without `others` and single Latin letters. `hidden` rows, ascending, do not count.
    func completions(
        of beginning: String, limit: Int, besides others: Set<String> = [], except hidden: [Range<Int64>] = []
    ) throws -> [Candidate] {
        var found: [Candidate] = []
        try forEachWord(
            beginning, scalars: 1...SpellingDistance.longest, until: ContinuousClock.now + patience
        ) { word, pages in
            let word = Self.text(word)
            if word.utf8.count > 1, !others.contains(word) {
                found.append(Candidate(word: word, pages: pages(), distance: 0))
            }
        }
        found.sort(by: Self.isOnMore)
        return hidden.isEmpty ? Array(found.prefix(limit)) : try shown(found, limit: limit, hidden: hidden)
    }

    static func isOnMore(_ first: Candidate, _ second: Candidate) -> Bool {
        (second.pages, first.word) < (first.pages, second.word)
    }

    private func shown(_ found: [Candidate], limit: Int, hidden: [Range<Int64>]) throws -> [Candidate] {
        let end = ContinuousClock.now + patience
        var shown: [Candidate] = []
        for candidate in found {
            // The rest are on no more pages.
            if shown.count == limit, let last = shown.last, last.pages >= candidate.pages { break }
            if ContinuousClock.now > end { break }
            var candidate = candidate
            candidate.pages -=
                try index.wordPostings(FullTextExpression.quoted(candidate.word), within: hidden).rows.count
            guard candidate.pages > 0 else { continue }
            shown.append(candidate)
            shown.sort(by: Self.isOnMore)
            if shown.count > limit { shown.removeLast() }
        }
        return shown
    }
}
