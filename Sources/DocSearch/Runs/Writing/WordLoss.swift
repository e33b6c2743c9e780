import ExtractionProtocol

struct PageWords {
    var pages: [IndexedPage]
    var texts: [Int: String]

    fileprivate var lines: [Substring] {
        pages.filter { $0.origin == .sidecar }.map(\.number).sorted().flatMap { WordLoss.lines(texts[$0]) }
    }
}

struct WordLoss {
    let sentence: String
    let isOfPages: Bool
    let isOfWaitingPages: Bool
    let isOfScans: Bool
    let isWhole: Bool
    let isOfBundlesText: Bool
    /// Pages have no text from the bundle any more.
    let isOfTextBeside: Bool
    let isCut: Bool
    /// Lines from the bundle begin within a line of before, or have hardly any of its words.
    let isReplaced: Bool
    let isOfMetadata: Bool

    /// Pages wait only when they are recognised (`recognizes`), or have been. `fields` of the metadata have become
    /// empty.
    init?(
        from old: PageWords, count oldCount: Int, to new: PageWords, count: Int, fields: [String], isInPlace: Bool,
        recognizes: Bool
    ) {
        let (before, after) = (old.texts.mapValues(WordCount.of), new.texts.mapValues(WordCount.of))
        let earlier = Dictionary(old.pages.map { ($0.number, $0) }) { first, _ in first }
        let fewer = before.filter { $0.value > after[$0.key] ?? 0 }.keys
        isOfPages = oldCount > count
        isOfMetadata = !isOfPages && fewer.isEmpty
        guard !isOfMetadata || !fields.isEmpty else { return nil }
        let scans = Set(new.pages.filter { $0.needsRecognition && DamagedPages([$0]) == nil }.map(\.number))
        let waiting = scans.filter { recognizes || earlier[$0]?.origin == .ocr }
        let there = fewer.filter { $0 <= count }
        isOfScans = !isOfMetadata && !scans.isEmpty && scans.isSuperset(of: there)
        isOfWaitingPages = (fields.isEmpty || !isInPlace) && !waiting.isEmpty && waiting.isSuperset(of: there)
        isWhole = before.contains { $0.value > 0 } && !after.contains { $0.value > 0 }
        isOfBundlesText = old.pages.contains {
            $0.origin == .sidecar && fewer.contains($0.number) && after[$0.number] ?? 0 == 0
        }
        let beside = Set(new.pages.filter { $0.origin == .sidecar && after[$0.number] ?? 0 > 0 }.map(\.number))
        isOfTextBeside = old.pages.contains {
            $0.origin == .sidecar && $0.number <= count && fewer.contains($0.number) && !beside.contains($0.number)
        }
        // Without its last pages it belongs to none of them.
        func areOfSome(_ test: ([Substring], [Substring]) -> Bool) -> Bool {
            test(old.lines, new.lines)
                || fewer.contains { test(Self.lines(old.texts[$0]), Self.lines(new.texts[$0])) }
        }
        isCut = areOfSome(Self.isCut)
        isReplaced = areOfSome(Self.hasLostBeginning) || Self.isReplaced(old.lines, new.lines)
        sentence =
            if isOfMetadata {
                "it has no \(fields.joined(separator: ", ")) any more"
            } else if isOfPages {
                "it has \(count.counted("page")), and had \(oldCount)"
            } else {
                "\(fewer.count) of \(oldCount.counted("page")) \(fewer.count == 1 ? "has" : "have") fewer words than before"
            }
    }

    fileprivate static func lines(_ text: String?) -> [Substring] { text?.split(whereSeparator: \.isNewline) ?? [] }

    private static func isCut(_ lines: [Substring], _ cut: [Substring]) -> Bool {
        guard let last = cut.last, cut.count <= lines.count, case let whole = lines[cut.count - 1], last != whole
        else { return false }
        return whole.hasPrefix(last) && lines.starts(with: cut.dropLast())
    }

    private static func hasLostBeginning(_ lines: [Substring], _ cut: [Substring]) -> Bool {
        guard let first = cut.first, cut.count <= lines.count, case let rest = lines.suffix(cut.count),
            let whole = rest.first, whole != first
        else { return false }
        return whole.hasSuffix(first) && rest.dropFirst().elementsEqual(cut.dropFirst())
    }

    private static let fewestWords = 5

    /// The message of a server, a pointer to a file that was not fetched, a damaged file.
    private static func isReplaced(_ lines: [Substring], _ others: [Substring]) -> Bool {
        guard !others.isEmpty else { return false }
        let (old, new) = (WordSet(of: lines.joined(separator: "\n")), WordSet(of: others.joined(separator: "\n")))
        let shared = Set(old.numbers).intersection(new.numbers)
        return old.numbers.count >= fewestWords && 10 * shared.count < old.numbers.count
    }
}
