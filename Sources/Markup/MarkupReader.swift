internal import CLibxml2
package import ExtractionProtocol

/// Reads nothing but the given bytes: no DTD, no external entity, nothing from the network. Declared entities are
/// dropped, so that they cannot multiply; those of XML and HTML are known. Not for use from several threads at once.
package final class MarkupReader {
    package enum Language {
        case xml
        /// Tag soup, which is never reported as damaged.
        case html
    }

    package typealias Pieces = (@escaping (UnsafeRawBufferPointer) throws -> Void) throws -> Void

    private let session: MarkupSession
    private let decoder: MarkupDecoder
    private let context: xmlParserCtxtPtr
    private let language: Language
    private let maximumBytes: Int
    private var given = 0
    /// HTML is given to libxml2 as a whole. In pieces, it would wait endlessly for the ends of tags and texts.
    private var html: [UInt8] = []

    /// HTML is kept for a second pass after it failed as XML.
    private static let maximumHTMLBytes = 32 << 20
    /// No honest program writes longer tags, and libxml2 compares each attribute of an element with every other.
    private static let maximumTagBytes = 64 << 10

    private init(
        _ language: Language, keepsPrefixes: Bool, limits: ExtractionLimits,
        handler: @escaping (MarkupEvent) throws -> Void
    ) throws {
        MarkupReader.prepare()
        self.language = language
        maximumBytes = limits.markupBytes
        session = MarkupSession(maximumDepth: limits.markupDepth, keepsPrefixes: keepsPrefixes, handler: handler)
        decoder = MarkupDecoder()
        var callbacks = language == .xml ? MarkupCallbacks.xml : MarkupCallbacks.html
        // The session outlives the context, which keeps an unretained pointer to it.
        let pointer = Unmanaged.passUnretained(session).toOpaque()
        let context =
            language == .xml
            ? xmlCreatePushParserCtxt(&callbacks, pointer, nil, 0, nil)
            : htmlCreatePushParserCtxt(&callbacks, pointer, nil, 0, nil, XML_CHAR_ENCODING_UTF8)
        guard let context
        else { throw MarkupError(.limit, "there is not enough memory to read markup (addressSpaceBytes)") }
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
        // Names are kept for the whole document, in a table that slows down when it is large.
        if let names = context.pointee.dict { _ = xmlDictSetLimit(names, 1 << 20) }
    }

    deinit {
        // Declarations are kept in a document of their own, even when none was requested.
        if let document = context.pointee.myDoc { xmlFreeDoc(document) }
        context.pointee.myDoc = nil
        if language == .xml { xmlFreeParserCtxt(context) } else { htmlFreeParserCtxt(context) }
    }

    /// Must be called before the process gives up its rights.
    package static func prepare() {
        xmlInitParser()
        MarkupEncoding.loadConverters()
    }

    /// `markupBytes` and `markupDepth` of `limits` apply. Errors with which `pieces` and `handler` end the reading are
    /// rethrown.
    package static func read(
        as language: Language = .xml, keepsPrefixes: Bool = false, limits: ExtractionLimits, pieces: Pieces,
        handler: @escaping (MarkupEvent) throws -> Void
    ) throws {
        let reader = try MarkupReader(language, keepsPrefixes: keepsPrefixes, limits: limits, handler: handler)
        try pieces { try reader.feed($0) }
        let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
        try reader.decoder.decode(nothing, isLast: true) { try reader.parse($0) }
        try reader.parse(nothing, isLast: true)
        if let failure = reader.session.failure { throw failure }
        guard language == .xml, reader.decoder.hasGap else { return }
        throw MarkupError(.damaged, "there are zeros in the XML, in the place of what was written there")
    }

    private func feed(_ bytes: UnsafeRawBufferPointer) throws {
        given += bytes.count
        guard given <= maximumBytes
        else { throw MarkupError(.limit, "it has more bytes than allowed; the limit is \(maximumBytes) (markupBytes)") }
        if language == .html, given > Self.maximumHTMLBytes {
            throw MarkupError(.limit, "it is not well-formed, and too long to be read anyway")
        }
        // For XML, small enough to notice a long tag before it is parsed.
        for start in stride(from: 0, to: bytes.count, by: 32 << 10) {
            let piece = UnsafeRawBufferPointer(rebasing: bytes[start..<min(bytes.count, start + (32 << 10))])
            try decoder.decode(piece, isLast: false) { try parse($0) }
        }
    }

    private func parse(_ utf8: UnsafeRawBufferPointer, isLast: Bool = false) throws {
        guard isLast || !utf8.isEmpty else { return }
        if language == .html {
            html.append(contentsOf: utf8)
            guard isLast else { return }
            try LongTag.check(html, most: Self.maximumTagBytes)
        }
        if let failure = session.failure { throw failure }
        // Messages without a context would be printed. The setting belongs to this thread.
        let (function, argument) = (__xmlStructuredError().pointee, __xmlStructuredErrorContext().pointee)
        xmlSetStructuredErrorFunc(nil) { _, _ in }
        defer {
            xmlSetStructuredErrorFunc(argument, function)
            xmlResetLastError()
        }
        let start = utf8.baseAddress?.assumingMemoryBound(to: CChar.self)
        // The status is the first error's; the session knows more.
        if language == .xml {
            _ = xmlParseChunk(context, start, Int32(utf8.count), isLast ? 1 : 0)
        } else {
            html.withUnsafeBytes { bytes in
                let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
                _ = htmlParseChunk(context, start, Int32(bytes.count), 1)
            }
            html = []
        }
        if let failure = session.failure { throw failure }
        if language == .xml, context.pointee.wellFormed == 0 { throw session.damage() }
        if language == .xml { try checkTag() }
    }

    private func checkTag() throws {
        guard let input = context.pointee.input?.pointee, let current = input.cur, let end = input.end else { return }
        guard end - current > Self.maximumTagBytes, current[0] == UInt8(ascii: "<") else { return }
        guard ![UInt8(ascii: "!"), UInt8(ascii: "?")].contains(current[1]) else { return }
        throw LongTag.error(most: Self.maximumTagBytes)
    }
}

private enum LongTag {
    static func error(most: Int) -> MarkupError {
        MarkupError(.limit, "it has a tag that is too long; the limit is \(most) bytes (tag)")
    }

    static func check(_ html: [UInt8], most: Int) throws {
        var index = 0
        while let start = html[index...].firstIndex(of: UInt8(ascii: "<")) {
            index = start + 1
            guard index < html.count, UInt8(ascii: "a")...UInt8(ascii: "z") ~= html[index] | 0x20 else { continue }
            var quote: UInt8?
            var last: UInt8 = 0
            tag: while index < html.count {
                let byte = html[index]
                if let open = quote {
                    if byte == open { quote = nil }
                } else if byte == UInt8(ascii: ">") {
                    break tag
                } else if last == UInt8(ascii: "="), byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                    quote = byte
                }
                if byte > 0x20 { last = byte }
                index += 1
                if index - start > most { throw error(most: most) }
            }
        }
    }
}
