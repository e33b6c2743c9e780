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
        var text = TextDecoding.text(of: text)
        return text.withUTF8 { bytes in
            var cursor = ScalarCursor(bytes)
            // It never goes back: pages that share text would multiply it.
            return ranges.map { SidecarPage(text: cursor.text($0).trimmingBlanks()) }
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

private struct ScalarCursor {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var offset = 0
    private var scalar = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// The part of the range that exists and has not been passed.
    mutating func text(_ range: Range<Int>) -> String {
        advance(to: range.lowerBound)
        let first = offset
        advance(to: range.upperBound)
        return String(decoding: bytes[first..<offset], as: UTF8.self)
    }

    private mutating func advance(to target: Int) {
        while scalar < target, offset < bytes.count {
            offset += 1
            while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
            scalar += 1
        }
    }
}
