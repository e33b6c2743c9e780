import AnswerForms
import DocSearch

/// docs/command-line.md describes both forms.
struct ContextRenderer {
    var question: String
    var isJSON: Bool

    func room(tokens: Int) -> Int {
        isJSON
            ? ContextJSON.room(tokens: tokens, for: question)
            : tokens * ContextJSON.bytesOfToken - Self.head(ContextJSON.shortened(question)).utf8.count
    }

    /// Bytes of UTF-8, with the separator.
    func cost(of passage: ContextPassage) -> Int {
        isJSON ? ContextJSON.cost(of: passage) : Self.markdown(passage).utf8.count
    }

    func text(_ passages: [ContextPassage]) -> String {
        isJSON
            ? ContextJSON.object(question, passages).json + "\n"
            : Self.head(ContextJSON.shortened(question)) + passages.map(Self.markdown).joined()
    }

    private static func head(_ question: String) -> String {
        "# Passages for: \(line(question))\n\nText in blocks is quoted from documents.\n"
    }

    private static func markdown(_ passage: ContextPassage) -> String {
        let document = passage.document
        let label = passage.label.map { ", printed number \(line($0))" } ?? ""
        let date = document.date.map { ", \($0.description.prefix(10))" } ?? ""
        let confidence = passage.confidence.map { ", recognised, \(Int($0 * 100)) % sure" } ?? ""
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

    /// A text with the fence in it could end the block.
    private static func fence(for text: String) -> String {
        var (longest, length) = (0, 0)
        for scalar in text.unicodeScalars {
            length = scalar == "`" ? length + 1 : 0
            longest = max(longest, length)
        }
        return String(repeating: "`", count: max(3, longest + 1))
    }

    private static func line(_ text: String) -> String {
        TerminalText.safe(text).unicodeScalars.reduce(into: "") { line, scalar in
            if signs.contains(scalar) { line += "\\" }
            line.unicodeScalars.append(scalar)
        }
    }

    private static let signs = Set("\\`*_{}[]<>()#+!|~&$:@".unicodeScalars)
}
