import DocSearch

/// docs/command-line.md describes it.
package enum ContextJSON {
    /// Models count their own tokens. English has four to five bytes a token, other European languages about three.
    package static let bytesOfToken = 3

    package static func object(_ question: String, _ passages: [ContextPassage]) -> JSONObject {
        ["question": shortened(question), "passages": passages.map(object)]
    }

    /// Bytes of UTF-8, with the comma or line feed that separates it from the next.
    package static func cost(of passage: ContextPassage) -> Int { object(passage).json.utf8.count + 1 }

    /// Bytes for passages in an answer of this many tokens, including its line feed.
    package static func room(tokens: Int, for question: String) -> Int {
        tokens * bytesOfToken - object(question, []).json.utf8.count - 1
    }

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
