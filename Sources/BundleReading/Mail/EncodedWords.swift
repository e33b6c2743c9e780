internal import CGMime
import Foundation

/// Words of header fields that are not ASCII (RFC 2047). GMime puts the base64 of those that follow each other together before it
/// decodes them, as some programs divide a letter between two of them, and stops at the padding of the first.
enum EncodedWords {
    private static let fields = ["Subject", "From", "To", "Cc", "Bcc"]

    /// Makes one word of those that follow each other in the fields of a message.
    static func join(in message: UnsafeMutablePointer<GMimeMessage>) {
        let object = UnsafeMutableRawPointer(message).assumingMemoryBound(to: GMimeObject.self)
        // All are borrowed.
        guard let headers = g_mime_object_get_header_list(object) else { return }
        for name in fields {
            guard let header = g_mime_header_list_get_header(headers, name),
                let raw = g_mime_header_get_raw_value(header), let joined = joined(String(cString: raw))
            else { continue }
            g_mime_header_set_raw_value(header, joined)
        }
    }

    /// Nil where there is nothing to join.
    static func joined(_ raw: String) -> String? {
        var parts: [Part] = []
        var isChanged = false
        var rest = raw[...]
        // Words are found from left to right, so that each letter is looked at once.
        while let start = rest.range(of: "=?") {
            parts.add(rest[..<start.lowerBound])
            guard let (word, end) = Self.word(in: rest, from: start.upperBound) else {
                parts.add(rest[start])
                rest = rest[start.upperBound...]
                continue
            }
            isChanged = parts.add(word) || isChanged
            rest = rest[end...]
        }
        parts.add(rest)
        return isChanged ? parts.map(\.text).joined() : nil
    }

    fileprivate struct Word {
        var charset: Substring
        var bytes: Data
        /// As it is written, while it is one.
        var written: Substring?
    }

    fileprivate enum Part {
        case text(Substring)
        case word(Word)

        var text: String {
            switch self {
            case .text(let text): String(text)
            case .word(let word):
                word.written.map(String.init) ?? "=?\(word.charset)?B?\(word.bytes.base64EncodedString())?="
            }
        }
    }

    /// `charset?B?base64?=`, and where it ends; nil for everything else.
    private static func word(in text: Substring, from start: Substring.Index) -> (Word, end: Substring.Index)? {
        let parts = text[start...].prefix(while: { !$0.isWhitespace }).split(
            separator: "?", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 4, parts[1].lowercased() == "b", parts[3].hasPrefix("="),
            let bytes = Data(base64Encoded: String(parts[2]))
        else { return nil }
        let end = text.index(after: parts[3].startIndex)
        return (Word(charset: parts[0], bytes: bytes, written: text[text.index(start, offsetBy: -2)..<end]), end)
    }
}

extension [EncodedWords.Part] {
    fileprivate mutating func add(_ text: Substring) { if !text.isEmpty { append(.text(text)) } }

    /// Blanks between two words do not count (RFC 2047, 6.2). Returns whether it was joined with the one before.
    fileprivate mutating func add(_ word: EncodedWords.Word) -> Bool {
        var before = endIndex - 1
        if before >= 0, case .text(let text) = self[before], text.allSatisfy(\.isWhitespace) { before -= 1 }
        guard before >= 0, case .word(var last) = self[before],
            last.charset.lowercased() == word.charset.lowercased()
        else {
            append(.word(word))
            return false
        }
        removeSubrange(before...)
        last.bytes += word.bytes
        last.written = nil
        append(.word(last))
        return true
    }
}
