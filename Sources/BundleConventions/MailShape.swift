/// Detects a mail as mail programs do: they know the names of header fields, read past lines that are not fields, and
/// stop at the first blank line.
package struct MailShape {
    /// How far headers are examined. Providers put several kilobytes of `ARC-` and `Received` before all others.
    package static let windowBytes = 64 << 10

    /// Blank lines and an editor's byte order mark.
    package let start: Int
    private var fields = 0
    private var strangers = 0
    private var known: Set<String> = []
    package private(set) var isField = false

    /// Only mails have them. One is required, because `Date` and `Content-Type` occur in other protocols too.
    private static let telling: Set<String> = [
        "from", "to", "cc", "bcc", "sender", "reply-to", "subject", "message-id", "in-reply-to", "received",
        "return-path", "delivered-to", "envelope-to", "x-original-to", "resent-from", "resent-to", "resent-date",
        "mime-version", "dkim-signature", "arc-seal", "arc-message-signature", "arc-authentication-results",
        "authentication-results", "received-spf", "x-mailer", "x-received", "list-id", "list-unsubscribe",
        "apparently-to", "x-gm-thrid", "x-mozilla-status",
    ]
    private static let usual: Set<String> = [
        "date", "references", "content-type", "content-transfer-encoding", "content-disposition", "importance",
        "x-priority", "priority", "organization", "user-agent", "newsgroups", "path", "lines", "comments", "keywords",
        "thread-topic", "thread-index", "status", "x-status", "x-uid", "x-spam-status", "errors-to", "precedence",
    ]

    package init(of bytes: ArraySlice<UInt8>) {
        let utf8Mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        var rest = bytes
        if rest.starts(with: utf8Mark) { rest = rest.dropFirst(utf8Mark.count) }
        rest = rest.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        // White space before the first name makes it the continuation of a missing field.
        let isIndented = rest.startIndex > bytes.startIndex && [0x20, 0x09].contains(bytes[rest.startIndex - 1])
        start = rest.startIndex - bytes.startIndex
        guard !isIndented else { return }
        var isFirst = true
        while !rest.isEmpty {
            let line = rest.prefix { $0 != 0x0A }
            rest = rest[line.endIndex...].dropFirst()
            if line.allSatisfy({ $0 == 0x0D }) { break }
            // A line that is cut off tells nothing.
            if rest.isEmpty, line.endIndex == bytes.endIndex, !isFirst { break }
            look(at: line, isFirst: isFirst)
            isFirst = false
        }
    }

    private mutating func look(at line: ArraySlice<UInt8>, isFirst: Bool) {
        if MailLine.isContinuation(line) { return }
        guard let name = MailLine.fieldName(line) else {
            strangers += 1
            return
        }
        fields += 1
        if isFirst { isField = true }
        if Self.telling.contains(name) || Self.usual.contains(name) { known.insert(name) }
    }

    package var isMessage: Bool {
        isField && known.count >= 2 && !known.isDisjoint(with: Self.telling) && strangers * 3 <= fields
    }

    /// After the separator line of a mailbox one known field is enough.
    package var isMessageInMailbox: Bool { isField && !known.isEmpty && strangers * 3 <= max(3, fields) }
}
