internal import ExtractionProtocol

/// A mail message (`.eml`): headers, then anything.
enum MailForm: BundleForm {
    /// Two of these are enough, as long as headers are all that comes before.
    private static let usual: Set<String> = [
        "from", "to", "subject", "date", "message-id", "received", "mime-version", "return-path", "delivered-to",
        "content-type",
    ]

    static func matches(_ opening: FileOpening) -> Bool { matches(lines: opening.head[...]) }

    /// Whether headers of a message stand at the beginning, as far as the bytes go.
    static func matches(lines bytes: ArraySlice<UInt8>) -> Bool {
        var found: Set<String> = []
        for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            // The end of the headers, or the continuation of one that is not there.
            if line.isEmpty || line.first == 0x0D { break }
            if line.first == 0x20 || line.first == 0x09 {
                if index == 0 { return false }
                continue
            }
            // The last line may be cut off within its name.
            guard let name = MailLine.fieldName(line) else {
                return found.count >= 2 && line.endIndex == bytes.endIndex
            }
            if usual.contains(name) { found.insert(name) }
        }
        return found.count >= 2
    }

    static func open(_ file: BundleFile, way: [BundleEntry], session: ReadingSession) throws -> OpenedForm {
        .container(try session.mail(file, isMailbox: false, way: way), .mail)
    }
}

/// A mailbox (RFC 4155): messages one behind the other, each after a line that begins with `From `.
enum MailboxForm: BundleForm {
    static func matches(_ opening: FileOpening) -> Bool {
        guard opening.head.starts(with: MailLine.separator), let end = opening.head.firstIndex(of: 0x0A) else {
            return false
        }
        return MailLine.fieldName(opening.head[(end + 1)...]) != nil
    }

    static func open(_ file: BundleFile, way: [BundleEntry], session: ReadingSession) throws -> OpenedForm {
        .container(try session.mail(file, isMailbox: true, way: way), .mailbox)
    }
}
