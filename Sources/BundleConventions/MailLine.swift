package enum MailLine {
    /// Prefix of the line between two messages of a mailbox.
    package static let separator = Array("From ".utf8)
    /// Prefix of the first line of a message that came by UUCP: `>From ada Tue Jun  3 18:30:05 2003 remote from mill`.
    package static let quotedSeparator = Array(">From ".utf8)

    /// False for the field `From : ada@example.org` (RFC 822).
    package static func isSeparator(_ line: some Collection<UInt8>) -> Bool {
        line.starts(with: separator) && fieldName(line) == nil
    }

    /// A separator such as `From ada@example.org Tue Jun  3 18:30:05 2003` has a time of day. Prose hardly ever does.
    package static func hasTime(_ line: ArraySlice<UInt8>) -> Bool {
        let isDigit: (Int) -> Bool = { line.indices.contains($0) && (0x30...0x39).contains(line[$0]) }
        return line.indices.contains { line[$0] == 0x3A && isDigit($0 - 1) && isDigit($0 + 1) && isDigit($0 + 2) }
    }

    /// RFC 5322, 2.2.
    package static func isHeader(_ line: some Collection<UInt8>) -> Bool {
        isContinuation(line) || fieldName(line) != nil
    }

    package static func isContinuation(_ line: some Collection<UInt8>) -> Bool {
        line.first == 0x20 || line.first == 0x09
    }

    /// In lower case.
    package static func fieldName(_ line: some Collection<UInt8>) -> String? {
        let name = line.prefix { (0x21...0x7E).contains($0) && $0 != 0x3A }
        // Some programs write a blank before the colon.
        let rest = line.dropFirst(name.count).drop { $0 == 0x20 || $0 == 0x09 }
        guard !name.isEmpty, rest.first == 0x3A else { return nil }
        return String(decoding: name, as: UTF8.self).lowercased()
    }

    /// `word` must be in lower case; case does not matter in the line.
    package static func holds(_ word: [UInt8], _ line: [UInt8]) -> Bool {
        guard let lead = word.first, line.count >= word.count else { return false }
        return (0...line.count - word.count).contains { start in
            line[start] | 0x20 == lead
                && zip(line[start...], word).allSatisfy { $0 == $1 || $0 | 0x20 == $1 && $1 != 0x2F }
        }
    }
}
