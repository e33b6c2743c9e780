import DocSearch

/// What people say of documents, where they may.
extension Site {
    static var changeRoutes: [Route] {
        [
            Route("POST", "/documents/{id}/tags") { site, visit, values in
                try visit.visitor.may(.tags)
                let form = visit.form
                let document = try await site.document(String(try values.number("id")), visit)
                let author = visit.visitor.author
                let (added, removed) = (form["add"].map { [$0] } ?? [], form["remove"].map { [$0] } ?? [])
                guard !added.isEmpty || !removed.isEmpty else { throw Problem.badParameter("add", "a tag") }
                _ = try await site.desk.ask { index in
                    try index.tag([document], adding: added, removing: removed, by: author)
                }
                return .redirect(303, to: site.links.document(document.id))
            },
            Route("POST", "/documents/{id}/notes") { site, visit, values in
                try visit.visitor.may(.notes)
                let form = visit.form
                let document = try await site.document(String(try values.number("id")), visit)
                let page = try form["page"].map { _ in
                    try form.number("page", 1...max(1, document.pageCount), usually: 1)
                }
                let author = visit.visitor.author
                let text = form["text"] ?? ""
                guard text.unicodeScalars.count <= Self.mostOfText else {
                    throw Problem.tooLong("text", Self.mostOfText)
                }
                try await site.desk.ask { index in
                    _ = try index.addNote(text, to: document, page: page, by: author)
                }
                let address = page.map { site.links.page(document.id, $0) } ?? site.links.document(document.id)
                return .redirect(303, to: address)
            },
            Route("POST", "/documents/{id}/pages/{page}/highlights") { site, visit, values in
                try visit.visitor.may(.highlights)
                let (document, number) = try await site.page(visit, values)
                try await site.highlight(in: document, page: number, by: visit)
                return .redirect(303, to: site.links.page(document.id, number))
            },
        ]
    }

    /// Characters of what is written in a browser, as the forms have it: it stands in answers to searches.
    private static let mostOfText = 10_000

    private func highlight(in document: ArchiveDocument, page number: Int, by visit: Visit) async throws {
        let form = visit.form
        let author = visit.visitor.author
        if let id = form["remove"] {
            // Only one of this page, which the person may see.
            return try await desk.ask { index in
                guard try index.highlights(of: document, page: number).contains(where: { $0.id == id }) else {
                    throw Problem(404, "There is no such highlight", "It may have been removed already.")
                }
                try index.removeHighlight(id, by: author)
            }
        }
        let quote = form["quote"] ?? ""
        // Empty where words were typed and not selected.
        let place = max(0, min(10_000_000, form["start"].flatMap { Int($0) } ?? 0))
        func given(_ name: String) -> String? { form[name].flatMap { $0.isEmpty ? nil : $0 } }
        let (label, comment) = (given("label"), given("comment"))
        guard (comment ?? "").unicodeScalars.count <= Self.mostOfText else {
            throw Problem.tooLong("comment", Self.mostOfText)
        }
        try await desk.ask { index in
            guard let page = try index.pages(of: document, page: number).first else { throw Problem.noDocument }
            // The one that was selected, where the same words stand on the page more than once.
            let found = page.occurrences(of: quote).min { abs($0.lowerBound - place) < abs($1.lowerBound - place) }
            guard let range = found, !range.isEmpty else {
                throw Problem(
                    400, "These words are not on the page", "Give them as they stand in the text of the page.")
            }
            try index.addHighlights(
                [HighlightDraft(range, label: label, comment: comment)], to: document, page: number, by: author)
        }
    }
}
