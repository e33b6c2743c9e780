import AnswerForms
import DocSearch

/// What a document has beside its pages: its table of contents, and files of its bundle that are no documents.
extension Site {
    static var contentsRoutes: [Route] {
        [
            Route("GET", "/documents/{id}/attachments/{number}", time: .drawing) { site, visit, values in
                let document = try await site.document(visit, values)
                let number = try values.number("number")
                guard Self.maySeeAttachments(visit.visitor) else { throw ProblemDetails.noDocument }
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
                let attachments = Self.maySeeAttachments(visit.visitor) ? contents.attachments : []
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

    /// A filter and a link are about documents; other files of a bundle may describe documents that may not be seen.
    static func maySeeAttachments(_ visitor: Visitor) -> Bool { visitor.access == nil && visitor.share == nil }

    /// Nil where it cannot be had, or not soon: the next time it may be there.
    func contents(of document: ArchiveDocument) async -> DocumentContents? {
        guard document.hasContent, let pages else { return nil }
        do {
            return try await Deadline.within(.seconds(2)) {
                try await Deadline.keep { try await pages.contents(of: document) }
            }
        } catch {
            // A page is shown without it; what is wrong is said where its images are.
            return nil
        }
    }
}
