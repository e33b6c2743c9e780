extension ArchiveIndex {
    /// The places of the words of `query` on a page: in its text, and as boxes on its image where `page` has words with
    /// boxes, see ``ArchivePages/page(_:of:)``. `access` is as for ``marks(of:in:access:)->[Range<Int>]``.
    ///
    /// - Throws: ``DocSearchError`` when the index cannot be read.
    public func matches(of query: String, in page: PageText, access: String? = nil) throws -> PageMatches {
        page.matches(at: try marks(of: query, in: page, access: access))
    }
}

extension PageText {
    /// The places of parts of ``text`` on the page.
    ///
    /// - Parameter ranges: Unicode scalars, in the order of the text, such as those of
    ///   ``ArchiveIndex/marks(of:in:access:)->[Range<Int>]``.
    /// - Returns: One match for each range, with a box for each of its lines.
    public func matches(at ranges: [Range<Int>]) -> PageMatches {
        let scalars = Array(text.unicodeScalars)
        let lines = LineBox.lines(of: locatedWords())
        var result = PageMatches(page: page, size: size, regions: [], matches: [])
        var spans: [ClosedRange<Int>] = []
        var starts: [Int?] = []
        var first = 0
        for range in ranges where range.lowerBound >= 0 && range.upperBound <= scalars.count {
            // Matches and lines are both in order.
            while first < lines.count, lines[first].end <= range.lowerBound { first += 1 }
            var hit: [Int] = []
            var boxes: [PageBox] = []
            for number in lines.indices[first...] {
                guard lines[number].start < range.upperBound else { break }
                guard let box = lines[number].box(of: range) else { continue }
                hit.append(number)
                boxes.append(box.rounded)
            }
            if let from = hit.first, let to = hit.last { spans.append(Self.withNeighbours(from...to, in: lines)) }
            starts.append(hit.first)
            result.matches.append(
                PageMatches.Match(range: range, text: Self.onOneLine(scalars[range]), boxes: boxes, region: nil))
        }
        let regions = Self.joined(spans)
        result.regions = regions.map { span in
            PageMatches.Region(
                box: lines[span].dropFirst().reduce(lines[span.lowerBound].box) { $0.union($1.box) }.rounded,
                text: Self.onOneLine(scalars[lines[span.lowerBound].start..<lines[span.upperBound].end]))
        }
        for (number, start) in starts.enumerated() {
            result.matches[number].region = start.flatMap { line in
                let region = regions.partitioningIndex { $0.upperBound >= line }
                return region < regions.count && regions[region].contains(line) ? region : nil
            }
        }
        return result
    }

    private static func withNeighbours(_ span: ClosedRange<Int>, in lines: [LineBox]) -> ClosedRange<Int> {
        let (from, to) = (span.lowerBound, span.upperBound)
        let before = from > 0 && lines[from - 1].box.isNear(lines[from].box) ? from - 1 : from
        let behind = to + 1 < lines.count && lines[to].box.isNear(lines[to + 1].box) ? to + 1 : to
        return before...behind
    }

    private static func joined(_ spans: [ClosedRange<Int>]) -> [ClosedRange<Int>] {
        var joined: [ClosedRange<Int>] = []
        for span in spans.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = joined.last, span.lowerBound <= last.upperBound {
                joined[joined.count - 1] = last.lowerBound...max(last.upperBound, span.upperBound)
            } else {
                joined.append(span)
            }
        }
        return joined
    }

    private static func onOneLine(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars.map { $0 == "\n" || $0 == "\t" ? " " : $0 })
        return String(view)
    }
}

struct LineBox {
    var box: PageBox
    var words: [(box: PageBox, range: Range<Int>, word: PageText.Word)]
    /// In scalars of the page's text.
    var start: Int { words.first?.range.lowerBound ?? 0 }
    /// In scalars of the page's text.
    var end: Int { words.last?.range.upperBound ?? 0 }

    /// `words` is in reading order. A range may be empty where it is unknown.
    static func lines(of words: [(word: PageText.Word, range: Range<Int>)]) -> [LineBox] {
        var lines: [LineBox] = []
        for (word, range) in words {
            guard let box = PageBox(word.box) else { continue }
            if let last = lines.last?.words.last, last.box.continues(in: box) {
                lines[lines.count - 1].words.append((box, range, word))
                lines[lines.count - 1].box = lines[lines.count - 1].box.union(box)
            } else {
                lines.append(LineBox(box: box, words: [(box, range, word)]))
            }
        }
        return lines
    }

    func box(of range: Range<Int>) -> PageBox? {
        // The ranges of words are in order.
        let first = words.partitioningIndex { $0.range.upperBound > range.lowerBound }
        let near = words[first...].prefix { $0.range.lowerBound < range.upperBound }
        return PageBox.around(near.filter { $0.range.overlaps(range) }.map(\.box))
    }
}
