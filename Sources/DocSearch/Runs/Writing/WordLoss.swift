import ExtractionProtocol

/// The pages of a document and their texts, by page number.
struct PageWords {
    var pages: [IndexedPage]
    var texts: [Int: String]

    /// The lines of what the bundle brings, whatever pages they are on.
    fileprivate var lines: [Substring] {
        pages.filter { $0.origin == .sidecar }.map(\.number).sorted().flatMap { WordLoss.lines(texts[$0]) }
    }
}

/// What a document has less of than before.
struct WordLoss {
    let sentence: String
    /// Whether pages are missing.
    let isOfPages: Bool
    /// Whether all that have fewer words wait for recognition.
    let isOfWaitingPages: Bool
    /// Whether all that have fewer words would be recognised in another run.
    let isOfScans: Bool
    let isWhole: Bool
    /// Whether the bundle brought the text of a page that has none any more.
    let isOfBundlesText: Bool
    /// Whether of the bundle's text, or of that of a page, there is nothing but the beginning.
    let isCut: Bool
    /// Whether nothing but metadata is gone.
    let isOfMetadata: Bool

    /// Nil when nothing is lost. Of scans that were changed in place words count that are not there any more, else how many
    /// there are. Pages wait only when they are recognised (`recognizes`), or have been. `fields` are those of the metadata that
    /// were there before and have nothing any more.
    init?(
        from old: PageWords, count oldCount: Int, to new: PageWords, count: Int, fields: [String], isInPlace: Bool,
        recognizes: Bool
    ) {
        let (before, after) = (old.texts.mapValues(WordCount.of), new.texts.mapValues(WordCount.of))
        let earlier = Dictionary(old.pages.map { ($0.number, $0) }) { first, _ in first }
        let fewer = before.filter { $0.value > after[$0.key] ?? 0 }.keys
        let others = old.texts.keys.filter { number in
            isInPlace && earlier[number]?.origin == .ocr
                && Self.isLost(old.texts[number] ?? "", in: new.texts[number] ?? "")
        }
        // Where pages have changed places none is lost.
        let moved = isInPlace ? Set(old.texts.values.filter { !$0.isEmpty }) : []
        let worse = Set(fewer).union(others).filter { number in new.texts[number].map { !moved.contains($0) } ?? true }
        isOfPages = oldCount > count
        isOfMetadata = !isOfPages && worse.isEmpty
        guard !isOfMetadata || !fields.isEmpty else { return nil }
        let scans = Set(new.pages.filter { $0.needsRecognition && DamagedPages([$0]) == nil }.map(\.number))
        let waiting = scans.filter { recognizes || earlier[$0]?.origin == .ocr }
        let there = worse.filter { $0 <= count }
        isOfScans = !isOfMetadata && !scans.isEmpty && scans.isSuperset(of: there)
        isOfWaitingPages = (fields.isEmpty || !isInPlace) && !waiting.isEmpty && waiting.isSuperset(of: there)
        isWhole = before.contains { $0.value > 0 } && !after.contains { $0.value > 0 }
        isOfBundlesText = old.pages.contains {
            $0.origin == .sidecar && fewer.contains($0.number) && after[$0.number] ?? 0 == 0
        }
        // Without its last pages it belongs to none of them.
        isCut =
            Self.isCut(old.lines, new.lines)
            || fewer.contains { Self.isCut(Self.lines(old.texts[$0]), Self.lines(new.texts[$0])) }
        let what = fewer.isEmpty ? "words that are not those of before" : "fewer words than before"
        sentence =
            if isOfMetadata {
                "it has no \(fields.joined(separator: ", ")) any more"
            } else if isOfPages {
                "it has \(count.counted("page")), and had \(oldCount)"
            } else {
                "\(worse.count) of \(oldCount.counted("page")) \(worse.count == 1 ? "has" : "have") \(what)"
            }
    }

    /// Whether a text is lost where recognition has read `other` of the page since its file was changed in place. Each word
    /// counts, unless more are found: then a few may have been read in another way.
    static func isLost(_ text: String, in other: String) -> Bool {
        var counts: [Substring: Int] = [:]
        let (words, others) = (Self.words(text.lowercased()), Self.words(other.lowercased()))
        for word in others { counts[word, default: 0] += 1 }
        var missing = 0
        for word in words {
            if let count = counts[word], count > 0 { counts[word] = count - 1 } else { missing += 1 }
        }
        return missing > 0 && (others.count <= words.count || missing > fewWords && missing * 10 > words.count)
    }

    private static let fewWords = 3

    private static func words(_ text: String) -> [Substring] { text.split { !$0.isLetter && !$0.isNumber } }

    fileprivate static func lines(_ text: String?) -> [Substring] { text?.split(whereSeparator: \.isNewline) ?? [] }

    /// Whether lines are others, cut off within one.
    private static func isCut(_ lines: [Substring], _ cut: [Substring]) -> Bool {
        guard let last = cut.last, cut.count <= lines.count, case let whole = lines[cut.count - 1], last != whole
        else { return false }
        return whole.hasPrefix(last) && lines.starts(with: cut.dropLast())
    }
}
