/// Comma-separated values (RFC 4180) for spreadsheets. Texts come from documents and from the web: none may become a
/// formula there.
package enum CSV {
    package static func row(_ cells: [String]) -> String { cells.map(cell).joined(separator: ",") + "\r\n" }

    package static func cell(_ text: String) -> String {
        let clean = String(String.UnicodeScalarView(text.unicodeScalars.compactMap(kept)))
        let harmless = isFormula(text) ? "'" + clean : clean
        guard harmless.unicodeScalars.contains(where: { "\",\n".unicodeScalars.contains($0) }) else { return harmless }
        return "\"\(harmless.replacing("\"", with: "\"\""))\""
    }

    /// Line feeds stay, and a TAB becomes a blank. Other control characters and those that change the direction of text
    /// are dropped.
    private static func kept(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.value {
        case 0x0A: scalar
        case 0x09: " "
        case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069: nil
        case 0x2028, 0x2029: "\n"
        default: scalar
        }
    }

    /// A spreadsheet looks past white space before a formula, and some read full-width signs as ASCII ones.
    private static func isFormula(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first else { return false }
        if first == "\t" || first == "\r" { return true }
        let visible = text.unicodeScalars.first { scalar in
            !scalar.properties.isWhitespace && ![.control, .format].contains(scalar.properties.generalCategory)
        }
        return visible.map { "=+-@＝＋－＠".unicodeScalars.contains($0) } ?? false
    }
}
