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
    /// outside is not known, and they must not lose their place. Nil where the crop box is as large.
    func textOutsideCropBox(page number: Int) -> String? {
        var (media, crop): (UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<CChar>?)
        let isCropped = docsearch_text_beyond_crop_box(document, Int32(number - 1), &media, &crop)
        let (whole, inside) = (GLibText.take(media), GLibText.take(crop))
        guard isCropped, let whole, whole != inside else { return nil }
        let lines = whole.split(whereSeparator: \.isNewline)
        var surplus: [Substring: Int] = [:]
        for line in lines { surplus[line, default: 0] += 1 }
        for line in inside?.split(whereSeparator: \.isNewline) ?? [] { surplus[line, default: 0] -= 1 }
        let outside = lines.filter { surplus[$0, default: 0] > 0 }
        return outside.isEmpty ? nil : outside.joined(separator: "\n")
    }
}
