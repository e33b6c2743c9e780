import GRDB
internal import GRDBSQLite

struct TokenReader {
    struct Word {
        var bytes: [UInt8]
        /// UTF-8 offsets.
        var range: Range<Int>
    }

    private let tokenizer: any FTS5Tokenizer

    /// `description` is the value of a table's `tokenize=`.
    init(_ db: Database, _ description: String) throws {
        let components = description.split(separator: " ").map(String.init)
        tokenizer = try db.makeTokenizer(FTS5TokenizerDescriptor(components: components))
    }

    func tokens(_ text: String) throws -> [Word] {
        var tokens: [Word] = []
        try forEach(text) { bytes, range in tokens.append(Word(bytes: Array(bytes), range: range)) }
        return tokens
    }

    func words(_ text: String) throws -> [String] {
        try tokens(text).map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    func forEach(_ text: String, _ body: (UnsafeRawBufferPointer, Range<Int>) -> Void) throws {
        var text = text
        let status = withoutActuallyEscaping(body) { body in
            text.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) { characters in
                    var receiver = Receiver(body: body)
                    return withUnsafeMutablePointer(to: &receiver) { receiver in
                        tokenizer.tokenize(
                            context: UnsafeMutableRawPointer(receiver), tokenization: .document,
                            pText: characters.baseAddress, nText: CInt(characters.count),
                            tokenCallback: { context, _, token, count, start, end in
                                guard let context, let token else { return SQLITE_OK }
                                context.assumingMemoryBound(to: Receiver.self).pointee
                                    .body(
                                        UnsafeRawBufferPointer(start: token, count: Int(count)), Int(start)..<Int(end))
                                return SQLITE_OK
                            })
                    }
                }
            }
        }
        guard status == SQLITE_OK else {
            throw DocSearchError(.failed, "SQLite could not divide a text into words (code \(status)).")
        }
    }

    private struct Receiver {
        let body: (UnsafeRawBufferPointer, Range<Int>) -> Void
    }
}
