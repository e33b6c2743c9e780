/// Tells by the shape of its first lines whether a file is a mail, as programs that read mail do: they know the names of
/// header fields, read on over what is none, and stop at the first blank line.
package struct MailShape {
    /// How far headers are looked at. Providers put several kilobytes of `ARC-` and `Received` before all others.
    package static let windowBytes = 64 << 10

    /// Bytes before the first line that is not blank: blank lines, and the byte order mark of an editor.
    package let start: Int
    /// The lines up to the first blank one, as far as the bytes go.
    private var fields = 0
    private var strangers = 0
    private var known: Set<String> = []
    /// Whether it begins with any field at all.
    package private(set) var isField = false

    /// Fields that a mail alone has. One of them must be there: `Date` and `Content-Type` are in other protocols, too.
    private static let telling: Set<String> = [
        "from", "to", "cc", "bcc", "sender", "reply-to", "subject", "message-id", "in-reply-to", "received",
        "return-path", "delivered-to", "envelope-to", "x-original-to", "resent-from", "resent-to", "resent-date",
        "mime-version", "dkim-signature", "arc-seal", "arc-message-signature", "arc-authentication-results",
        "authentication-results", "received-spf", "x-mailer", "x-received", "list-id", "list-unsubscribe",
        "apparently-to", "x-gm-thrid", "x-mozilla-status",
    ]
    /// Those that count as well.
    private static let usual: Set<String> = [
        "date", "references", "content-type", "content-transfer-encoding", "content-disposition", "importance",
        "x-priority", "priority", "organization", "user-agent", "newsgroups", "path", "lines", "comments", "keywords",
        "thread-topic", "thread-index", "status", "x-status", "x-uid", "x-spam-status", "errors-to", "precedence",
    ]

    /// `bytes` begin where the mail should, perhaps behind blank lines.
    package init(of bytes: ArraySlice<UInt8>) {
        let utf8Mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        var rest = bytes
        if rest.starts(with: utf8Mark) { rest = rest.dropFirst(utf8Mark.count) }
        rest = rest.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        // White space right before the first name makes it the continuation of a field that is not there.
        let isIndented = rest.startIndex > bytes.startIndex && [0x20, 0x09].contains(bytes[rest.startIndex - 1])
        start = rest.startIndex - bytes.startIndex
        guard !isIndented else { return }
        var isFirst = true
        while !rest.isEmpty {
            let line = rest.prefix { $0 != 0x0A }
            rest = rest[line.endIndex...].dropFirst()
            if line.allSatisfy({ $0 == 0x0D }) { break }
            // One that is cut off says nothing.
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

    /// Whether headers of a message begin at ``start``: it begins with a field, two fields at least are known, one of them
    /// from mails alone, and of every four lines three at least are fields.
    package var isMessage: Bool {
        isField && known.count >= 2 && !known.isDisjoint(with: Self.telling) && strangers * 3 <= fields
    }

    /// The same of what follows the line that separates messages, which tells nearly enough: one known field does.
    package var isMessageInMailbox: Bool { isField && !known.isEmpty && strangers * 3 <= max(3, fields) }
}
