/// Detects parts of a filter that most likely mean something else than intended, although they are valid. In a question
/// they would find too much, which a person sees. In an access right they would show too much, which nobody sees.
package enum FilterDoubt {
    /// A sentence about the first such part; nil without one.
    package static func first(in query: String) -> String? {
        let scalars = Array(query.unicodeScalars)
        if zip(scalars, scalars.dropFirst()).contains(where: { $0 == $1 && $0.isQuote }) {
            return "Two quotation marks in a row are one in a value. Rights cannot depend on such a value; between "
                + "values stands a blank."
        }
        if let field = quotedField(query) {
            return "\"\(field)\" is within quotation marks, so it is no field. Write them behind it."
        }
        for word in words(query) {
            let bare = word.drop { $0.isMinus }
            if let dash = bare.first, dashes.contains(dash) {
                return "\"\(String(scalars: word))\" begins with a dash. What excludes is a hyphen."
            }
            if bare.isEmpty { return "A hyphen stands alone. Write it directly before what it excludes." }
            let text = String(scalars: bare)
            if ["and", "or", "not"].contains(text.lowercased()), !["AND", "OR", "NOT"].contains(text) {
                return "\"\(text)\" is a word here. Write \(text.uppercased())."
            }
            guard let end = bare.firstIndex(where: isColon) ?? bare.dropFirst().firstIndex(of: "=") else { continue }
            let name = bare[..<end]
            guard bare[end] == ":", FieldName(typed: name) != nil
            else { return "\"\(String(scalars: bare[...end]))\" is no field." }
            if bare[(end + 1)...].contains(where: { isColon($0) || $0 == "," || $0 == ";" }) {
                return "Write what follows \"\(String(scalars: bare[...end]))\" in quotation marks."
            }
        }
        return nil
    }

    private static let dashes: Set<Unicode.Scalar> = ["\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2014}"]

    /// The start of a phrase that looks like a field: `"tag:=closed"`.
    private static func quotedField(_ query: String) -> String? {
        let parts = Array(query.unicodeScalars).split(omittingEmptySubsequences: false, whereSeparator: \.isQuote)
        return parts.indices.lazy.filter { $0 % 2 == 1 }.compactMap { index -> String? in
            guard let colon = parts[index].firstIndex(where: isColon), FieldName(typed: parts[index][..<colon]) != nil,
                parts[index - 1].last.map({ !isColon($0) && $0 != "=" }) ?? true
            else { return nil }
            return String(scalars: parts[index][...colon])
        }.first
    }

    /// Words between blanks and parentheses, without quoted ones and without hyphens of words in parentheses.
    private static func words(_ query: String) -> [ArraySlice<Unicode.Scalar>] {
        var (isQuoted, kept): (Bool, [Unicode.Scalar]) = (false, [])
        for scalar in query.unicodeScalars {
            if scalar.isQuote { isQuoted.toggle() }
            if scalar == "(", !isQuoted { while kept.last?.isMinus == true { kept.removeLast() } }
            if !isQuoted || scalar.isQuote { kept.append(scalar) }
        }
        return kept.split { $0.separatesWords || $0.isParenthesis }
    }

    private static func isColon(_ scalar: Unicode.Scalar) -> Bool {
        [":", "\u{FF1A}", "\u{FE55}", "\u{A789}", "\u{2236}"].contains(scalar)
    }
}
