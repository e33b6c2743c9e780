internal import ExtractionProtocol
internal import Markup

/// A mail message (`.eml`): headers, then anything.
enum MailForm: BundleForm {
    static func matches(_ opening: FileOpening) -> Bool {
        // More is read of few files: most do not begin with a name and a colon.
        MailShape(of: opening.head[...]).isField && MailShape(of: opening.headers[...]).isMessage
    }

    static func open(_ file: BundleFile, way: [BundleEntry], session: ReadingSession) throws -> OpenedForm {
        let start = Int64(MailShape(of: try file.bytes(at: 0, count: MailShape.windowBytes)[...]).start)
        return .container(try session.mail(file, part: start..<file.byteCount, isMailbox: false, way: way), .mail)
    }
}

/// A mailbox (RFC 4155): messages one behind the other, each after a line that begins with `From `.
enum MailboxForm: BundleForm {
    static func matches(_ opening: FileOpening) -> Bool {
        guard let start = start(in: opening.head) else { return false }
        let headers = opening.headers
        guard let end = headers[start...].firstIndex(of: 0x0A) else { return false }
        let shape = MailShape(of: headers[(end + 1)...])
        // Blank lines would end the headers that are not there.
        guard shape.start == 0 else { return false }
        return MailLine.hasTime(headers[start..<end]) ? shape.isField : shape.isMessageInMailbox
    }

    static func open(_ file: BundleFile, way: [BundleEntry], session: ReadingSession) throws -> OpenedForm {
        let start = Int64(start(in: try file.bytes(at: 0, count: FileOpening.headBytes)) ?? 0)
        return .container(try session.mail(file, part: start..<file.byteCount, isMailbox: true, way: way), .mailbox)
    }

    /// Of the first line that is not blank, when it begins like the one before a message.
    private static func start(in head: [UInt8]) -> Int? {
        var rest = head[...]
        if rest.starts(with: TextDecoding.utf8Mark) { rest = rest.dropFirst(TextDecoding.utf8Mark.count) }
        rest = rest.drop { $0 == 0x0A || $0 == 0x0D }
        return rest.starts(with: MailLine.separator) ? rest.startIndex : nil
    }
}
