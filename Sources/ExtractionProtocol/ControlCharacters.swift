/// No text in a frame contains them, because a terminal would execute them.
package enum ControlCharacters {
    /// C0, DEL and C1. With `allowingLines`, line feeds and tabs are allowed.
    static func are(in text: String, allowingLines: Bool = false) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            var last: UInt8 = 0
            for byte in bytes {
                if byte < 0x20 {
                    guard allowingLines, byte == 0x0A || byte == 0x09 else { return true }
                } else if byte == 0x7F || last == 0xC2 && byte < 0xA0 && byte >= 0x80 {
                    // U+0080 to U+009F are C2 80 to C2 9F in UTF-8.
                    return true
                }
                last = byte
            }
            return false
        }
    }

    /// White space becomes a space, or in a text of several lines line feeds and tabs; others become U+FFFD.
    static func replaced(in text: String, allowingLines: Bool = false) -> String {
        guard are(in: text, allowingLines: allowingLines) else { return text }
        var result = String.UnicodeScalarView()
        var last: Unicode.Scalar = " "
        for scalar in text.unicodeScalars {
            switch scalar.value {
            // The second half of CR LF.
            case 0x0A where last == "\r": break
            case 0x0A, 0x0D, 0x85: result.append(allowingLines ? "\n" : " ")
            case 0x09: result.append(allowingLines ? "\t" : " ")
            case 0..<0x20, 0x7F..<0xA0: result.append("\u{FFFD}")
            default: result.append(scalar)
            }
            last = scalar
        }
        return String(result)
    }
}
