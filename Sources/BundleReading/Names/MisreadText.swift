/// Texts of a code page that were read as Latin-1, as PDFs have them that do not state their encoding: `Ïðîòîêîë` for
/// `Протокол`.
package enum MisreadText {
    /// No word of a language written in Latin letters has so many letters beyond ASCII side by side.
    private static let mostBeyondASCII = 3

    /// The text in the code page in which it was written. Nil where it makes sense as it is.
    package static func corrected(_ text: String) -> String? {
        var (longest, count) = (0, 0)
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            guard let byte = UInt8(exactly: scalar.value) else { return nil }
            bytes.append(byte)
            count = byte >= 0xC0 ? count + 1 : 0
            longest = max(longest, count)
        }
        guard longest > mostBeyondASCII else { return nil }
        return NameEncoding.texts(of: [bytes], in: .tar, setting: nil).first
    }
}
