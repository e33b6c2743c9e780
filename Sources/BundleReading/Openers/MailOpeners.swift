internal import BundleConventions
internal import ExtractionProtocol
internal import Markup

enum MailOpener: BundleOpener {
    static func matches(_ opening: FileOpening) -> Bool {
        // Few files are read further: most do not begin with a name and a colon.
        MailShape(of: opening.head[...]).isField && MailShape(of: opening.headers[...]).isMessage
    }

    static func open(_ opening: FileOpening, way: [BundleEntry], session: ReadingSession) throws -> OpenedFile {
        let start = Int64(MailShape(of: opening.headers[...]).start)
        return .container(try session.mail(opening.file, from: start, isMailbox: false, way: way), .mail)
    }
}

/// A mailbox (RFC 4155): messages in a row, each after a line that begins with `From `.
enum MailboxOpener: BundleOpener {
    static func matches(_ opening: FileOpening) -> Bool {
        guard let start = start(in: opening.head) else { return false }
        let headers = opening.headers
        guard let end = headers[start...].firstIndex(of: 0x0A) else { return false }
        let shape = MailShape(of: headers[(end + 1)...])
        // Blank lines would end headers that are not there.
        guard shape.start == 0 else { return false }
        return MailLine.hasTime(headers[start..<end]) ? shape.isField : shape.isMessageInMailbox
    }

    static func open(_ opening: FileOpening, way: [BundleEntry], session: ReadingSession) throws -> OpenedFile {
        let start = Int64(start(in: opening.head) ?? 0)
        return .container(try session.mail(opening.file, from: start, isMailbox: true, way: way), .mailbox)
    }

    private static func start(in head: [UInt8]) -> Int? {
        var rest = head[...]
        if rest.starts(with: TextDecoding.utf8Mark) { rest = rest.dropFirst(TextDecoding.utf8Mark.count) }
        rest = rest.drop { $0 == 0x0A || $0 == 0x0D }
        return MailLine.isSeparator(rest) ? rest.startIndex : nil
    }
}

/// A message in Apple Mail's form (`.emlx`): a line with its byte count, the message, a property list.
enum AppleMailOpener: BundleOpener {
    static func matches(_ opening: FileOpening) -> Bool {
        // Few files are read further: PDFs begin with neither.
        opening.head.first.map { isBlank($0) || isDigit($0) } == true && message(in: opening.headers) != nil
    }

    static func open(_ opening: FileOpening, way: [BundleEntry], session: ReadingSession) throws -> OpenedFile {
        guard let (start, count) = message(in: opening.headers) else { throw BundleError.gone }
        // The file may have been cut off since Mail counted.
        let end = start + min(count, opening.file.byteCount - start)
        return .container(try session.mail(opening.file, from: start, to: end, isMailbox: false, way: way), .mail)
    }

    /// The message's start and its bytes, at least one. Nil without a number before it or headers after that.
    private static func message(in head: [UInt8]) -> (start: Int64, count: Int64)? {
        guard let lineEnd = head.firstIndex(of: 0x0A) else { return nil }
        // Mail leaves room for the number to grow.
        let digits = head[..<lineEnd].drop(while: isBlank).prefix { !isBlank($0) }
        guard digits.allSatisfy(isDigit), head[digits.endIndex..<lineEnd].allSatisfy(isBlank)
        else { return nil }
        let significant = digits.drop { $0 == 0x30 }
        let shape = MailShape(of: head[(lineEnd + 1)...])
        guard !significant.isEmpty, shape.start == 0, shape.isMessage else { return nil }
        // A number that overflows is larger than any file.
        return (Int64(lineEnd + 1), Int64(String(decoding: significant, as: UTF8.self)) ?? .max)
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}

enum OutlookOpener: BundleOpener {
    static func matches(_ opening: FileOpening) -> Bool { opening.head.starts(with: CompoundFile.signature) }

    static func open(_ opening: FileOpening, way: [BundleEntry], session: ReadingSession) throws -> OpenedFile {
        let message = BundleFile(try OutlookMessage.content(of: opening.file, limits: session.limits))
        return .container(try session.mail(message, isMailbox: false, way: way), .mail)
    }
}
