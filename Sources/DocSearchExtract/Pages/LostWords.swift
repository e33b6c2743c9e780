import ExtractionProtocol
import PageReading
import PageVerdict
import TextNormalization

/// Recognition misses words set sideways, captions over photographs, small print.
struct LostWords {
    /// In reading order, whatever they are worth.
    let words: [PageWord]
    /// Empty for a garbled layer.
    private let layer: [PageWord]
    /// Not in the image of the page. Nil when it is garbled.
    let outsideCropBox: String?
    /// Most of the page is one image, so its layer comes from an earlier recognition.
    private let isScan: Bool

    init(of page: PDFPage, _ limits: ExtractionLimits) {
        words = page.pageWords(limits)
        let text = words.map(\.text).joined(separator: " ")
        layer = Self.isGarbled(text) ? [] : words
        outsideCropBox = page.textOutsideCropBox(besides: text).flatMap { Self.isGarbled($0) ? nil : $0 }
        isScan = page.isScan
    }

    private static func isGarbled(_ text: String) -> Bool {
        var evidence = PageEvidence()
        evidence.shape = TextShape(of: text)
        return VerdictRule.judge(evidence).verdict == .garbled
    }

    func lines(besides recognized: [PageWord]) -> [[PageWord]] {
        guard !layer.isEmpty else { return [] }
        let rows = Rows(recognized.filter(\.isIndexed))
        var lines: [[PageWord]] = []
        var isAfterLost = false
        for word in layer {
            let isLost = isLost(word, rows)
            if isLost {
                if isAfterLost, let last = lines.last?.last, Self.isOneLine(last, word) {
                    lines[lines.count - 1].append(word)
                } else {
                    lines.append([word])
                }
            }
            isAfterLost = isLost
        }
        return lines
    }

    /// A word is lost where recognition found nothing. On a page that is no scan the layer is right where recognition
    /// differs. On a scan it is right only for words set sideways.
    private func isLost(_ word: PageWord, _ rows: Rows) -> Bool {
        let letters = Self.letters(word.text)
        guard let box = PageRectangle(box: word.box), letters.count > (isScan ? 1 : 0) else { return false }
        let there = rows.words(in: box)
        if there.reduce(0, { $0 + $1.share }) < Self.covered { return true }
        let isSideways = box.height > 1.5 * box.width && letters.count > 2
        guard !isScan || isSideways else { return false }
        return !there.map { Self.letters($0.word.text) }.joined().contains(letters)
    }

    private static func letters(_ text: String) -> String { text.lowercased().filter { $0.isLetter || $0.isNumber } }

    private static func isOneLine(_ word: PageWord, _ next: PageWord) -> Bool {
        guard let one = PageRectangle(box: word.box), let other = PageRectangle(box: next.box) else { return false }
        let beside = min(one.bottom, other.bottom) - max(one.top, other.top) > 0.5 * min(one.height, other.height)
        let below = min(one.right, other.right) - max(one.left, other.left) > 0.5 * min(one.width, other.width)
        // Words set sideways follow each other upwards or downwards.
        return beside || below && one.height > one.width
    }

    /// Above this share of a word's area, something was recognised there.
    private static let covered = 0.3

    private struct Rows {
        private var words: [Int: [(word: PageWord, area: PageRectangle)]] = [:]
        /// In points.
        private static let height = 24.0
        private static let mostRows = 10_000.0

        init(_ recognized: [PageWord]) {
            for word in recognized {
                guard let area = PageRectangle(box: word.box) else { continue }
                for row in Self.rows(area) { words[row, default: []].append((word, area)) }
            }
        }

        private static func rows(_ area: PageRectangle) -> ClosedRange<Int> {
            func row(_ points: Double) -> Int { Int(max(0, min(mostRows, points / height))) }
            return row(area.top)...max(row(area.top), row(area.bottom))
        }

        func words(in place: PageRectangle) -> [(word: PageWord, share: Double)] {
            let size = max(1e-6, place.width * place.height)
            var result: [(word: PageWord, share: Double)] = []
            let rows = Self.rows(place)
            for row in rows {
                for (word, area) in words[row] ?? [] {
                    let width = min(place.right, area.right) - max(place.left, area.left)
                    let height = min(place.bottom, area.bottom) - max(place.top, area.top)
                    // A word in several rows counts once, in the first common row.
                    guard width > 0, height > 0, row == max(rows.lowerBound, Self.rows(area).lowerBound) else {
                        continue
                    }
                    result.append((word, width * height / size))
                }
            }
            return result
        }
    }
}

extension PDFPage {
    func pageWords(_ limits: ExtractionLimits) -> [PageWord] {
        let normalizer = TextNormalizer(maximumBytes: limits.pageTextBytes)
        return words(maximum: limits.pageWords).compactMap { word in
            let text = normalizer.normalize(word.text).text
            guard !text.isEmpty else { return nil }
            let box = [word.area.left, word.area.top, word.area.width, word.area.height]
            return PageWord(text: text, box: box.map { $0.rounded(perUnit: 100) }, confidence: 1)
        }
    }
}
