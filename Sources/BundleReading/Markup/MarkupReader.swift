internal import CLibxml2
internal import ExtractionProtocol

/// Reads XML or HTML whose bytes arrive in pieces, and says what it meets.
///
/// Nothing but these bytes is ever read: no DTD, no external entity, nothing from the network. Entities that a document
/// declares are left out, so that they cannot multiply; those of XML and HTML are known. Not for use from several
/// threads at once.
package final class MarkupReader {
    enum Language {
        case xml
        /// Tag soup; never damaged.
        case html
    }

    private let session: MarkupSession
    private let decoder: MarkupDecoder
    private let context: xmlParserCtxtPtr
    private let language: Language
    private let limit: ByteLimit
    private var given: Int64 = 0
    private var isFinished = false

    /// Bytes of HTML, which is read a second time after it was not XML.
    static let maximumHTMLBytes = 32 << 20
    /// A tag that is longer was not written by a program that means well. libxml2 compares the attributes of one
    /// element each with each.
    private static let maximumTagBytes = 64 << 10

    /// `handler` is told what the document has; what it throws ends the reading and comes out of ``feed(_:)``.
    init(
        _ language: Language = .xml, limits: ExtractionLimits, handler: @escaping (MarkupEvent) throws -> Void
    ) throws {
        MarkupReader.prepare()
        self.language = language
        limit = .markup(limits)
        session = MarkupSession(maximumDepth: limits.markupDepth, handler: handler)
        decoder = MarkupDecoder()
        var callbacks = language == .xml ? MarkupCallbacks.xml : MarkupCallbacks.html
        // The session outlives the context, which keeps an unretained pointer to it.
        let pointer = Unmanaged.passUnretained(session).toOpaque()
        let context =
            language == .xml
            ? xmlCreatePushParserCtxt(&callbacks, pointer, nil, 0, nil)
            : htmlCreatePushParserCtxt(&callbacks, pointer, nil, 0, nil, XML_CHAR_ENCODING_UTF8)
        guard let context else { throw BundleError.memory("to read markup") }
        self.context = context
        session.context = context
        switch language {
        case .xml:
            let options = [XML_PARSE_NONET, XML_PARSE_NOERROR, XML_PARSE_NOWARNING, XML_PARSE_IGNORE_ENC]
            xmlCtxtUseOptions(context, options.reduce(0) { $0 | Int32($1.rawValue) })
        case .html:
            let options = [
                HTML_PARSE_RECOVER, HTML_PARSE_NONET, HTML_PARSE_NOERROR, HTML_PARSE_NOWARNING, HTML_PARSE_IGNORE_ENC,
            ]
            htmlCtxtUseOptions(context, options.reduce(0) { $0 | Int32($1.rawValue) })
        }
        // Names are kept for the whole document, in a table that becomes slow with many.
        if let names = context.pointee.dict { _ = xmlDictSetLimit(names, 1 << 20) }
    }

    deinit {
        // Declarations are kept in a document of their own, though none was asked for.
        if let document = context.pointee.myDoc { xmlFreeDoc(document) }
        context.pointee.myDoc = nil
        if language == .xml { xmlFreeParserCtxt(context) } else { htmlFreeParserCtxt(context) }
    }

    /// Reads all of `bytes`.
    static func read(
        _ bytes: [UInt8], as language: Language = .xml, limits: ExtractionLimits,
        handler: @escaping (MarkupEvent) throws -> Void
    ) throws {
        let reader = try MarkupReader(language, limits: limits, handler: handler)
        try bytes.withUnsafeBytes { try reader.feed($0) }
        try reader.finish()
    }

    /// Throws ``BundleError`` when the document is damaged or over a limit; what the handler throws.
    func feed(_ bytes: UnsafeRawBufferPointer) throws {
        guard !isFinished else { return }
        given += Int64(bytes.count)
        try limit.check(given)
        if language == .html, given > Self.maximumHTMLBytes {
            throw BundleError(.limit, "it is not well-formed, and too long to be read anyway")
        }
        // Small enough that a long tag is noticed before it is parsed.
        for start in stride(from: 0, to: bytes.count, by: 32 << 10) {
            let piece = UnsafeRawBufferPointer(rebasing: bytes[start..<min(bytes.count, start + (32 << 10))])
            try decoder.decode(piece, isLast: false, parse)
        }
    }

    /// To be called after the last bytes.
    func finish() throws {
        guard !isFinished else { return }
        isFinished = true
        try decoder.decode(UnsafeRawBufferPointer(start: nil, count: 0), isLast: true, parse)
        try parse(UnsafeRawBufferPointer(start: nil, count: 0), isLast: true)
        try session.end()
    }

    private func parse(_ utf8: UnsafeRawBufferPointer) throws {
        if !utf8.isEmpty { try parse(utf8, isLast: false) }
    }

    private func parse(_ utf8: UnsafeRawBufferPointer, isLast: Bool) throws {
        if let failure = session.failure { throw failure }
        // What is said without a context would be printed. The setting belongs to this thread.
        let (function, argument) = (__xmlStructuredError().pointee, __xmlStructuredErrorContext().pointee)
        xmlSetStructuredErrorFunc(nil) { _, _ in }
        defer {
            xmlSetStructuredErrorFunc(argument, function)
            xmlResetLastError()
        }
        let start = utf8.baseAddress?.assumingMemoryBound(to: CChar.self)
        // The status is that of the first error; the session knows more.
        if language == .xml {
            _ = xmlParseChunk(context, start, Int32(utf8.count), isLast ? 1 : 0)
        } else {
            _ = htmlParseChunk(context, start, Int32(utf8.count), isLast ? 1 : 0)
        }
        if let failure = session.failure { throw failure }
        if language == .xml, context.pointee.wellFormed == 0 { throw session.damage() }
        try checkTag()
    }

    /// What was given and not yet parsed must not be the beginning of a very long tag.
    private func checkTag() throws {
        guard let input = context.pointee.input?.pointee, let current = input.cur, let end = input.end else { return }
        guard end - current > Self.maximumTagBytes, current[0] == UInt8(ascii: "<") else { return }
        guard ![UInt8(ascii: "!"), UInt8(ascii: "?")].contains(current[1]) else { return }
        throw BundleError.limit("tag", of: Self.maximumTagBytes, "it has a tag with more bytes")
    }
}
