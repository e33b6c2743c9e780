import DocSearch

/// A document: what is known of it, and all of its pages.
struct DocumentPage {
    let frame: PageFrame
    let question: SearchQuestion
    let view: DocumentView

    private var links: Links { frame.links }
    private var document: ArchiveDocument { view.document }
    private static let mostImages = 500

    var html: HTML {
        frame.page(
            "\(document.title) – docsearch", question: question,
            """
            \(back)
            <h1><bdi>\(document.title)</bdi></h1>
            <div class="columns">
            <section aria-labelledby="pages"><h2 id="pages">\(document.pageCount) \(document.pageCount == 1 ? "page" : "pages")\(hitCount)</h2>
            <ol class="sheets">\(sheets)</ol>\(rest)</section>
            <aside class="facets" aria-label="About the document">\(facts)\(actions)\(notes)\(said)\(others)</aside>
            </div>
            """)
    }

    private var back: HTML {
        question.isEmpty
            ? .none : "<p class=\"back\"><a href=\"\(links.search(question))\">← All documents found</a></p>"
    }

    private var hitCount: HTML {
        let hits = view.hits.values.reduce(0, +)
        return hits == 0
            ? .none : ", <span class=\"hits\">\(hits) \(hits == 1 ? "hit" : "hits") on \(view.hits.count)</span>"
    }

    private var sheets: [HTML] {
        (0..<min(document.pageCount, Self.mostImages)).map { number in
            let page = number + 1
            let hits = view.hits[page]
            let count: HTML = hits.map { "<span class=\"badge\">\($0) \($0 == 1 ? "hit" : "hits")</span>" } ?? .none
            let image: HTML =
                document.hasContent
                ? "<img src=\"\(links.image(document.id, page, width: 200))\" alt=\"\" loading=\"lazy\" width=\"160\" height=\"220\">"
                : "<span class=\"blank\"></span>"
            return """
                <li\(hits == nil ? "" : " class=\"found\"" as HTML)><a href="\(links.page(document.id, page, question))">\(image)<span class="name">\(PageName.html(page, view.labels[page]))\(count)</span></a></li>
                """
        }
    }

    private var rest: HTML {
        guard document.pageCount > Self.mostImages else { return .none }
        return """
            <form class="row" action="\(links.to("/documents/\(document.id)/go"))" method="get"><label for="page">Go to page</label> <input id="page" name="page" inputmode="numeric" size="6"> <button>Go</button></form>
            """
    }

    private var facts: HTML {
        let origin: [ArchiveDocument.DateOrigin: String] = [
            .metadata: "from the metadata", .name: "from the file’s name", .person: "corrected by a person",
        ]
        func corrected(_ kind: Decision.Kind) -> HTML {
            document.corrected[kind].map { before in
                "<span class=\"faint\"> corrected\(before.isEmpty ? "" : ", was “\(before)”")</span>"
            } ?? .none
        }
        let date: HTML? = document.date.map { date in
            "<time>\(date.description)</time><span class=\"faint\"> \(document.dateOrigin.flatMap { origin[$0] } ?? "")</span>"
        }
        let tags: HTML? = document.tags.isEmpty ? nil : "<ul class=\"tags\">\(document.tags.map(tag))</ul>"
        let rows: [(String, HTML?)] = [
            (
                "Author",
                document.authors.isEmpty
                    ? nil : HTML(text: document.authors.joined(separator: "; ")) + corrected(.authors)
            ),
            ("Date", date), ("Title", document.corrected[.title] == nil ? nil : corrected(.title)), ("Tags", tags),
            ("Language", document.language.map { HTML(text: $0) + corrected(.language) }),
            ("Description", document.summary.map { HTML(text: $0) }),
            ("Identifier", document.identifier.map { HTML(text: $0) }),
            ("Path", HTML(text: document.path)), ("Format", HTML(text: document.format)),
            ("Number", "\(document.id)"), ("SHA-256", "<code class=\"long\">\(document.contentHash)</code>"),
        ]
        let details = document.details.map { detail -> (String, HTML?) in
            (detail.kind == .package ? "Package, \(detail.label)" : detail.label, HTML(text: detail.value))
        }
        let items: [HTML] = (rows + details).compactMap { name, value in
            value.map { "<dt>\(name)</dt><dd dir=\"auto\">\($0)</dd>" }
        }
        return "<section><h2>About</h2><dl>\(items)</dl></section>"
    }

    private func tag(_ name: String) -> HTML {
        let removal: HTML =
            frame.visitor.rights.contains(.tags)
            ? "<form class=\"plain\" method=\"post\" action=\"\(links.to("/documents/\(document.id)/tags"))\"><input type=\"hidden\" name=\"remove\" value=\"\(name)\"><button class=\"link\" aria-label=\"Remove the tag \(name)\">×</button></form>"
            : .none
        let asked = SearchQuestion().toggling(SearchQuestion.filter("tag", name))
        return "<li><a href=\"\(links.search(asked))\"><bdi>\(name)</bdi></a>\(removal)</li>"
    }

    private var actions: HTML {
        let download: HTML =
            document.hasContent
            ? "<li><a href=\"\(links.to("/files/\(document.id).pdf"))\">Download the document</a></li>" : .none
        let tagging: HTML =
            frame.visitor.rights.contains(.tags)
            ? "<li><form class=\"row\" method=\"post\" action=\"\(links.to("/documents/\(document.id)/tags"))\"><label class=\"unseen\" for=\"tag\">Tag</label><input id=\"tag\" name=\"add\" maxlength=\"100\" placeholder=\"Add a tag\" required> <button>Add</button></form></li>"
            : .none
        return """
            <section><h2>Use</h2><ul>\(download)
            <li><a href="\(links.to("/api/v1/documents/\(document.id)"))">As JSON</a></li>
            <li><a href="\(links.to("/iiif/presentation/3/\(document.id)/manifest"))">IIIF manifest</a></li>\(tagging)</ul></section>
            """
    }

    private var notes: HTML {
        let items: [HTML] = view.notes.map { note in
            let page: HTML =
                note.page > 0
                ? "<a href=\"\(links.page(document.id, note.page, question))\">Page \(note.page)</a>: " : .none
            return
                "<li>\(page)<span class=\"written\">\(note.value)</span> <span class=\"faint\">\(note.author)</span></li>"
        }
        let form: HTML =
            frame.visitor.rights.contains(.notes)
            ? "<form method=\"post\" action=\"\(links.to("/documents/\(document.id)/notes"))\"><label for=\"note\">A note</label><textarea id=\"note\" name=\"text\" rows=\"3\" maxlength=\"10000\" required></textarea><button>Add</button></form>"
            : .none
        guard !items.isEmpty || form != .none else { return .none }
        return "<section><h2>Notes</h2><ul class=\"notes\">\(items)</ul>\(form)</section>"
    }

    private var said: HTML {
        guard !view.highlights.isEmpty else { return .none }
        let items: [HTML] = view.highlights.map { highlight in
            let text = highlight.comment.map { ": \($0)" } ?? ""
            return
                "<li><a href=\"\(links.page(document.id, highlight.page, question))\">Page \(highlight.page)</a> <q>\(highlight.quote.exact)</q>\(text)</li>"
        }
        return "<section><h2>Highlights</h2><ul class=\"notes\">\(items)</ul></section>"
    }

    private var others: HTML {
        guard !view.others.isEmpty else { return .none }
        let items: [HTML] = view.others.prefix(50).map {
            "<li><a href=\"\(links.document($0.id))\"><bdi>\($0.title)</bdi></a></li>"
        }
        return "<section><h2>In the same bundle</h2><ul>\(items)</ul></section>"
    }
}
