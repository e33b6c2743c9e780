import Foundation

/// Limits on annotations. Anything longer is refused, and nothing is cut.
public enum AnnotationLimits {
    /// Characters of a tag.
    public static let tag = 200
    /// Characters of a corrected title, author, date or language.
    public static let correction = 2_000
    /// Bytes of a note.
    public static let note = 1 << 20
    /// Characters of the name of a saved question, or of an author's name.
    public static let name = 100
    /// Bytes of a page's corrected text.
    public static let pageText = 1 << 20
    /// Unicode scalars of a highlight's words.
    public static let quote = 2_000
    /// Characters of a highlight's label.
    public static let label = tag

    // MARK: - Typed values

    static func tagged(_ text: String) throws -> String {
        // Two Unicode forms of the same letters are one tag.
        let trimmed = text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()
        let tag = String(trimmed).precomposedStringWithCanonicalMapping
        try checkLine(tag, "tag", limit: Self.tag)
        return tag
    }

    static func author(_ name: String) throws -> String {
        try checkLine(name, "name of the person", limit: Self.name)
        return name
    }

    /// In the form in which dates are kept; of a date that is typed in another.
    static func date(_ typed: String) throws -> String {
        let meanings = DocumentDate.meanings(ofTyped: typed)
        guard meanings.count < 2 else {
            throw refusal("\"\(typed)\" may be one of two dates: write it as \(meanings[0]) or \(meanings[1])")
        }
        // Another is refused by `check`.
        return meanings.first?.description ?? typed
    }

    static func check(_ kind: Annotation.Kind, _ value: String) throws {
        switch kind {
        case .note: try checkText(value, "note")
        case .date:
            try require(DocumentDate(value) != nil, "\"\(value)\" is not a date such as 1931, 1931-03 or 1931-03-05")
        case .authors:
            let line = value.split(separator: "\n").joined(separator: "; ")
            try checkLine(line, "list of authors", length: value.count, limit: correction)
        case .language:
            let isCode = value.unicodeScalars.allSatisfy { $0.isASCII && $0.properties.isAlphabetic || $0 == "-" }
            try require(
                (2...12).contains(value.count) && isCode && LanguageName.isKnown(value),
                "\"\(value)\" is not a language code such as en or de-AT")
        default: try checkLine(value, kind.rawValue, limit: correction)
        }
    }

    static func checkQuestion(_ name: String, _ query: String?) throws {
        let isName = name.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || "0123456789-_".unicodeScalars.contains($0)
        }
        try require(
            !name.isEmpty && name.count <= Self.name && isName,
            "\"\(name)\" is not a name: it has letters, digits, - and _, \(Self.name) at most")
        guard let query else { return }
        try checkLine(query, "question", limit: correction)
        // A reference to another question could change its meaning or form a cycle.
        if SavedQuestion.name(in: query) != nil {
            throw refusal("\"\(query)\" is the name of a question, not a question. Save the words themselves")
        }
    }

    static func checkExclusion(_ exclusion: Exclusion.Value) throws {
        do {
            guard try IgnorePattern(exclusion.pattern) != nil else { throw PatternRefusal("it is empty or a comment") }
        } catch let why as PatternRefusal {
            throw refusal("\"\(exclusion.pattern.prefix(200))\" is not a pattern: \(why.reason)")
        }
        let isPath = exclusion.root.utf8.first == UInt8(ascii: "/") && exclusion.root.utf8.count <= IgnorePattern.limit
        try require(isPath, "\"\(exclusion.root.prefix(200))\" is not the absolute path of a folder")
    }

    static func checkHighlight(label: String?, color: String?, comment: String?) throws {
        if let label { try checkLine(label, "label", limit: Self.label) }
        if let color {
            let digits = color.unicodeScalars.dropFirst()
            let isHexadecimal = digits.count == 6 && digits.allSatisfy(\.properties.isASCIIHexDigit)
            let isColor = color.unicodeScalars.first == "#" && isHexadecimal
            try require(isColor, "\"\(color)\" is not a colour such as #FFEE00")
        }
        if let comment { try checkText(comment, "comment") }
    }

    static func checkQuote(_ range: Range<Int>) throws {
        try require(!range.isEmpty, "A highlight must have at least one letter")
        try require(range.count <= quote, "The highlight has \(range.count) characters, more than \(quote)")
    }

    /// The last millisecond of the year 9999.
    private static let lastTime: Int64 = 253_402_300_799_999

    /// Throws for an annotation in an export that no command could have made. An unknown kind belongs to a later
    /// release.
    static func check(_ annotation: Annotation) throws {
        try require((0...Int(Int32.max)).contains(annotation.page), "There is no page \(annotation.page)")
        for time in [annotation.created, annotation.modified] {
            try require((0...lastTime).contains(time), "\(time) is not a time in milliseconds since 1970")
        }
        try checkLine(annotation.kind.rawValue, "kind", limit: name)
        try checkLine(annotation.author, "author", limit: name)
        switch annotation.kind {
        case .tag, .withoutTag:
            let tag = try tagged(annotation.value)
            try require(tag == annotation.value, "The tag has white space around it")
        case .title, .authors, .date, .language, .note: try check(annotation.kind, annotation.value)
        case .highlight: try checkHighlight(annotation)
        case .correction: try checkCorrection(annotation)
        case .hidden: try require(annotation.value.isEmpty, "A hidden document must have no value")
        case .question:
            // The cause does not matter: the line is refused and named.
            guard let question: SavedQuestion = try? JSONText.decode(annotation.value) else {
                throw refusal("The value is not a question with its name")
            }
            try checkQuestion(question.name, question.query)
        case .exclusion:
            // The cause does not matter here either.
            guard let exclusion: Exclusion.Value = try? JSONText.decode(annotation.value) else {
                throw refusal("The value is not a pattern with its folder")
            }
            try checkExclusion(exclusion)
        default:
            let count = annotation.value.utf8.count
            try require(count <= note, "The value has \(count) bytes, more than \(note)")
        }
    }

    private static func checkHighlight(_ annotation: Annotation) throws {
        try require(annotation.page > 0, "A highlight needs a page")
        // The cause does not matter: the line is refused and named.
        guard let stored = try? StoredHighlight(annotation) else { throw refusal("The value is not a highlight") }
        let words = stored.quote
        try require(words.exact.unicodeScalars.count <= quote, "The highlight has more than \(quote) characters")
        try checkQuote(words, of: "highlight")
        let areBoxes =
            stored.boxes.count <= quote && stored.boxes.allSatisfy { $0.count == 4 && $0.allSatisfy(\.isFinite) }
        try require(areBoxes && [0, 2].contains(stored.size.count), "The boxes of the highlight are not valid")
        try checkHighlight(label: stored.label, color: stored.color, comment: stored.comment)
    }

    private static func checkQuote(_ words: TextQuote, of noun: String) throws {
        let hasRange = 0 <= words.start && words.start < words.end && words.end <= Int(Int32.max)
        try require(hasRange && !words.exact.isEmpty, "The \(noun) has no words")
        for text in [words.prefix, words.suffix] where text.unicodeScalars.count > TextQuote.context {
            throw refusal("The text around the \(noun) has more than \(TextQuote.context) characters")
        }
        for text in [words.exact, words.prefix, words.suffix] where !text.isEmpty {
            // The quote may be only a line feed or blanks, which alone would be refused.
            try checkText(text + ".", "quote")
        }
    }

    // MARK: - Corrections

    private static func checkCorrection(_ annotation: Annotation) throws {
        try require(annotation.page > 0, "A correction needs a page")
        // The cause does not matter: the line is refused and named.
        guard let stored = try? StoredCorrection(annotation) else { throw refusal("The value is not a correction") }
        try checkQuote(stored.quote, of: "correction")
        try checkCorrection(stored.text)
    }

    static func checkCorrection(_ text: String) throws {
        try checkText(text, "corrected text", limit: pageText)
        let isVisible = text.unicodeScalars.contains {
            !$0.properties.isWhitespace && $0.properties.generalCategory != .format
        }
        try require(isVisible, "The corrected text has no visible character")
    }

    static func checkPageText(_ text: String, of document: ArchiveDocument, page: PageText) throws {
        let place = "corrected text of page \(page.page) of \"\(document.path)\""
        guard !page.text.allSatisfy(\.isWhitespace) else {
            throw refusal("Page \(page.page) of \"\(document.path)\" has no text that could be corrected")
        }
        try checkText(text, place, limit: pageText)
    }

    // MARK: - Texts

    private static func checkText(_ text: String, _ noun: String, limit: Int = note) throws {
        try require(!text.allSatisfy(\.isWhitespace), "The \(noun) is empty")
        try require(text.utf8.count <= limit, "The \(noun) has \(text.utf8.count) bytes, more than \(limit)")
        let isPlain = text.unicodeScalars.allSatisfy { !isControl($0) || $0 == "\n" || $0 == "\t" }
        try require(isPlain, "The \(noun) has control characters")
    }

    private static func checkLine(_ text: String, _ noun: String, length: Int? = nil, limit: Int) throws {
        let length = length ?? text.count
        try require(!text.allSatisfy(\.isWhitespace), "The \(noun) is empty")
        guard length <= limit, text.utf8.count <= 4 * limit else {
            let bytes = length > limit ? "" : " in \(text.utf8.count) bytes"
            throw refusal("The \(noun) has \(length) characters\(bytes), more than \(limit)")
        }
        try require(!text.unicodeScalars.contains(where: isControl), "The \(noun) has control characters")
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        [.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
    }

    private static let ending = ". Nothing was changed."

    private static func refusal(_ sentence: String) -> DocSearchError { DocSearchError(.usage, sentence + ending) }

    private static func require(_ isSo: Bool, _ otherwise: @autoclosure () -> String) throws {
        if !isSo { throw refusal(otherwise()) }
    }

    static func reason(_ error: DocSearchError) -> String {
        error.message.hasSuffix(ending) ? String(error.message.dropLast(ending.count)) : error.message
    }
}
