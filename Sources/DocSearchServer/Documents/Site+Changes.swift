import DocSearch

extension Site {
    static var changeRoutes: [Route] {
        [
            Route("POST", "/documents/{id}/tags") { site, visit, values in
                try visit.visitor.may(.tags)
                let form = visit.form
                let document = try await site.document(visit, values)
                let (added, removed) = (form["add"].map { [$0] } ?? [], form["remove"].map { [$0] } ?? [])
                guard !added.isEmpty || !removed.isEmpty else { throw ProblemDetails.badParameter("add", "a tag") }
                _ = try await site.desk.ask { index in
                    try index.tag([document], adding: added, removing: removed, by: visit.visitor.author)
                }
                return .redirect(303, to: site.links.document(document.id))
            },
            Route("POST", "/documents/{id}/notes") { site, visit, values in
                try visit.visitor.may(.notes)
                let form = visit.form
                let document = try await site.document(visit, values)
                let page = try form.number("page", 1...max(1, document.pageCount))
                let text = try Self.written("text", in: form)
                try await site.desk.ask { _ = try $0.addNote(text, to: document, page: page, by: visit.visitor.author) }
                return .redirect(303, to: site.links.document(document.id, page: page))
            },
            Route("POST", "/documents/{id}/pages/{page}/highlights") { site, visit, values in
                try visit.visitor.may(.highlights)
                let (document, number) = try await site.page(visit, values)
                try await site.highlight(in: document, page: number, by: visit)
                return .redirect(303, to: site.links.page(document.id, number))
            },
        ]
    }

    /// Limited as in the forms, because it appears in search results.
    private static func written(_ name: String, in form: QueryItems) throws -> String {
        let (text, most) = (form[name] ?? "", 10_000)
        guard text.unicodeScalars.count <= most
        else { throw ProblemDetails.badParameter(name, "at most \(most) characters long") }
        return text
    }

    private func highlight(in document: ArchiveDocument, page number: Int, by visit: Visit) async throws {
        let (form, author) = (visit.form, visit.visitor.author)
        if let id = form["remove"] {
            // Only a highlight of this page, which the person may see.
            return try await desk.ask { index in
                guard try index.highlights(of: document, page: number).contains(where: { $0.id == id })
                else { throw ProblemDetails(404, "There is no such highlight", "It may have been removed already.") }
                try index.removeHighlight(id, by: author)
            }
        }
        let quote = form["quote"] ?? ""
        // Empty when the words were typed, not selected.
        let offset = max(0, min(10_000_000, form["start"].flatMap { Int($0) } ?? 0))
        let (label, comment) = (form["label"] ?? "", try Self.written("comment", in: form))
        try await desk.ask { index in
            guard let page = try index.pages(of: document, page: number).first else { throw ProblemDetails.noDocument }
            // The words may occur more than once on the page.
            let found = page.occurrences(of: quote).min { abs($0.lowerBound - offset) < abs($1.lowerBound - offset) }
            guard let range = found, !range.isEmpty else {
                throw ProblemDetails(
                    400, "These words are not on the page", "Give them as they stand in the text of the page.")
            }
            try index.addHighlights(
                [HighlightDraft(range, label: label.isEmpty ? nil : label, comment: comment.isEmpty ? nil : comment)],
                to: document, page: number, by: author)
        }
    }
}
