internal import CGMime
internal import ExtractionProtocol
import Glibc

/// A message that GMime has taken apart, in memory. Its attachments stay encoded until they are read.
final class MailMessage {
    /// Parts that are files, in the order of the message.
    private(set) var attachments: [MailAttachment] = []
    let metadata: DocumentMetadata
    /// Owned: unreferenced in `deinit`, as is `bytes`, which GMime reads from.
    private let message: UnsafeMutablePointer<GMimeMessage>
    private let bytes: UnsafeMutablePointer<GMimeStream>

    /// Messages within messages.
    private static let mostNested = 8

    /// Throws ``BundleError`` when it cannot be read, or there is no memory for it.
    init(_ range: MailScanner.Message, of file: BundleFile) throws {
        if let refusal = range.refusal { throw refusal }
        let stream = try Self.stream(range, of: file)
        let parser = g_mime_parser_new_with_stream(stream)
        defer { g_object_unref(parser) }
        guard let message = g_mime_parser_construct_message(parser, MailEngine.options) else {
            g_object_unref(stream)
            throw BundleError(.damaged, "this is not a mail message, or a damaged one")
        }
        self.message = message
        bytes = stream
        metadata = MailMetadata.metadata(of: message)
        findAttachments()
    }

    deinit {
        g_object_unref(message)
        g_object_unref(bytes)
    }

    /// Copies the message into memory of GLib's. The stream is the caller's.
    private static func stream(
        _ range: MailScanner.Message, of file: BundleFile
    ) throws -> UnsafeMutablePointer<GMimeStream> {
        let count = Int(clamping: range.end - range.start)
        guard let copy = g_try_malloc(gsize(max(1, count))) else {
            throw BundleError.memory("for a message of \(count) bytes")
        }
        do {
            let read = try file.read(at: range.start, into: UnsafeMutableRawBufferPointer(start: copy, count: count))
            guard read == count else { throw BundleError(.changed, "the file became shorter while it was read") }
        } catch {
            g_free(copy)
            throw error
        }
        // The stream owns the array, and that the bytes.
        let array = g_byte_array_new_take(copy.assumingMemoryBound(to: UInt8.self), gsize(count))
        guard let stream = g_mime_stream_mem_new_with_byte_array(array) else {
            throw BundleError.memory("for a message")
        }
        return stream
    }

    /// Walks through the parts with a list of what is to do, as they may be nested as deep as a message is long.
    private func findAttachments() {
        var rest = [(part: g_mime_message_get_mime_part(message), depth: 0)]
        while let (part, depth) = rest.popLast() {
            guard let part else { continue }
            if cgmime_is_leaf(part) != 0 {
                if let attachment = MailAttachment(part, number: attachments.count + 1) {
                    attachments.append(attachment)
                }
            } else if let enclosed = cgmime_enclosed(part) {
                if depth < Self.mostNested { rest.append((enclosed, depth + 1)) }
            } else {
                for index in (0..<cgmime_child_count(part)).reversed() {
                    rest.append((cgmime_child(part, index), depth))
                }
            }
        }
    }

    /// Decodes an attachment. The message must be kept meanwhile. Throws what `consume` throws.
    func read(_ attachment: MailAttachment, _ consume: (UnsafeRawBufferPointer) throws -> Void) throws {
        // Both borrowed from the part.
        guard let content = g_mime_part_get_content(attachment.part),
            let encoded = g_mime_data_wrapper_get_stream(content), g_mime_stream_reset(encoded) == 0,
            let decoded = g_mime_stream_filter_new(encoded)
        else { return }
        defer { g_object_unref(decoded) }
        let filter = g_mime_filter_basic_new(g_mime_data_wrapper_get_encoding(content), 0)
        defer { g_object_unref(filter) }
        decoded.withMemoryRebound(to: GMimeStreamFilter.self, capacity: 1) { _ = g_mime_stream_filter_add($0, filter) }
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
