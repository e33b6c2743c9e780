import DocSearch

/// A document: what is known of it, and all of its pages.
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
            <section aria-labelledby="pages"><h2 id="pages">\(document.pageCount) \(document.pageCount == 1 ? "page" : "pages")\(hitCount)</h2>
            <ol class="sheets">\(sheets)</ol>\(rest)</section>
            <aside class="facets" aria-label="About the document">\(contents)\(facts)\(actions)\(attachments)\(notes)\(said)\(others)\(related)</aside>
            </div>
            """)
    }

    private var back: HTML {
        question.isEmpty || isShared
            ? .none : "<p class=\"back\"><a href=\"\(links.search(question))\">← All documents found</a></p>"
    }

    private var hitCount: HTML {
        let pages = view.hitPages.count
        guard pages > 0 else { return .none }
        let hits = view.hits.values.reduce(0, +)
        // Those of other parts are not counted.
        let count: HTML =
            view.hitPages.allSatisfy(view.part.contains)
            ? "\(hits) \(hits == 1 ? "hit" : "hits") on \(pages)" : "hits on \(pages)"
        return ", <span class=\"hits\">\(count)</span>"
    }

    private var sheets: [HTML] {
        view.part.map { page in
            let hits = view.hits[page]
            let count: HTML = hits.map { "<span class=\"badge\">\($0) \($0 == 1 ? "hit" : "hits")</span>" } ?? .none
            let image: HTML =
                document.hasContent
                ? "<img src=\"\(links.image(document.id, page, width: 200))\" alt=\"\" loading=\"lazy\" width=\"160\" height=\"220\">"
                : "<span class=\"blank\"></span>"
            return """
                <li\(hits == nil ? "" : " class=\"found\"" as HTML)><a href="\(links.page(document.id, page, asked: question))">\(image)<span class="name">\(PageName.html(page, view.labels[page]))\(count)</span></a></li>
                """
        }
    }

    /// The way to the other pages of a long document.
    private var rest: HTML {
        guard document.pageCount > DocumentView.partSize else { return .none }
        func link(_ page: Int?, _ name: String) -> HTML {
            guard let page else { return .none }
            return "<a href=\"\(links.part(document.id, from: page, asked: question))\">\(name)</a> "
        }
        let (first, end) = (view.part.lowerBound, view.part.upperBound)
        return """
            <nav class="parts" aria-label="Pages of the document">\(link(first > 1 ? first - DocumentView.partSize : nil, "← Earlier pages"))\(link(view.hitPages.last { $0 < first }, "↑ Hits before"))<span class="faint">\(first) to \(end - 1)</span> \(link(view.hitPages.first { $0 >= end }, "Hits behind ↓"))\(link(end <= document.pageCount ? end : nil, "Later pages →"))</nav>
            <form class="row" action="\(links.to("/documents/\(document.id)/go"))" method="get"><label for="page">Go to page</label> <input id="page" name="page" inputmode="numeric" size="6"> <button>Go</button></form>
            """
    }

    private var contents: HTML {
        TableOfContents(view.contents?.outline ?? [], pageCount: document.pageCount).html {
            links.page(document.id, $0, asked: question)
        }
    }

    /// Files of the bundle that are no documents.
    private var attachments: HTML {
        guard Site.maySeeAttachments(frame.visitor), let files = view.contents?.attachments, !files.isEmpty else {
            return .none
        }
        let items: [HTML] = files.map {
            "<li><a href=\"\(links.to("/documents/\(document.id)/attachments/\($0.number)"))\" download><bdi>\($0.name)</bdi></a></li>"
        }
        return "<section><h2>Attachments</h2><ul>\(items)</ul></section>"
    }

    private var facts: HTML {
        let origin: [ArchiveDocument.DateOrigin: String] = [
            .metadata: "from the metadata", .name: "from the file’s name", .person: "corrected by a person",
        ]
        func corrected(_ kind: Decision.Kind) -> HTML {
            isShared
                ? .none
                : document.corrected[kind].map { before in
                    "<span class=\"faint\"> corrected\(before.isEmpty ? "" : ", was “\(before)”")</span>"
                } ?? .none
        }
        let date: HTML? = document.date.map { date in
            "<time>\(date.description.replacing("T00:00:00Z", with: ""))</time><span class=\"faint\"> \(document.dateOrigin.flatMap { origin[$0] } ?? "")</span>"
        }
        let tags: HTML? = document.tags.isEmpty || isShared ? nil : "<ul class=\"tags\">\(document.tags.map(tag))</ul>"
        let rows: [(String, HTML?)] = [
            (
                "Author",
                document.authors.isEmpty
                    ? nil : HTML(text: document.authors.joined(separator: "; ")) + corrected(.authors)
            ),
            ("Date", date), ("Title", document.corrected[.title] == nil || isShared ? nil : corrected(.title)),
            ("Tags", tags),
            ("Language", document.language.map { HTML(text: $0) + corrected(.language) }),
            ("Description", document.summary.map { HTML(text: $0) }),
            ("Identifier", document.identifier.map { HTML(text: $0) }),
            ("Path", isShared ? nil : HTML(text: document.path)), ("Format", HTML(text: document.format)),
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
        let forms: HTML =
            isShared
            ? .none
            : """
            <li><a href="\(links.to("/api/v1/documents/\(document.id)"))">As JSON</a></li>
            <li><a href="\(links.to("/iiif/presentation/3/\(document.id)/manifest"))">IIIF manifest</a></li>\(tagging)
            """
        guard !isShared || document.hasContent else { return .none }
        return "<section><h2>Use</h2><ul>\(download)\(forms)</ul>\(ShareForm.html(frame, document.id))</section>"
    }

    private var notes: HTML {
        let items: [HTML] = view.notes.map { note in
            let page: HTML =
                note.page > 0
                ? "<a href=\"\(links.page(document.id, note.page, asked: question))\">Page \(note.page)</a>: " : .none
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
                "<li><a href=\"\(links.page(document.id, highlight.page, asked: question))\">Page \(highlight.page)</a> <q>\(highlight.quote.exact)</q>\(text)</li>"
        }
        return "<section><h2>Highlights</h2><ul class=\"notes\">\(items)</ul></section>"
    }

    private var related: HTML {
        guard !view.related.isEmpty else { return .none }
        let items: [HTML] = view.related.map { found in
            let page = found.pages.first.map { links.page(found.document.id, $0, asked: SearchQuestion()) }
            return """
                <li><a href="\(page ?? links.document(found.document.id))"><bdi>\(found.document.title)</bdi></a></li>
                """
        }
        return "<section><h2>Related documents</h2><ul>\(items)</ul></section>"
    }

    private var others: HTML {
        guard !view.others.isEmpty else { return .none }
        let items: [HTML] = view.others.prefix(50).map {
            "<li><a href=\"\(links.document($0.id))\"><bdi>\($0.title)</bdi></a></li>"
        }
        return "<section><h2>In the same bundle</h2><ul>\(items)</ul></section>"
    }
}
