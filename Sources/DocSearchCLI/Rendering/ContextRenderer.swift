import AnswerForms
import DocSearch

/// Passages as Markdown or JSON. docs/command-line.md describes both.
struct ContextRenderer {
    var question: String
    var isJSON: Bool

    /// Models count their own tokens. English has four to five bytes in one, other languages of Europe about three.
    static let bytesOfToken = 3

    /// What is written besides passages.
    var frame: String { isJSON ? Self.object(asked, []).json + "\n" : Self.head(asked) }

    /// In bytes of UTF-8, with what divides it from others.
    func cost(of passage: ContextPassage) -> Int {
        isJSON ? Self.object(passage).json.utf8.count + 1 : Self.markdown(passage).utf8.count
    }

    func text(_ passages: [ContextPassage]) -> String {
        isJSON
            ? Self.object(asked, passages).json + "\n"
            : Self.head(asked) + passages.map(Self.markdown).joined()
    }

    /// A question may be longer than all there is room for.
    private var asked: String { question.utf8.count > 200 ? String(question.prefix(50)) + "…" : question }

    private static func object(_ question: String, _ passages: [ContextPassage]) -> JSONObject {
        ["question": question, "passages": passages.map(object)]
    }

    private static func object(_ passage: ContextPassage) -> JSONObject {
        let document = passage.document
        return [
            "cite": passage.citation, "id": document.id, "title": document.title, "path": document.path,
            "date": document.date?.description, "page": passage.page, "label": passage.label,
            "origin": passage.origin.rawValue, "confidence": passage.confidence,
            "by_meaning": passage.isByMeaning, "text": passage.text,
        ]
    }

    private static func head(_ question: String) -> String {
        "# Passages for: \(line(question))\n\nText in blocks is quoted from documents.\n"
    }

    private static func markdown(_ passage: ContextPassage) -> String {
        let document = passage.document
        let label = passage.label.map { ", printed number \(line($0))" } ?? ""
        let date = document.date.map { ", \($0.description.prefix(10))" } ?? ""
        let confidence = passage.confidence.map { ", recognised, \(Int(($0 * 100).rounded())) % sure" } ?? ""
        let text = TerminalText.safe(passage.text, keepingLines: true)
        let fence = fence(for: text)
        return """

            ## [\(passage.citation)] \(line(document.title))

            Page \(passage.page)\(label) of \(line(document.path)) (document \(document.id))\(line(date))\(confidence)

            \(fence)text
            \(text)
            \(fence)

            """
    }

    /// A row of signs that does not stand in the text: what the text has cannot end the block.
    private static func fence(for text: String) -> String {
        var (longest, length) = (0, 0)
        for scalar in text.unicodeScalars {
            length = scalar == "`" ? length + 1 : 0
            longest = max(longest, length)
        }
        return String(repeating: "`", count: max(3, longest + 1))
    }

    /// Text on one line, of which nothing means anything in Markdown.
    private static func line(_ text: String) -> String {
        let safe = TerminalText.safe(text)
        return safe.unicodeScalars.reduce(into: "") { line, scalar in
            if signs.contains(scalar) { line += "\\" }
            line.unicodeScalars.append(scalar)
        }
    }

    private static let signs = Set("\\`*_{}[]<>()#+!|~&$:@".unicodeScalars)
}
