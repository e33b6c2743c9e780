internal import CGMime
internal import ExtractionProtocol
import Glibc

/// A message parsed by GMime, in memory. Its attachments stay encoded until they are read.
final class MailMessage {
    let parts: MailParts
    let metadata: DocumentMetadata
    /// Only of the first nested messages, by the attachments that came with them.
    var inner: [Int: DocumentMetadata] {
        var found: [Int: DocumentMetadata] = [:]
        for (number, attachment) in parts.attachments.enumerated() where found.count < 1000 {
            if let message = attachment.message { found[number] = MailMetadata.own(of: message) }
        }
        return found
    }

    /// The final boundary of its parts is missing (RFC 2046, 5.1.1).
    var isCut: Bool { g_mime_message_get_mime_part(message).map { cgmime_has_no_end($0) != 0 } ?? false }

    /// Guessed for texts and headers that say none, from all of them together. Nil where the text says its charset, or
    /// all is UTF-8.
    let charset: String?

    /// Owned: unreferenced in `deinit`, as is `bytes`, which GMime reads from.
    private let message: UnsafeMutablePointer<GMimeMessage>
    private let bytes: UnsafeMutablePointer<GMimeStream>

    init(_ range: MailScanner.Message, of file: BundleFile) throws {
        if let refusal = range.refusal { throw refusal }
        // First, as it sets GMime up.
        let options = MailEngine.options
        let (stream, raw) = try Self.stream(range, of: file)
        let parser = g_mime_parser_new_with_stream(stream)
        defer { g_object_unref(parser) }
        guard let message = g_mime_parser_construct_message(parser, options) else {
            g_object_unref(stream)
            throw BundleError(.damaged, "this is not a mail message, or a damaged one")
        }
        self.message = message
        bytes = stream
        charset = EncodedWords.bodyCharset(of: message) == nil ? MailCharset.guessed(raw) : nil
        parts = MailParts(of: message, charset: charset)
        EncodedWords.join(in: message, charset: charset)
        metadata = MailMetadata.metadata(of: message, parts)
    }

    deinit {
        g_object_unref(message)
        g_object_unref(bytes)
    }

    /// The caller owns the stream, which owns the bytes.
    private static func stream(
        _ range: MailScanner.Message, of file: BundleFile
    ) throws -> (UnsafeMutablePointer<GMimeStream>, bytes: UnsafeBufferPointer<UInt8>) {
        let count = Int(clamping: range.end - range.start)
        guard let copy = g_try_malloc(gsize(max(1, count)))
        else { throw BundleError.memory("for a message of \(count) bytes") }
        let bytes = UnsafeMutableBufferPointer(start: copy.assumingMemoryBound(to: UInt8.self), count: count)
        do {
            let read = try file.read(at: range.start, into: UnsafeMutableRawBufferPointer(bytes))
            guard read == count else { throw BundleError(.changed, "the file became shorter while it was read") }
            EncodedWords.disarm(bytes)
        } catch {
            g_free(copy)
            throw error
        }
        // The stream owns the array, which owns the bytes.
        let array = g_byte_array_new_take(bytes.baseAddress, gsize(count))
        guard let stream = g_mime_stream_mem_new_with_byte_array(array)
        else { throw BundleError.memory("for a message") }
        return (stream, UnsafeBufferPointer(bytes))
    }

    /// With the padding that some programs leave out; without it the decoder drops the last bytes, and more does not
    /// matter. The caller owns the stream.
    private static func padded(_ encoded: UnsafeMutablePointer<GMimeStream>) -> UnsafeMutablePointer<GMimeStream>? {
        guard let whole = g_mime_stream_cat_new() else { return nil }
        guard let padding = g_mime_stream_mem_new_with_buffer("==", 2) else { return whole }
        defer { g_object_unref(padding) }
        whole.withMemoryRebound(to: GMimeStreamCat.self, capacity: 1) {
            g_mime_stream_cat_add_source($0, encoded)
            g_mime_stream_cat_add_source($0, padding)
        }
        return whole
    }

    /// The part's message must be kept meanwhile.
    static func read(_ part: UnsafeMutablePointer<GMimePart>, _ consume: ByteConsumer) throws {
        // Both borrowed from the part.
        guard let content = g_mime_part_get_content(part), let encoded = g_mime_data_wrapper_get_stream(content),
            g_mime_stream_reset(encoded) == 0
        else { return }
        let isBase64 = g_mime_data_wrapper_get_encoding(content) == GMIME_CONTENT_ENCODING_BASE64
        let whole = isBase64 ? padded(encoded) : nil
        defer { if let whole { g_object_unref(whole) } }
        guard let decoded = g_mime_stream_filter_new(whole ?? encoded) else { return }
        defer { g_object_unref(decoded) }
        let filter = g_mime_filter_basic_new(g_mime_data_wrapper_get_encoding(content), 0)
        defer { g_object_unref(filter) }
        decoded.withMemoryRebound(to: GMimeStreamFilter.self, capacity: 1) {
            _ = g_mime_stream_filter_add($0, filter)
        }
        let chunk = ReadBuffer()
        while true {
            let count = g_mime_stream_read(
                decoded, chunk.bytes.baseAddress?.assumingMemoryBound(to: CChar.self), chunk.bytes.count)
            if count > 0 {
                try consume(UnsafeRawBufferPointer(rebasing: chunk.bytes[..<count]))
            } else if count < 0 || g_mime_stream_eos(decoded) != 0 {
                return
            }
        }
    }
}
