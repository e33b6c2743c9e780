import DocSearch

/// Passages for a language model as JSON. docs/command-line.md describes it.
package enum ContextJSON {
    /// Models count their own tokens. English has four to five bytes in one, other languages of Europe about three.
    package static let bytesOfToken = 3

    package static func object(_ question: String, _ passages: [ContextPassage]) -> JSONObject {
        ["question": shortened(question), "passages": passages.map(object)]
    }

    /// In bytes of UTF-8, with what divides it from others.
    package static func cost(of passage: ContextPassage) -> Int { object(passage).json.utf8.count + 1 }

    /// What passages may cost together, in bytes, for an answer of so many tokens with its line feed.
    package static func room(tokens: Int, for question: String) -> Int {
        tokens * bytesOfToken - object(question, []).json.utf8.count - 1
    }

    /// A question may be longer than all there is room for.
    package static func shortened(_ question: String) -> String {
        question.utf8.count > 200 ? String(question.prefix(50)) + "…" : question
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
}
