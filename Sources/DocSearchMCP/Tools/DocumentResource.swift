import AnswerForms

/// A document or page as a resource, with the answer of ``FetchTool``.
package struct DocumentResource {
    var document: Int64
    var page: Int?

    package static func uri(_ document: Int64, page: Int?) -> String {
        "docsearch://documents/\(document)" + (page.map { "/pages/\($0)" } ?? "")
    }

    /// Each resource has one spelling.
    init?(_ uri: String) {
        guard let match = uri.wholeMatch(of: /docsearch:\/\/documents\/([0-9]{1,18})(?:\/pages\/([0-9]{1,8}))?/),
            let document = Int64(match.output.1)
        else { return nil }
        (self.document, page) = (document, match.output.2.flatMap { Int($0) })
        guard Self.uri(document, page: page) == uri, document > 0, page.map(FetchTool.pageNumbers.contains) ?? true
        else { return nil }
    }

    static let templates: [JSONObject] = [
        template("document", "A document", "docsearch://documents/{id}", "The first pages, with all that is known."),
        template("page", "A page", "docsearch://documents/{id}/pages/{page}", "One page, counted from 1."),
    ]

    private static func template(_ name: String, _ title: String, _ uri: String, _ description: String) -> JSONObject {
        [
            "name": name, "title": title, "uriTemplate": uri, "mimeType": "application/json",
            "description": "\(description) {id} is the number of a document as in search. \(AssistantTool.notice)",
        ]
    }
}
