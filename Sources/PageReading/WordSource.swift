internal import CPopplerGLib
internal import CPopplerText

/// A PDF opened by poppler-cpp, which returns every word of a page and not only those that a mouse would select, and
/// dates as they are written.
final class WordSource {
    /// Owned: closed in `deinit`.
    private let document: UnsafeMutableRawPointer
    /// Keeps the bytes valid.
    private let owner: AnyObject?

    init?(bytes: UnsafeRawBufferPointer, owner: AnyObject?, password: String?) {
        let start = bytes.bindMemory(to: CChar.self).baseAddress
        let opened = password.map { docsearch_text_open(start, bytes.count, $0) }
        guard let document = opened ?? docsearch_text_open(start, bytes.count, nil) else { return nil }
        self.document = document
        self.owner = owner
    }

    deinit { docsearch_text_close(document) }

    /// An entry of the document information dictionary.
    func information(_ key: String) -> String? { GLibText.take(docsearch_text_information(document, key)) }

    func layout(page number: Int) -> TextLayout? {
        var count = 0
        guard let characters = docsearch_text_characters(document, Int32(number - 1), &count) else { return nil }
        defer { free(characters) }
        return LogicalOrder.layout(of: UnsafeBufferPointer(start: characters, count: count))
    }

    /// The lines that the media box has more often than the crop box, each time that it has them: which of them lies
    /// outside is not known, and they must not lose their place. Nil where the crop box is as large, and where the media
    /// box has no character that is not in `shown`, the text that is known of the crop box: it costs a reading less.
    func textOutsideCropBox(page number: Int, besides shown: String) -> String? {
        guard let whole = GLibText.take(docsearch_text_of_media_box(document, Int32(number - 1))),
            Self.hasMore(whole, than: shown)
        else { return nil }
        let lines = whole.split(whereSeparator: \.isNewline)
        var surplus: [Substring: Int] = [:]
        for line in lines { surplus[line, default: 0] += 1 }
        let inside = GLibText.take(docsearch_text_of_crop_box(document, Int32(number - 1)))
        for line in inside?.split(whereSeparator: \.isNewline) ?? [] { surplus[line, default: 0] -= 1 }
        let outside = lines.filter { surplus[$0, default: 0] > 0 }
        return outside.isEmpty ? nil : outside.joined(separator: "\n")
    }

    /// Direction marks and spaces do not count.
    private static func hasMore(_ whole: String, than shown: String) -> Bool {
        var left: [Unicode.Scalar: Int] = [:]
        for scalar in shown.unicodeScalars { left[scalar, default: 0] += 1 }
        for scalar in whole.unicodeScalars where isShown(scalar) {
            let count = left[scalar, default: 0]
            if count == 0 { return true }
            left[scalar] = count - 1
        }
        return false
    }

    private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value > 0x20 }
        return !scalar.properties.isWhitespace && scalar.properties.generalCategory != .format
    }
}
