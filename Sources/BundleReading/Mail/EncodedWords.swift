internal import CGMime
import Foundation
internal import Markup

/// Words of header fields that are not ASCII (RFC 2047). Some programs split a letter between two words. GMime joins
/// the base64 of adjacent words before decoding, but stops at the first one's padding.
enum EncodedWords {
    private static let fields = ["Subject", "From", "Sender", "To", "Cc", "Bcc"]

    /// Most bytes of a field without encoded words that is guessed.
    private static let mostBare = 64 << 10

    /// Joins adjacent words and converts encodings to UTF-8, so that GMime can read the fields.
    /// `charset` is for bare bytes where the text says none.
    static func join(in message: UnsafeMutablePointer<GMimeMessage>, charset: String? = nil) {
        let object = UnsafeMutableRawPointer(message).assumingMemoryBound(to: GMimeObject.self)
        decode(fields, of: object, charset: bodyCharset(of: message) ?? charset)
    }

    /// `charset` is that of the text, which bare bytes share.
    static func decode(_ fields: [String], of object: UnsafeMutablePointer<GMimeObject>, charset: String?) {
        // All are borrowed.
        guard let headers = g_mime_object_get_header_list(object) else { return }
        for name in fields {
            guard let header = g_mime_header_list_get_header(headers, name),
                let raw = g_mime_header_get_raw_value(header)
            else { continue }
            let bare = bare(Array(UnsafeRawBufferPointer(start: raw, count: strlen(raw))), charset)
            if let text = joined(bare ?? String(cString: raw), charset) ?? bare {
                g_mime_header_set_raw_value(header, text)
            }
        }
    }

    static func bodyCharset(of message: UnsafeMutablePointer<GMimeMessage>) -> String? {
        var part = g_mime_message_get_mime_part(message)
        for _ in 0..<16 {
            guard let found = part else { return nil }
            if let charset = g_mime_object_get_content_type_parameter(found, "charset").map({ String(cString: $0) }) {
                return MailCharset.isSilent(charset) ? nil : charset
            }
            part = cgmime_child_count(found) > 0 ? cgmime_child(found, 0) : nil
        }
        return nil
    }

    private static func bare(_ bytes: [UInt8], _ charset: String?) -> String? {
        guard bytes.contains(where: { $0 >= 0x80 }) else { return MailCharset.escapedText(of: bytes) }
        guard bytes.count <= mostBare, String(validating: bytes, as: UTF8.self) == nil else { return nil }
        if let charset, let text = MailCharset.text(of: bytes, label: charset), !text.contains("\u{FFFD}") {
            return text
        }
        return NameEncoding.text(of: bytes)
    }

    /// Takes linear time, whatever the text. `charset` is for words whose label says nothing.
    static func joined(_ raw: String, _ charset: String? = nil) -> String? {
        let bytes = Array(raw.utf8)
        var parts: [Part] = []
        var isChanged = false
        var start = 0
        var index = 0
        while index + 1 < bytes.count {
            guard bytes[index] == UInt8(ascii: "="), bytes[index + 1] == question,
                let word = Word(in: bytes, at: index)
            else {
                index += 1
                continue
            }
            parts.add(bytes[start..<index])
            let isConverted = MailCharset.encoding(of: word.charset) != nil || MailCharset.isSilent(word.charset)
            let isMended = word.written == nil
            isChanged = parts.add(word) || isConverted || isMended || isChanged
            index = word.end
            start = index
        }
        parts.add(bytes[start...])
        guard isChanged || parts.contains(where: \.isWronglyUTF8) else { return nil }
        // Words that became UTF-8 are joined with their neighbours, too.
        var converted: [Part] = []
        for part in parts {
            switch part {
            case .text(let text): converted.add(text)
            case .word(var word):
                if let text = text(of: word, charset) {
                    word = Word(charset: "UTF-8", bytes: Data(text.utf8), end: word.end)
                }
                _ = converted.add(word)
            }
        }
        return String(decoding: converted.flatMap(\.bytes), as: UTF8.self)
    }

    /// Nil where GMime reads the word as it is.
    private static func text(of word: Word, _ charset: String?) -> String? {
        let bytes = Array(word.bytes)
        if Part.word(word).isWronglyUTF8 {
            return TextDecoding.isDamagedUTF8(bytes) ? TextDecoding.text(of: bytes) : bare(bytes, charset)
        }
        if let text = MailCharset.text(of: bytes, label: word.charset) { return text }
        guard MailCharset.isSilent(word.charset) || MailCharset.encoding(of: word.charset) != nil else { return nil }
        return bare(bytes, charset) ?? String(validating: bytes, as: UTF8.self)
    }

    fileprivate static let question = UInt8(ascii: "?")

    fileprivate static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

    /// Unterminated words that a field may have.
    private static let mostOpen = 1000

    /// Words that are decoded in a field. 125,000 in a subject take GMime ten seconds.
    private static let mostWords = 5000

    /// Breaks words in fields with very many of them by a blank: GMime would search the whole rest for the end of each
    /// unterminated one, and join each other one with all before it. No program writes such fields.
    static func disarm(_ bytes: UnsafeMutableBufferPointer<UInt8>) {
        var open: [Int] = []
        var words = 0
        func endField() {
            if open.count > mostOpen { for place in open { bytes[place + 1] = 0x20 } }
            open.removeAll(keepingCapacity: true)
            words = 0
        }
        for index in 0..<max(0, bytes.count - 1) {
            if bytes[index] == 0x0A {
                // A line that begins with a blank continues the field (RFC 5322, 2.2.3).
                if bytes[index + 1] != 0x20, bytes[index + 1] != 0x09 { endField() }
            } else if bytes[index] == UInt8(ascii: "="), bytes[index + 1] == question {
                if !isWord(bytes, at: index) {
                    open.append(index)
                } else {
                    words += 1
                    if words > mostWords { bytes[index + 1] = 0x20 }
                }
            }
        }
        endField()
    }

    private static func isWord(_ bytes: UnsafeMutableBufferPointer<UInt8>, at start: Int) -> Bool {
        var marks = 0
        var index = start + 2
        while index + 1 < bytes.count, bytes[index] > 0x20 {
            if bytes[index] == question {
                marks += 1
                if marks == 3 { return bytes[index + 1] == UInt8(ascii: "=") }
            }
            index += 1
        }
        return false
    }

    fileprivate enum Part {
        case text(ArraySlice<UInt8>)
        case word(Word)

        var isWronglyUTF8: Bool {
            guard case .word(let word) = self, MailCharset.isUTF8(word.charset) else { return false }
            return String(validating: word.bytes, as: UTF8.self) == nil
        }

        var bytes: [UInt8] {
            switch self {
            case .text(let text): Array(text)
            case .word(let word):
                word.written.map(Array.init) ?? Array("=?\(word.charset)?B?\(word.bytes.base64EncodedString())?=".utf8)
            }
        }
    }

    fileprivate struct Word {
        var charset: String
        var bytes: Data
        var end: Int
        /// Nil for a word that is not as it was written.
        var written: ArraySlice<UInt8>?

        static let mostCharset = 80
    }
}

extension EncodedWords.Word {
    /// `=?charset?B?base64?=` or `=?charset?Q?text?=`; nil for everything else.
    init?(in bytes: [UInt8], at start: Int) {
        let question = EncodedWords.question
        guard let charsetEnd = bytes[(start + 2)...].prefix(Self.mostCharset).firstIndex(of: question),
            charsetEnd + 2 < bytes.count,
            bytes[charsetEnd + 2] == question
        else { return nil }
        let isBase64 = bytes[charsetEnd + 1] | 0x20 == UInt8(ascii: "b")
        guard isBase64 || bytes[charsetEnd + 1] | 0x20 == UInt8(ascii: "q") else { return nil }
        let charset = bytes[(start + 2)..<charsetEnd]
        let text = bytes[(charsetEnd + 3)...].prefix(while: isBase64 ? Self.isBase64 : Self.isQuoted)
        let rest = bytes[text.endIndex...]
        // The field may have been cut off. Each word looks only to the next sign that is no blank.
        let isCut =
            !text.isEmpty && rest.dropFirst(rest.first == question ? 1 : 0).allSatisfy(EncodedWords.isBlank)
        guard isCut || rest.starts(with: [question, UInt8(ascii: "=")]), !charset.contains(where: EncodedWords.isBlank),
            let decoded = isBase64 ? Self.unpacked(text) : (Self.unquoted(text), true)
        else { return nil }
        let end = isCut ? bytes.count : text.endIndex + 2
        self.init(
            charset: String(decoding: charset, as: UTF8.self), bytes: decoded.bytes, end: end,
            written: decoded.isRegular && !isCut ? bytes[start..<end] : nil)
    }

    /// Some programs leave out the padding, pad each of several pieces, or use the alphabet of addresses (RFC 4648, 5).
    private static func unpacked(_ written: ArraySlice<UInt8>) -> (bytes: Data, isRegular: Bool)? {
        let text = written.map { digit in
            digit == UInt8(ascii: "-") ? UInt8(ascii: "+") : digit == UInt8(ascii: "_") ? UInt8(ascii: "/") : digit
        }
        if let bytes = Data(base64Encoded: Data(text)) { return (bytes, text.elementsEqual(written)) }
        var bytes = Data()
        for piece in text.split(separator: UInt8(ascii: "=")) {
            // A single digit has only six bits of a byte.
            let whole = piece.count % 4 == 1 ? piece.dropLast() : piece
            let padding = Data(repeating: UInt8(ascii: "="), count: (4 - whole.count % 4) % 4)
            guard let part = Data(base64Encoded: Data(whole) + padding) else { return nil }
            bytes += part
        }
        return (bytes, false)
    }

    private static func isQuoted(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7F && byte != EncodedWords.question
    }

    private static func unquoted(_ text: ArraySlice<UInt8>) -> Data {
        var result = Data()
        var index = text.startIndex
        while index < text.endIndex {
            if text[index] == UInt8(ascii: "="), index + 2 < text.endIndex,
                let byte = UInt8(String(decoding: text[(index + 1)...(index + 2)], as: UTF8.self), radix: 16)
            {
                result.append(byte)
                index += 3
            } else {
                result.append(text[index] == UInt8(ascii: "_") ? 0x20 : text[index])
                index += 1
            }
        }
        return result
    }

    private static func isBase64(_ byte: UInt8) -> Bool {
        0x61...0x7A ~= byte | 0x20 || 0x30...0x39 ~= byte || "+/=-_".utf8.contains(byte)
    }
}

extension [EncodedWords.Part] {
    fileprivate mutating func add(_ text: ArraySlice<UInt8>) { if !text.isEmpty { append(.text(text)) } }

    /// Blanks between two words do not count (RFC 2047, 6.2). Returns true if the word was joined to the one before.
    fileprivate mutating func add(_ word: EncodedWords.Word) -> Bool {
        var before = endIndex - 1
        if before >= 0, case .text(let text) = self[before], text.allSatisfy(EncodedWords.isBlank) { before -= 1 }
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
