import CivilCalendar
import ExtractionProtocol

/// A title from the text of a document's first page, where neither metadata nor a telling name gives one: the largest of
/// the first lines, where their sizes are known from recognition, or else the first one that reads like a title. In doubt
/// none (decision 0247).
struct GuessedTitle {
    struct Line {
        var text: String
        /// The usual height of its words, in points; nil where only the text is known.
        var height: Double?
        /// 0 to 1; 1 where nothing was recognised.
        var confidence = 1.0
    }

    private static let leastConfidence = 0.8
    private static let leastLetters = 100
    private static let lengths = 8...100
    /// A title is at the beginning.
    private static let mostLines = 12
    /// The rest tells how large the usual letters are.
    private static let mostRead = 60
    /// Times the height of the page's usual lines.
    private static let largeLetters = 1.25

    let text: String?

    /// False for a page that is damaged, has few letters, or was recognised with little confidence.
    static func trusts(_ page: IndexedPage, _ text: String) -> Bool {
        guard page.origin != .textLayer || page.verdict == .good, page.confidence ?? 1 >= leastConfidence,
            !page.reasons.contains(where: { DamageReason.words(in: $0) != nil })
        else { return false }
        let shown = text.unicodeScalars.lazy.filter { !$0.properties.isWhitespace }
        let letters = shown.count { $0.properties.isAlphabetic }
        return letters >= leastLetters && letters * 10 >= shown.count * 7
    }

    static func lines(of text: String) -> [Line] {
        text.split(whereSeparator: \.isNewline).prefix(mostRead).map { Line(text: String($0)) }
    }

    /// A word that is not to the right of the one before it, or not beside it, begins a line.
    static func lines(of words: [PageWord]) -> [Line] {
        var lines: [[PageWord]] = []
        for word in words where word.isIndexed && word.box.count == 4 {
            if let last = lines.last?.last, word.box[0] > last.box[0],
                abs(word.box[1] + word.box[3] / 2 - last.box[1] - last.box[3] / 2) < max(word.box[3], last.box[3]) / 2
            {
                lines[lines.count - 1].append(word)
            } else if lines.count < mostRead {
                lines.append([word])
            } else {
                break
            }
        }
        return lines.map { words in
            let heights = words.map { $0.box[3] }.sorted()
            return Line(
                text: words.map(\.text).joined(separator: " "), height: heights[heights.count / 2],
                confidence: words.map(\.confidence).reduce(0, +) / Double(words.count))
        }
    }

    init(_ lines: [Line]) {
        let lines = lines.filter { $0.text.contains { !$0.isWhitespace } }
        text = (Self.largest(lines) ?? Self.first(lines)).map(Self.trimmed)
    }

    /// As many lines in a row as are equally large.
    private static func largest(_ lines: [Line]) -> String? {
        let heights = lines.compactMap(\.height).sorted()
        guard heights.count > 3 else { return nil }
        let usual = heights[heights.count / 2]
        let beginning = lines.prefix(mostLines)
        func isLarge(_ line: Line) -> Bool { (line.height ?? 0) >= usual * largeLetters }
        let large = beginning.indices.filter { isLarge(lines[$0]) && isTelling(lines[$0]) }
        guard let tallest = large.max(by: { (lines[$0].height ?? 0) < (lines[$1].height ?? 0) }) else { return nil }
        var title = lines[tallest].text
        for next in lines[(tallest + 1)...].prefix(2) {
            let isSame = abs((next.height ?? 0) - (lines[tallest].height ?? 0)) < usual * 0.15
            guard isSame, isLarge(next), next.confidence >= leastConfidence,
                title.count + next.text.count < lengths.upperBound
            else { break }
            title += " " + next.text
        }
        return title
    }

    /// The first line like a title, before running text begins; of that its first sentence, where it is short.
    private static func first(_ lines: [Line]) -> String? {
        for (index, line) in lines.prefix(mostLines).enumerated() where !isGreeting(line.text) {
            var text = line.text
            var next = index + 1
            while next < lines.count, goesOn(text, lines[next].text) {
                text += " " + lines[next].text
                next += 1
                guard text.count <= lengths.upperBound * 3 else { break }
            }
            if next > index + 1 {
                guard let sentence = sentence(in: text) else { return nil }
                text = sentence
            }
            if isTelling(Line(text: text, confidence: line.confidence)) { return text }
            if next > index + 1 { return nil }
        }
        return nil
    }

    private static func goesOn(_ line: String, _ next: String) -> Bool {
        if let last = line.last, ".!?:".contains(last) { return false }
        let last = line.split(separator: " ").last ?? ""
        return next.first { $0.isLetter }?.isLowercase == true
            || line.hasSuffix("-") && line.dropLast().last?.isLetter == true || line.hasSuffix(",")
            || last.count <= 3 && last.allSatisfy(\.isLowercase)
    }

    private static func sentence(in text: String) -> String? {
        let end = text.indices.first { index in
            ".!?".contains(text[index])
                && text[text.index(after: index)...].prefix(2).allSatisfy { $0 == " " || $0.isUppercase }
                && text[..<index].suffix(4).allSatisfy(\.isLetter)
        }
        let sentence = end.map { String(text[..<$0]) } ?? text
        return lengths.contains(sentence.count) ? sentence : nil
    }

    // MARK: - Lines

    private static func isTelling(_ line: Line) -> Bool {
        let text = trimmed(line.text)
        guard line.confidence >= leastConfidence, lengths.contains(text.count),
            text.first(where: \.isLetter)?.isLowercase == false,
            // `From: …`
            line.text.split(separator: " ").first?.hasSuffix(":") == false,
            !text.contains(where: { "@|\\_=<>{}".contains($0) })
        else { return false }
        let shown = text.filter { !$0.isWhitespace }
        guard shown.count(where: \.isLetter) * 4 >= shown.count * 3 else { return false }
        let words = text.split(whereSeparator: \.isWhitespace).map {
            $0.trimmingPrefix { !$0.isLetter && !$0.isNumber }
        }
        .map { word in
            String(word[..<(word.lastIndex { $0.isLetter || $0.isNumber }.map(word.index(after:)) ?? word.startIndex)])
        }
        .filter { !$0.isEmpty }
        guard words.count <= 16, !words.contains(where: { notOfTitles.contains($0.lowercased()) }), !isGreeting(text)
        else { return false }
        let isUnspaced = text.unicodeScalars.contains {
            (0x3040...0x9FFF).contains($0.value) || (0xE00...0xE7F).contains($0.value)
        }
        let whole = words.filter(isWhole)
        let long = whole.count { $0.count > 2 }
        guard isUnspaced || words.count > 1 && long > 1 && whole.count * 4 >= words.count * 3 else { return false }
        // `Berlin, den 12. März 1931`, `12 March 1931`
        let isDated = words.contains { $0.count == 4 && $0.allSatisfy(\.isNumber) }
        let others = words.count {
            $0.count > 3 && MonthWords.numbers[$0.lowercased()] == nil && $0.contains(where: \.isLetter)
        }
        return !isDated || others > 1
    }

    private static func isGreeting(_ line: String) -> Bool {
        greetings.contains(line.prefix { $0.isLetter }.lowercased())
    }

    /// Letters with at most an apostrophe or hyphens within, a number, or an abbreviation; no `tlie1r`, `rnEeting`, `xjtr`.
    private static func isWhole(_ word: String) -> Bool {
        if word.allSatisfy(\.isNumber) { return true }
        guard word.allSatisfy({ $0.isLetter || "'’-.&/".contains($0) }) else { return false }
        let isBroken = zip(word, word.dropFirst()).contains { $0.isLowercase && $1.isUppercase }
        let isLatin = word.unicodeScalars.allSatisfy { $0.value < 0x250 }
        let isInCapitals = word.allSatisfy { !$0.isLowercase }
        return !isBroken
            && (!isLatin || isInCapitals && word.count < 5 || word.count < 4 || word.contains(where: isVowel))
    }

    private static func isVowel(_ letter: Character) -> Bool {
        "aeiouyáàâäãåæéèêëíìîïóòôöõøœúùûüý".contains(Character(letter.lowercased()))
    }

    private static func trimmed(_ text: String) -> String {
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let end = words.lastIndex { !".,;:-–—=*•".contains($0) && $0 != " " }
        return String(end.map { words[...$0] } ?? "").trimmingPrefix {
            !$0.isLetter && !$0.isNumber && !"\"“„«(".contains($0)
        }
        .description
    }

    /// Words in the heads of letters, forms and pages.
    private static let notOfTitles = Set(
        """
        tel telephone telefon telefoon teléfono téléphone telefono phone fax telefax e-mail email mail www
        http https page seite página pagina strona p.o postfach iban betreff betr objet asunto oggetto betreft
        subject copyright isbn issn
        """.split(whereSeparator: \.isWhitespace).map(String.init))
    private static let greetings = Set(
        """
        dear sehr liebe lieber cher chère chers monsieur madame messieurs geachte beste estimado estimada muy
        querido querida gentile egregio caro cara hello
        """.split(whereSeparator: \.isWhitespace).map(String.init))
}
