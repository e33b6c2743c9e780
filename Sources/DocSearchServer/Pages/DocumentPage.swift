import DocSearch

struct DocumentPage {
    let frame: SiteFrame
    let question: SearchQuestion
    let view: DocumentView

    private var links: Links { frame.links }
    private var isShared: Bool { frame.visitor.share != nil }
    private var document: ArchiveDocument { view.document }
    var html: HTML {
        frame.page(
            "\(document.title) – docsearch", question: question,
            """
            \(back)
            <h1><bdi>\(document.title)</bdi></h1>
            <div class="columns">
            <section aria-labelledby="pages"><h2 id="pages">\(document.pageCount.counted("page"))\(hitCount)</h2>
            <ol class="sheets">\(sheets)</ol>\(rest)</section>
            <aside class="facets" aria-label="About the document">\(contents)\(facts)\(actions)\(attachments)\(notes)\(said)\(others)\(related)</aside>
            </div>
            """)
    }

    private var back: HTML {
        .when(
            !question.isEmpty && !isShared,
            "<p class=\"back\"><a href=\"\(links.search(question))\">← All documents found</a></p>")
    }

    private var address: String { "/documents/\(document.id)" }

    private func may(_ right: Visitor.Right) -> Bool { frame.visitor.rights.contains(right) }

    private var hitCount: HTML {
        let pages = view.hitPages.count
        guard pages > 0 else { return .none }
        let hits = view.hits.values.reduce(0, +)
        // Hits in other parts are not counted.
        let count = view.hitPages.allSatisfy(view.part.contains) ? hits.counted("hit") : "hits"
        return ", <span class=\"hits\">\(count) on \(pages)</span>"
    }

    private var sheets: [HTML] {
        view.part.map { page in
            let hits = view.hits[page]
            let count: HTML? = hits.map { "<span class=\"badge\">\($0.counted("hit"))</span>" }
            let image: HTML =
                document.hasContent
                ? "<img src=\"\(links.image(document.id, page, width: 200))\" alt=\"\" loading=\"lazy\" width=\"160\" height=\"220\">"
                : "<span class=\"blank\"></span>"
            return """
                <li\(hits == nil ? "" : " class=\"found\"" as HTML)><a href="\(links.page(document.id, page, asked: question))">\(image)<span class="name">\(HTML.name(of: page, view.labels[page]))\(count)</span></a></li>
                """
        }
    }

    private var rest: HTML {
        guard document.pageCount > DocumentView.partSize else { return .none }
        func link(_ page: Int?, _ name: String) -> HTML? {
            page.map { "<a href=\"\(links.part(document.id, from: $0, asked: question))\">\(name)</a> " }
        }
        let (first, end) = (view.part.lowerBound, view.part.upperBound)
        return """
            <nav class="parts" aria-label="Pages of the document">\(link(first > 1 ? first - DocumentView.partSize : nil, "← Earlier pages"))\(link(view.hitPages.last { $0 < first }, "↑ Hits before"))<span class="faint">\(first) to \(end - 1)</span> \(link(view.hitPages.first { $0 >= end }, "Hits behind ↓"))\(link(end <= document.pageCount ? end : nil, "Later pages →"))</nav>
            <form class="row" action="\(links.to("\(address)/go"))" method="get"><label for="page">Go to page</label> <input id="page" name="page" inputmode="numeric" size="6"> <button>Go</button></form>
            """
    }

    private var contents: HTML {
        TableOfContents(view.contents?.outline ?? [], pageCount: document.pageCount).html {
            links.page(document.id, $0, asked: question)
        }
    }

    private func section(_ title: String, _ items: [HTML], kind: HTML = .none) -> HTML {
        .when(!items.isEmpty, "<section><h2>\(title)</h2><ul\(kind)>\(items)</ul></section>")
    }

    private var attachments: HTML {
        let files = view.showsAttachments ? view.contents?.attachments ?? [] : []
        return section(
            "Attachments",
            files.map {
                "<li><a href=\"\(links.to("\(address)/attachments/\($0.number)"))\" download><bdi>\($0.name)</bdi></a></li>"
            })
    }

    private var facts: HTML {
        let origin: [ArchiveDocument.DateOrigin: String] = [
            .metadata: "from the metadata", .name: "from the file’s name", .person: "corrected by a person",
        ]
        let corrections = isShared ? [:] : document.corrected
        func corrected(_ kind: Annotation.Kind) -> HTML? {
            corrections[kind].map { "<span class=\"faint\"> corrected\($0.isEmpty ? "" : ", was “\($0)”")</span>" }
        }
        let date: HTML? = document.date.map { date in
            "<time>\(date.description.replacing("T00:00:00Z", with: ""))</time><span class=\"faint\"> \(document.dateOrigin.flatMap { origin[$0] } ?? "")</span>"
        }
        let language: HTML? = document.language.map { language in
            "\(language)\(HTML.when(document.languageOrigin == .text, "<span class=\"faint\"> from its text</span>"))"
        }
        let tags: HTML? = document.tags.isEmpty || isShared ? nil : "<ul class=\"tags\">\(document.tags.map(tag))</ul>"
        let authors = document.authors.joined(separator: "; ")
        let rows: [(String, HTML?)] = [
            ("Author", document.authors.isEmpty ? nil : "\(authors)\(corrected(.authors))"), ("Date", date),
            (
                "Title",
                corrected(.title)
                    ?? (document.hasGuessedTitle ? "<span class=\"faint\">guessed from the text</span>" : nil)
            ), ("Tags", tags),
            ("Language", language.map { "\($0)\(corrected(.language))" }),
            ("Description", document.summary.map(HTML.init(text:))),
            ("Identifier", document.identifier.map(HTML.init(text:))),
            ("Path", isShared ? nil : "\(document.path)"), ("Format", "\(document.format)"),
            ("Number", "\(document.id)"), ("SHA-256", "<code class=\"long\">\(document.contentHash)</code>"),
        ]
        let details = document.details.map { detail -> (String, HTML?) in
            (detail.kind == .package ? "Package, \(detail.label)" : detail.label, "\(detail.value)")
        }
        let items: [HTML] = (rows + details).compactMap { name, value in
            value.map { "<dt>\(name)</dt><dd dir=\"auto\">\($0)</dd>" }
        }
        return "<section><h2>About</h2><dl>\(items)</dl></section>"
    }

    private func tag(_ name: String) -> HTML {
        let removal = HTML.when(
            may(.tags), .removal(of: name, at: links.to("\(address)/tags"), named: "Remove the tag \(name)"))
        let asked = SearchQuestion().toggling(SearchQuestion.filter("tag", name))
        return "<li><a href=\"\(links.search(asked))\"><bdi>\(name)</bdi></a>\(removal)</li>"
    }

    private var actions: HTML {
        guard !isShared || view.hasFile else { return .none }
        let download = HTML.when(
            view.hasFile,
            "<li><a href=\"\(links.to("/files/\(document.id).pdf"))\">Download the document</a></li>")
        let searchable = HTML.when(
            view.hasSearchablePDF,
            "<li><a href=\"\(links.to("\(address)/searchable.pdf"))\">As searchable PDF</a></li>")
        let tagging = HTML.when(
            may(.tags),
            "<li><form class=\"row\" method=\"post\" action=\"\(links.to("\(address)/tags"))\"><label class=\"unseen\" for=\"tag\">Tag</label><input id=\"tag\" name=\"add\" maxlength=\"100\" placeholder=\"Add a tag\" required> <button>Add</button></form></li>"
        )
        let forms: HTML = """
            <li><a href="\(links.to("/api/v1\(address)"))">As JSON</a></li>
            <li><a href="\(links.to("/iiif/presentation/3/\(document.id)/manifest"))">IIIF manifest</a></li>\(tagging)
            """
        return
            "<section><h2>Use</h2><ul>\(download)\(searchable)\(HTML.when(!isShared, forms))</ul>\(ShareForm.html(frame, document.id))</section>"
    }

    private func link(to page: Int) -> HTML {
        "<a href=\"\(links.page(document.id, page, asked: question))\">Page \(page)</a>"
    }

    private var notes: HTML {
        let items: [HTML] = view.notes.map { note in
            "<li>\(HTML.when(note.page > 0, "\(link(to: note.page)): "))<span class=\"written\">\(note.value)</span> <span class=\"faint\">\(note.author)</span></li>"
        }
        let form = HTML.when(
            may(.notes),
            "<form method=\"post\" action=\"\(links.to("\(address)/notes"))\"><label for=\"note\">A note</label><textarea id=\"note\" name=\"text\" rows=\"3\" maxlength=\"10000\" required></textarea><button>Add</button></form>"
        )
        guard !items.isEmpty || form != .none else { return .none }
        return "<section><h2>Notes</h2><ul class=\"notes\">\(items)</ul>\(form)</section>"
    }

    private var said: HTML {
        let items: [HTML] = view.highlights.map {
            "<li>\(link(to: $0.page)) <q>\($0.quote.exact)</q>\($0.comment.map { ": \($0)" } ?? "")</li>"
        }
        return section("Highlights", items, kind: " class=\"notes\"")
    }

    private var related: HTML {
        let items = view.related.map { found in
            item(found.document, at: links.document(found.document.id, page: found.pages.first))
        }
        return section("Related documents", items)
    }

    private var others: HTML {
        section("In the same bundle", view.others.prefix(50).map { item($0, at: links.document($0.id)) })
    }

    private func item(_ document: ArchiveDocument, at address: String) -> HTML {
        "<li><a href=\"\(address)\"><bdi>\(document.title)</bdi></a></li>"
    }
}
