/// Detects parts of a filter that most likely mean something else than intended, although they are valid. In a question
/// they would find too much, which a person sees. In an access right they would show too much, which nobody sees.
package enum FilterDoubt {
    package static func first(in query: String) -> String? {
        let scalars = Array(query.unicodeScalars)
        if zip(scalars, scalars.dropFirst()).contains(where: { $0 == $1 && $0.isQuote }) {
            return
                "Two quotation marks in a row stand for one within a value, which a filter must not have. Put a blank "
                + "between two values."
        }
        if let doubt = doubtOfQuoted(query) { return doubt }
        guard !query.unicodeScalars.contains(where: isControl) else { return "It has a control character." }
        // A field whose value could go on in the next word.
        var unquoted: String?
        var isExcluded = false
        for word in words(query) {
            let bare = word.drop { $0.isMinus }
            let isNot = QueryOperator(typed: bare) == .not
            // The parser takes two of them for one.
            let signs = word.count - bare.count
            if !bare.isEmpty, signs > 1 || signs > 0 && isNot || isExcluded && (signs > 0 || isNot) {
                return "\"\(String(scalars: word))\" is excluded twice. Write it once, or in parentheses."
            }
            isExcluded = isNot
            if let before = unquoted, bare.count == word.count, isLoneWord(bare) {
                return "\"\(String(scalars: bare))\" is a word of its own after \"\(before)\". "
                    + "Write the value in quotation marks, or the word before the field."
            }
            if let doubt = doubt(of: bare) { return doubt }
            unquoted = hasOpenValue(bare) ? String(scalars: word) : nil
        }
        return nil
    }

    private static func doubt(of bare: ArraySlice<Unicode.Scalar>) -> String? {
        if let dash = bare.first, dashes.contains(dash) {
            return "\"\(String(scalars: bare))\" begins with a dash. A hyphen excludes."
        }
        if bare.isEmpty { return "A hyphen stands alone. Write it directly before what it excludes." }
        let text = String(scalars: bare)
        if isSmallOperator(bare) {
            return "\"\(text)\" is a word here. Write \(text.uppercased())."
        }
        guard QueryOperator(typed: bare) == nil, bare != [")"], bare != ["("] else { return nil }
        guard let end = endOfName(bare) else {
            if bare.last == "(" { return "Write a blank before the parenthesis in \"\(text)\"." }
            return isQuoted(bare) || DateReader.readBareRange(bare) != nil || isPlainWord(bare)
                ? nil : "\"\(text)\" is no plain word. Write it in quotation marks, or without its signs."
        }
        let name = String(scalars: bare[...end])
        guard bare[end] == ":", let field = FieldName(typed: bare[..<end]) else { return "\"\(name)\" is no field." }
        let value = bare[(end + 1)...]
        let isUnderstood =
            value.isEmpty || value == ["("] || isQuoted(value)
            || (field.termField != nil
                ? isPlainWord(value)
                : field.isOpen ? isPlain(value, "/") : !value.contains { $0.isQuote || $0.isParenthesis })
        return isUnderstood ? nil : "Write what follows \"\(name)\" in quotation marks."
    }

    private static func isSmallOperator(_ bare: ArraySlice<Unicode.Scalar>) -> Bool {
        let text = String(scalars: bare)
        return ["and", "or", "not"].contains(text.lowercased()) && text != text.uppercased()
    }

    private static func endOfName(_ bare: ArraySlice<Unicode.Scalar>) -> Int? {
        bare.firstIndex(where: isColon) ?? bare.dropFirst().firstIndex(of: "=")
    }

    private static func isLoneWord(_ bare: ArraySlice<Unicode.Scalar>) -> Bool {
        endOfName(bare) == nil && QueryOperator(typed: bare) == nil && !isSmallOperator(bare) && isPlainWord(bare)
            && DateReader.readBareRange(bare) == nil
    }

    private static func hasOpenValue(_ bare: ArraySlice<Unicode.Scalar>) -> Bool {
        guard let end = endOfName(bare), end + 1 < bare.endIndex, let last = bare.last, !last.isQuote,
            !last.isParenthesis
        else { return false }
        return FieldName(typed: bare[..<end])?.isOpen ?? false
    }

    private static func isPlainWord(_ word: ArraySlice<Unicode.Scalar>) -> Bool {
        if word.first == "=" { return isPlain(word.dropFirst()) }
        return isPlain(word.last == "*" ? word.dropLast() : word)
    }

    /// The parser takes other signs for marks of its own, leaves them out, or separates words at them.
    private static func isPlain(_ value: ArraySlice<Unicode.Scalar>, _ joiner: Unicode.Scalar? = nil) -> Bool {
        guard let first = value.first, first.isLetterOrDigit || first == joiner else { return false }
        return value.allSatisfy { $0.isLetterOrDigit || $0.isMark || joiners.contains($0) || $0 == joiner }
    }

    private static let joiners: [Unicode.Scalar] = ["-", "_", ".", "@", "'", "\u{2019}"]

    private static func isQuoted(_ value: ArraySlice<Unicode.Scalar>) -> Bool {
        let phrase = value.first == "=" ? value.dropFirst() : value
        return phrase.count == 2 && phrase.allSatisfy(\.isQuote)
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control && !["\t", "\n", "\r"].contains(scalar)
    }

    private static let dashes: Set<Unicode.Scalar> = ["\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2014}"]

    private static func doubtOfQuoted(_ query: String) -> String? {
        let parts = Array(query.unicodeScalars).split(omittingEmptySubsequences: false, whereSeparator: \.isQuote)
        return parts.indices.lazy.filter { $0 % 2 == 1 }.compactMap { index -> String? in
            let isValue = parts[index - 1].last.map { isColon($0) || $0 == "=" } ?? false
            return isValue ? signs(in: parts[index]) : field(in: parts[index]) ?? signs(in: parts[index])
        }.first
    }

    /// `"tag:=closed"`.
    private static func field(in quoted: ArraySlice<Unicode.Scalar>) -> String? {
        guard let colon = quoted.firstIndex(where: isColon), FieldName(typed: quoted[..<colon]) != nil else {
            return nil
        }
        let field = String(scalars: quoted[...colon])
        let value = quoted[(colon + 1)...]
        let sign = value.first == "=" ? "=" : ""
        let rest = String(scalars: value.dropFirst(sign.count))
        return "\"\(field)\" is within the quotation marks. Write them after it, as in \(field)\(sign)\"\(rest)\"."
    }

    /// Some names of files have them, but nearly always a wildcard or an OR is meant, and then what they are in would
    /// exclude nothing.
    private static func signs(in quoted: ArraySlice<Unicode.Scalar>) -> String? {
        if quoted.contains("*") {
            return "\"*\" stands for nothing else within quotation marks. A path finds all that is in the folder when "
                + "it ends in a slash, as in path:\"/srv/closed/\"; a word has its star outside of them. \(wayOut)"
        }
        guard quoted.contains("|") else { return nil }
        return "\"|\" joins nothing within quotation marks. Write each by itself, with OR in between. \(wayOut)"
    }

    private static let wayOut = "If the sign is in the name of a file, give the file a tag and use that."

    private static func words(_ query: String) -> [[Unicode.Scalar]] {
        var isQuoted = false
        var words: [[Unicode.Scalar]] = [[]]
        for scalar in query.unicodeScalars {
            if scalar.isQuote { isQuoted.toggle() }
            if isQuoted, !scalar.isQuote { continue }
            if scalar.separatesWords || scalar == ")" { words.append([]) }
            if !scalar.separatesWords { words[words.count - 1].append(scalar) }
            if scalar.isParenthesis { words.append([]) }
        }
        return words.filter { !$0.isEmpty }
    }

    /// The modifier letters among these are parts of words elsewhere.
    private static func isColon(_ scalar: Unicode.Scalar) -> Bool {
        [
            ":", "\u{FF1A}", "\u{FE55}", "\u{A789}", "\u{2236}", "\u{2D0}", "\u{2F8}", "\u{589}", "\u{5C3}", "\u{703}",
            "\u{704}", "\u{205A}", "\u{FE13}", "\u{FE30}", "\u{A4FD}",
        ].contains(scalar)
    }
}

extension FieldName {
    /// The parser knows all values of other fields.
    fileprivate var isOpen: Bool {
        termField != nil || [.path, .root, .bundle, .id, .person, .package].contains(self)
    }
}
