import AnswerForms
import DocSearch

/// What a document has beside its pages: its table of contents, and files of its bundle that are no documents.
extension Site {
    static var contentsRoutes: [Route] {
        [
            Route("GET", "/documents/{id}/attachments/{number}", time: .drawing) { site, visit, values in
                let document = try await site.document(String(try values.number("id")), visit)
                let number = try values.number("number")
                guard Self.maySeeAttachments(visit.visitor) else { throw Problem.noDocument }
                let contents = try await site.drawn { try await $0.contents(of: document) }
                guard let attachment = contents.attachments.first(where: { $0.number == number }) else {
                    throw Problem(404, "There is no such file", "The bundle has no attachment of this number.")
                }
                let file = try await site.drawn { try await $0.attachment(number, of: document) }
                return try await site.download(
                    file, as: Self.fileName(attachment.name), type: "application/octet-stream", visit)
            },
            Route("GET", "/api/v1/documents/{id}/contents", time: .drawing) { site, visit, values in
                let document = try await site.document(String(try values.number("id")), visit)
                let contents = try await site.drawn { try await $0.contents(of: document) }
                let attachments = Self.maySeeAttachments(visit.visitor) ? contents.attachments : []
                return Answer(
                    json: [
                        "document": document.id,
                        "outline": contents.outline.map {
                            ["title": $0.title, "page": $0.page, "depth": $0.depth] as JSONObject
                        },
                        "attachments": attachments.map { ["number": $0.number, "name": $0.name] as JSONObject },
                    ] as JSONObject)
            },
        ]
    }

    /// A filter and a link are about documents. Whether other files of a bundle may be seen, they do not say; those may
    /// describe documents that may not.
    static func maySeeAttachments(_ visitor: Visitor) -> Bool { visitor.access == nil && visitor.share == nil }

    /// The last part of a path in a bundle.
    private static func fileName(_ path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? "attachment"
    }

    /// How long a page waits for what it can do without.
    private static let patience: Duration = .seconds(2)

    /// Nil where it cannot be had, or not soon: the next time it may be there.
    func contents(of document: ArchiveDocument) async -> DocumentContents? {
        guard document.hasContent, let pages else { return nil }
        return await withTaskGroup(of: DocumentContents?.self) { group in
            group.addTask {
                do { return try await pages.contents(of: document) } catch {
                    // A page is shown without it; what is wrong is said where its images are.
                    return nil
                }
            }
            group.addTask {
                do { try await Task.sleep(for: Self.patience) } catch {
                    // The other was first.
                }
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }
}
