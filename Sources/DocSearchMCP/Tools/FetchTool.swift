import AnswerForms
import DocSearch

enum FetchTool {
    static let tool = AssistantTool(
        name: "fetch", title: "Read a document",
        description: """
            Gives the text of a document's pages, with what is known of the document: who wrote it and when, and what \
            people noted and corrected, by name. A long document comes in parts: "next" says where the next one begins. \
            Each page ends with its citation and link. \(AssistantTool.notice)
            """,
        parameters: [
            .document,
            ToolParameter(name: "page", kind: .number(pageNumbers), description: "The first page, from 1."),
            ToolParameter(
                name: "offset", kind: .number(0...10_000_000),
                description: "Characters of the first page to pass over, as \"next\" says."),
            ToolParameter(name: "pages", kind: .number(1...1000), description: "At most so many pages."),
            ToolParameter(
                name: "max_characters", kind: .number(1000...100_000),
                description: "At most so much text; 20000 if not said."),
        ],
        output: AnswerSchema.object([
            AnswerSchema.notice, ("id", AnswerSchema.integer), ("title", AnswerSchema.text),
            ("path", AnswerSchema.text), ("page_count", AnswerSchema.integer),
            (
                "pages",
                AnswerSchema.list(
                    of: AnswerSchema.object(
                        [
                            ("page", AnswerSchema.integer), ("label", AnswerSchema.textOrNull),
                            ("offset", AnswerSchema.described(AnswerSchema.integer, "Where in the page it begins.")),
                            ("text", AnswerSchema.text), AnswerSchema.origin, AnswerSchema.confidence,
                            ("language", AnswerSchema.textOrNull),
                            (
                                "corrections",
                                AnswerSchema.described(
                                    AnswerSchema.list(of: ["type": "object"]), "What people corrected, and who.")
                            ),
                        ] + AnswerSchema.reference))
            ),
            (
                "next",
                [
                    "type": ["object", "null"], "required": ["page", "offset"],
                    "properties": ["page": AnswerSchema.integer, "offset": AnswerSchema.integer] as JSONObject,
                    "description": "Where the next part begins; null after the last.",
                ] as JSONObject
            ),
        ])
    ) { arguments, archive in
        AssistantTool.Result(
            structured: try await answer(
                arguments.document("id"), from: arguments.number("page") ?? 1, offset: arguments.number("offset") ?? 0,
                pages: arguments.number("pages"), room: arguments.number("max_characters") ?? usualRoom, in: archive))
    }

    static let pageNumbers = 1...10_000_000
    private static let usualRoom = 20_000
    /// The most of each kind for a page. `show` and the pages of the server have them all.
    fileprivate static let mostRemarks = 50
    private static let mostBytesAbout = 50_000

    static func answer(
        _ reference: String, from first: Int, offset: Int = 0, pages most: Int? = nil, room: Int = usualRoom,
        in archive: any AssistantArchive
    ) async throws -> JSONObject {
        let document = try await archive.document(reference).briefly
        guard first <= max(1, document.pageCount)
        else { throw ToolFault("The document has \(document.pageCount.counted("page")).") }
        let end = min(document.pageCount, most.map { first + $0 - 1 } ?? .max)
        var (number, start, room) = (first, offset, room)
        var pages: [JSONObject] = []
        while number <= end, room > 0 {
            var (taken, isCut) = (0, false)
            if var page = try await archive.page(number, of: document) {
                let leftOut = page.limitRemarks()
                (taken, isCut) = page.keep(room, from: start)
                let object = page.object + leftOut + ["offset": start] + archive.reference(to: document, page: number)
                room -= object.json.utf8.count
                pages.append(object)
            } else {
                room -= 1
            }
            (number, start) = isCut ? (number, start + taken) : (number + 1, 0)
        }
        let isOver = number > document.pageCount
        let next: JSONObject? = isOver ? nil : ["page": number, "offset": start]
        var about = DocumentJSON.object(document, file: nil)
        if first == 1, offset == 0 {
            let all = try await archive.about(document)
            about =
                all.json.utf8.count <= mostBytesAbout
                ? all : about + ["left_out": "notes and details, which are too long"]
        }
        return ["notice": AssistantTool.notice] + about + ["pages": pages, "next": next]
    }
}

extension SeenPage {
    /// Says what is left out.
    fileprivate mutating func limitRemarks() -> JSONObject {
        let count = max(0, highlights.count - FetchTool.mostRemarks) + max(0, corrections.count - FetchTool.mostRemarks)
        highlights = Array(highlights.prefix(FetchTool.mostRemarks))
        corrections = Array(corrections.prefix(FetchTool.mostRemarks))
        return count == 0 ? [:] : ["left_out": "\(count) of its highlights and corrections"]
    }

    /// Unicode scalars. Corrections say what was there before, so the text before them is left out.
    fileprivate mutating func keep(_ most: Int, from start: Int) -> (taken: Int, isCut: Bool) {
        let rest = text.text.unicodeScalars.dropFirst(start)
        let part = rest.prefix(most)
        text.text = String(part)
        text.originalText = nil
        return (part.count, part.endIndex < rest.endIndex)
    }
}
