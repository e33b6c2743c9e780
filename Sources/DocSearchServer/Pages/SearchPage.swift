import DocSearch

struct SearchPage {
    let frame: SiteFrame
    let question: SearchQuestion
    let results: SearchResults

    private var links: Links { frame.links }
    /// The question that the hits answer.
    private var answered: SearchQuestion {
        results.showing.map { showing in question.with { $0.words = showing } } ?? question
    }

    var html: HTML {
        frame.page(
            question.words.isEmpty ? "Documents – docsearch" : "\(question.words) – docsearch", question: question,
            """
            \(Understood(question: answered, results: results, links: links).html)
            <div class="columns">
            <section class="results" aria-labelledby="found">
            <div class="line"><h1 id="found">\(found)</h1>\(order)</div>
            \(HTML.when(results.hits.isEmpty, "<p>Nothing was found. Fewer words or another spelling may help.</p>"))
            <ol class="hits" start="\(question.from + 1)">\(hits)</ol>
            \(parts)
            </section>
            \(FacetColumn(question: answered, facets: results.facets, links: links).html)
            </div>
            """)
    }

    private var found: HTML {
        let some = HTML.when(
            results.isRelaxed && !results.isPartial,
            "<span class=\"faint\">, \(results.totalWithAll) with all words</span>")
        let rest: HTML = results.isPartial ? "<span class=\"faint\">, as far as there was time</span>" : .none
        return "\(results.total.counted("document"))\(some)\(rest)"
    }

    private var order: HTML {
        let orders: [(SearchRequest.Sort, String)] = [
            (.relevance, "Best first"), (.date, "Newest first"), (.title, "By title"), (.path, "By path"),
            (.modified, "Last modified first"), (.indexed, "Last indexed first"),
        ]
        let items: [HTML] = orders.map { sort, name in
            guard sort != question.sort else { return "<li><b aria-current=\"true\">\(name)</b></li>" }
            return "<li><a href=\"\(links.search(question.with { $0.sort = sort }))\">\(name)</a></li>"
        }
        return "<ul class=\"order\" aria-label=\"Order\">\(items)\(otherViews)</ul>"
    }

    private var otherViews: HTML {
        guard results.usesMeaning else { return .none }
        return """
            <li><a href="\(links.search(question.with { $0.meaning = .off }))">Words alone</a></li>
            <li><a href="\(links.to("/topics", answered.items))">Topics</a></li>
            """
    }

    private var hits: [HTML] {
        let firstRelaxed = results.hits.firstIndex { !$0.hasAllWords }
        return results.hits.enumerated().map { position, hit in
            let view = HitView(hit: hit, question: answered, links: links).html
            guard position == firstRelaxed else { return view }
            return
                "<li class=\"divider\">These have some of the words\(results.usesMeaning ? ", or match by meaning" : "").</li>\(view)"
        }
    }

    private var parts: HTML {
        let end = question.from + results.hits.count
        guard question.from > 0 || end < results.total else { return .none }
        func link(from: Int, _ name: String, relation: String) -> HTML {
            "<a rel=\"\(relation)\" href=\"\(links.search(question.with { $0.from = max(0, from) }))\">\(name)</a>"
        }
        let before = HTML.when(
            question.from > 0, link(from: question.from - SearchQuestion.limit, "← Earlier", relation: "prev"))
        let after = HTML.when(end < results.total && !results.hits.isEmpty, link(from: end, "More →", relation: "next"))
        return """
            <nav class="parts" aria-label="Parts of the list">\(before)<span class="faint">\(question.from + 1) to \(end)</span>\(after)</nav>
            """
    }
}

struct HitView {
    let hit: SearchHit
    let question: SearchQuestion
    let links: Links

    var html: HTML {
        let document = hit.document
        let title = hit.fields.first { $0.field == .title }
        let name: HTML = title.map { .marked($0.text, at: $0.marks) } ?? HTML(text: document.title)
        return """
            <li class="hit">
            <h2><a href="\(target)"><bdi>\(name)</bdi></a>\(HTML.when(document.hasGuessedTitle, " <span class=\"faint\">guessed title</span>"))</h2>
            <p class="about">\(about)</p>
            \(tags)
            \(said)
            \(hit.pages.isEmpty ? .none : "<ul class=\"pages\">\(pages)</ul>" as HTML)
            \(copies)
            </li>
            """
    }

    private var target: String {
        hit.pages.first.map { links.page(hit.document.id, $0.page, asked: question) }
            ?? links.document(hit.document.id, asked: question)
    }

    private var about: HTML {
        let document = hit.document
        let authors = hit.fields.filter { $0.field == .author }.map { HTML.marked($0.text, at: $0.marks) }
        let people = authors.isEmpty ? document.authors.map(HTML.init(text:)) : authors
        let parts: [HTML?] = [
            document.date.map { "<time>\(String($0.description.prefix(10)))</time>" },
            document.authors.isEmpty ? nil : "<bdi>\(people.joined(separator: ", "))</bdi>",
            "<a class=\"quiet\" href=\"\(links.document(document.id, asked: question))\">\(document.pageCount.counted("page"))</a>",
            "<span class=\"path\"><bdi>\(document.path)</bdi></span>",
            hit.isPinned ? "pinned" : nil, document.isHidden ? "hidden" : nil,
            hit.nearCopyOf.map {
                "\(hit.isSameFile ? "the same" : "nearly the same") as <a href=\"\(links.document($0, asked: question))\">document \($0)</a>"
            },
        ]
        return parts.compactMap(\.self).joined(separator: " <span class=\"dot\">·</span> ")
    }

    private var tags: HTML {
        let items: [HTML] = hit.document.tags.prefix(12).map { tag in
            let filter = SearchQuestion.filter("tag", tag)
            return
                "<li><a href=\"\(links.search(question.with { if !$0.filters.contains(filter) { $0.filters.append(filter) } }))\"><bdi>\(tag)</bdi></a></li>"
        }
        return .when(!items.isEmpty, "<ul class=\"tags\" aria-label=\"Tags\">\(items)</ul>")
    }

    private var said: HTML {
        let fields = hit.fields.filter { [.note, .highlight, .label, .tag].contains($0.field) }
        let items: [HTML] = fields.map { field in
            let pageLink: HTML? = field.page.map {
                " on <a href=\"\(links.page(hit.document.id, $0, asked: question))\">page \($0)</a>"
            }
            return
                "<p class=\"said\"><span class=\"field\">\(field.field.rawValue)\(pageLink)</span> \(HTML.marked(field.text, at: field.marks))</p>"
        }
        return "\(items)"
    }

    private var pages: [HTML] {
        // A near copy shows only one of its pages.
        let shown = hit.nearCopyOf == nil ? hit.pages[...] : hit.pages.prefix(1)
        return shown.enumerated().map { position, page in
            let address = links.page(hit.document.id, page.page, asked: question)
            let crop: HTML =
                position == 0 && !question.words.isEmpty && hit.document.hasContent && !page.isByMeaning
                ? """
                <a class="crop" href="\(address)" tabindex="-1"><img src="\(links.crop(hit.document.id, page.page, around: question))" alt="The words on page \(page.page)" loading="lazy" width="640" height="120"></a>
                """ : .none
            return """
                <li><a class="place" href="\(address)">\(HTML.name(of: page.page, page.label))</a>\(way(page))
                <span class="snippet"><bdi>\(HTML.marked(page.snippet, at: page.marks))</bdi></span>\(sureness(page))\(crop)</li>
                """
        }
    }

    private func way(_ page: PageHit) -> HTML {
        guard page.isByMeaning else { return .none }
        guard let language = page.otherLanguage else { return " <span class=\"label\">by meaning</span>" }
        return " <span class=\"label\">by meaning (\(language))</span>"
    }

    private func sureness(_ page: PageHit) -> HTML {
        guard page.origin == .ocr, let confidence = page.confidence else { return .none }
        return " <span class=\"faint\">recognised, \(Int(confidence * 100)) % sure</span>"
    }

    private var copies: HTML {
        let (count, items) = (hit.copies.count, hit.copies.map { "<li><bdi>\($0)</bdi></li>" as HTML })
        return .when(
            count > 0,
            "<details class=\"copies\"><summary>\(count) \(count == 1 ? "copy" : "copies") with the same content</summary><ul>\(items)</ul></details>"
        )
    }
}

extension HTML {
    static func name(of page: Int, _ label: String?) -> HTML {
        "Page \(page)\(label.map { " <span class=\"label\">printed “\($0)”</span>" as HTML })"
    }
}
