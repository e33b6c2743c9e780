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
}
