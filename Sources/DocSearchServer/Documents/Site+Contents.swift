import AnswerForms
import DocSearch

extension Site {
    static var contentsRoutes: [Route] {
        [
            Route("GET", "/documents/{id}/attachments/{number}", time: .drawing) { site, visit, values in
                let document = try await site.document(visit, values)
                let number = try values.number("number")
                guard try await site.showsAttachments(of: document, to: visit.visitor)
                else { throw ProblemDetails.noDocument }
                let contents = try await site.drawn { try await $0.contents(of: document) }
                guard let attachment = contents.attachments.first(where: { $0.number == number }) else {
                    throw ProblemDetails(404, "There is no such file", "The bundle has no attachment of this number.")
                }
                let file = try await site.drawn { try await $0.attachment(number, of: document) }
                let name = attachment.name.split(separator: "/").last.map(String.init) ?? "attachment"
                return try await site.download(file, as: name, type: "application/octet-stream", visit)
            },
            Route("GET", "/api/v1/documents/{id}/contents", time: .drawing) { site, visit, values in
                let document = try await site.document(visit, values)
                let contents = try await site.drawn { try await $0.contents(of: document) }
                let isShown = try await site.showsAttachments(of: document, to: visit.visitor)
                let attachments = isShown ? contents.attachments : []
                let object: JSONObject = [
                    "document": document.id,
                    "outline": contents.outline.map {
                        ["title": $0.title, "page": $0.page, "depth": $0.depth] as JSONObject
                    },
                    "attachments": attachments.map { ["number": $0.number, "name": $0.name] as JSONObject },
                ]
                return Answer(json: object)
            },
        ]
    }

    private func showsAttachments(of document: ArchiveDocument, to visitor: Visitor) async throws -> Bool {
        try await desk.ask { try Self.showsAttachments(of: document, to: visitor, in: $0) }
    }

    /// Other files of a bundle may be texts or descriptions of any of its documents, which filters and links do not
    /// cover.
    static func showsAttachments(
        of document: ArchiveDocument, to visitor: Visitor, in index: ArchiveIndex
    ) throws -> Bool {
        guard visitor.access == nil, visitor.share == nil else { return false }
        return try visitor.sight.map { try index.permitsOthers(inBundleOf: document, access: $0) } ?? true
    }

    /// Nil when they are late; a later attempt may succeed.
    func contents(of document: ArchiveDocument) async -> DocumentContents? {
        guard document.hasContent, let pages else { return nil }
        do {
            return try await Deadline.within(.seconds(2)) {
                try await Deadline.keep { try await pages.contents(of: document) }
            }
        } catch {
            // The page is shown without it. The problem is reported at its images.
            return nil
        }
    }
}
