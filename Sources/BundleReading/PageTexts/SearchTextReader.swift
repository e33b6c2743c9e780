internal import ExtractionProtocol
internal import Markup

/// Reads the Internet Archive's `_hocr_searchtext.txt`, a book's text, by the pages in `_hocr_pageindex.json`.
enum SearchTextReader {
    static func pages(text: [UInt8], index: [UInt8], limits: ExtractionLimits) throws -> [SidecarPage] {
        guard let entries = try ParsedJSON(parsing: index).array
        else { throw BundleError(.damaged, "it is not an index of pages") }
        guard entries.count <= limits.pages
        else { throw BundleError.limit("pages", of: limits.pages, "it has \(entries.count) pages") }
        let ranges = try entries.map(range)
        if let flaw = MarkupWholeness.flaw(ofPlain: text) { throw BundleError(.damaged, flaw) }
        let scalars = TextDecoding.text(of: text).unicodeScalars
        var (index, passed) = (scalars.startIndex, 0)
        // It never goes back: pages that share text would multiply it.
        func advance(to place: Int) -> String.Index {
            guard place > passed else { return index }
            index = scalars.index(index, offsetBy: place - passed, limitedBy: scalars.endIndex) ?? scalars.endIndex
            passed = place
            return index
        }
        return ranges.map { range in
            let (start, end) = (advance(to: range.lowerBound), advance(to: range.upperBound))
            return SidecarPage(text: String(scalars[start..<end]).trimmingBlanks())
        }
    }

    /// Four numbers: the range of the page's text in Unicode scalars, and that of its hOCR, which is not used.
    private static func range(_ entry: ParsedJSON) throws -> Range<Int> {
        guard let numbers = entry.array, numbers.count >= 2, let start = numbers[0].count,
            let end = numbers[1].count, start <= end
        else { throw BundleError(.damaged, "it is not an index of pages") }
        return start..<end
    }
}
