import DocSearch

struct PagePage {
    let frame: SiteFrame
    let question: SearchQuestion
    let view: PageView

    private var links: Links { frame.links }
    private var id: Int64 { view.document.id }
    private var number: Int { view.page.page }

    var html: HTML {
        frame.page(
            "\(view.document.title), page \(number) – docsearch", question: question,
            """
            <div class="line pagehead">
            <div><p class="back"><a href="\(links.document(id, asked: question))">← <bdi>\(view.document.title)</bdi></a></p>
            <h1>\(HTML.name(of: number, view.page.label)) <span class="faint">of \(view.document.pageCount)</span></h1></div>
            <nav class="turn" aria-label="Pages and hits">\(turning)</nav>
            </div>
            <div class="page-columns" data-zoom="\(view.zoom)">
            <section class="sheet" aria-label="Image of the page">\(sheet)</section>
            <section class="words" aria-labelledby="text-title">\(text)</section>
            </div>
            """)
    }

    // MARK: - Turning pages

    private var turning: HTML {
        let last = view.document.pageCount
        let before = view.hitPages.last { $0 < number }
        let after = view.hitPages.first { $0 > number }
        let position = view.hitPages.firstIndex(of: number).map { "\($0 + 1) of \(view.hitPages.count)" } ?? ""
        return """
            \(link(to: number > 1 ? number - 1 : nil, "← Page", role: "prev", key: "ArrowLeft"))\(link(to: number < last ? number + 1 : nil, "Page →", role: "next", key: "ArrowRight"))
            \(view.hitPages.isEmpty ? .none : "<span class=\"gap\"></span>\(link(to: before, "↑ Hit", role: "prev-hit", key: "p"))<span class=\"faint\">\(position)</span>\(link(to: after, "Hit ↓", role: "next-hit", key: "n"))" as HTML)
            """
    }

    private func link(to page: Int?, _ name: String, role: String, key: String) -> HTML {
        guard let page else { return "<span class=\"off\" aria-hidden=\"true\">\(name)</span>" }
        return
            "<a class=\"button\" data-key=\"\(key)\" data-role=\"\(role)\" href=\"\(links.page(id, page, asked: question))\" title=\"Page \(page) (key \(key))\">\(name)</a>"
    }

    // MARK: - Image

    private var sheet: HTML {
        guard view.problem == nil, view.document.hasContent
        else { return "<p class=\"hint\">\(view.problem ?? "This document has text and no pages to draw.")</p>" }
        let width = [0, 1000, 1600, 2200, 2800][view.zoom]
        let zooms: [HTML] = (1...4).map { zoom in
            let name = "\(50 + zoom * 50) %"
            guard zoom != view.zoom else { return "<b aria-current=\"true\">\(name)</b>" }
            return "<a href=\"\(address(zoom: zoom, doubts: view.showsDoubts))\" data-zoom-to=\"\(zoom)\">\(name)</a>"
        }
        let doubts = HTML.when(
            !doubtful.isEmpty,
            "<a href=\"\(address(zoom: view.zoom, doubts: !view.showsDoubts))\">\(view.showsDoubts ? "Hide" : "Show") doubtful words</a>"
        )
        return """
            <div class="tools"><span class="zooms">\(zooms)</span>\(doubts)<a href="\(links.image(id, number, width: 2400))">Image</a></div>
            <div class="scroller" tabindex="0" role="region" aria-label="Page \(number)">
            <div class="paper zoom-\(view.zoom)">
            <img src="\(links.image(id, number, width: width))" alt="Page \(number) of \(view.document.title)"\(size.map { " width=\"\(Int($0.width.rounded()))\" height=\"\(Int($0.height.rounded()))\"" })>
            \(overlay)
            </div></div>
            """
    }

    private var doubtful: [PageText.Word] { view.page.words.filter { $0.isIndexed && $0.confidence < 0.6 } }

    private var size: PageText.Size? { view.page.size.flatMap { $0.width > 0 && $0.height > 0 ? $0 : nil } }

    private func address(zoom: Int, doubts: Bool) -> String {
        var items = question.items
        if zoom > 1 { items.items.append(("zoom", String(zoom))) }
        if doubts { items.items.append(("doubts", "1")) }
        return links.to("/documents/\(id)/pages/\(number)", items)
    }

    private var overlay: HTML {
        guard let size else { return .none }
        let hits: [HTML] = (view.matches?.matches ?? []).enumerated().flatMap { position, match in
            match.boxes.enumerated().map { line, box in
                // A match over two lines is one hit.
                let id: HTML = line == 0 ? " id=\"hit-\(position + 1)\"" : .none
                return
                    "<rect class=\"hit\"\(id) data-hit=\"\(position + 1)\" x=\"\(box.left)\" y=\"\(box.top)\" width=\"\(box.width)\" height=\"\(box.height)\"/>"
            }
        }
        let highlights: [HTML] = view.highlights.flatMap { highlight in
            (highlight.anchor?.boxes ?? []).compactMap { PageBox($0) }.map { box in
                let color: HTML = highlight.color.map { " fill=\"\($0)\"" } ?? .none
                return
                    "<rect class=\"highlight\"\(color) x=\"\(box.left)\" y=\"\(box.top)\" width=\"\(box.width)\" height=\"\(box.height)\"><title>\(highlight.label ?? highlight.author)\(highlight.comment.map { ": \($0)" } ?? "")</title></rect>"
            }
        }
        func drawn(_ words: [PageText.Word], _ shape: (PageText.Word, PageBox) -> HTML) -> [HTML] {
            words.compactMap { word in PageBox(word.box).map { shape(word, $0) } }
        }
        let doubts = drawn(view.showsDoubts ? doubtful : []) { word, box in
            "<rect class=\"doubt\" x=\"\(box.left)\" y=\"\(box.top)\" width=\"\(box.width)\" height=\"\(box.height)\"><title>\(word.text): \(Int(word.confidence * 100)) % sure</title></rect>"
        }
        let words = drawn(view.page.words.prefix(5000).filter(\.isIndexed)) { word, box in
            "<text x=\"\(box.left)\" y=\"\(box.top + box.height * 0.82)\" font-size=\"\(box.height)\" textLength=\"\(max(1, box.width))\" lengthAdjust=\"spacingAndGlyphs\">\(word.text) </text>"
        }
        return """
            <svg class="overlay" viewBox="0 0 \(size.width) \(size.height)" preserveAspectRatio="none" aria-hidden="true"><g>\(highlights)\(doubts)\(hits)</g><g class="layer">\(words)</g></svg>
            """
    }

    // MARK: - Text

    private var text: HTML {
        let page = view.page
        let body: HTML =
            page.text.isEmpty
            ? "<p class=\"hint\">\(page.verdict == .blank ? "There is nothing to read on this page." : "This page has no text yet.")</p>"
            : "<pre id=\"text\" class=\"text\" tabindex=\"0\" dir=\"auto\">\(HTML.marked(page.text, at: view.marks))</pre>"
        return """
            <h2 id="text-title">Text</h2>
            <p class="about">\(origin)\(HTML.when(!view.marks.isEmpty, " <span class=\"dot\">·</span> \(view.marks.count.counted("hit"))"))</p>
            \(page.damage.map { "<p class=\"hint\">\($0)</p>" as HTML })
            \(body)
            <p class="faint">As <a href="\(links.page(id, number, as: "txt"))">text</a>, <a href="\(links.page(id, number, as: "hocr"))">hOCR</a>, <a href="\(links.page(id, number, as: "alto.xml"))">ALTO</a></p>
            \(notes)\(marking)\(ShareForm.html(frame, id, page: number))
            """
    }

    private var origin: HTML {
        let page = view.page
        let name =
            switch page.origin {
            case .ocr: "Recognised"
            case .textLayer: page.layer == .earlierOCR ? "Text layer of an earlier recognition" : "The PDF’s own text"
            case .sidecar: "From a file beside the document"
            case nil: "No text"
            }
        let sure = page.confidence.map { ", \(Int($0 * 100)) % sure" } ?? ""
        let verdict = page.verdict.map { $0 == .good ? "" : "; its own text layer is \($0.rawValue)" } ?? ""
        return HTML(text: name + sure + verdict)
    }

    private var notes: HTML {
        let written: [HTML] = view.notes.map {
            "<li><span class=\"written\">\($0.value)</span> <span class=\"faint\">\($0.author)</span></li>"
        }
        let marked: [HTML] = view.highlights.map { highlight in
            let adrift: HTML =
                highlight.anchor == nil ? " <span class=\"faint\">no longer found on the page</span>" : .none
            let label: HTML? = highlight.label.map { "<span class=\"field\">\($0)</span> " }
            let removal = HTML.when(
                mayHighlight, .removal(of: highlight.id, at: highlighting, named: "Remove this highlight"))
            return
                "<li>\(label)<q>\(highlight.quote.exact)</q>\(highlight.comment.map { " \($0)" } ?? "")\(adrift) <span class=\"faint\">\(highlight.author)</span>\(removal)</li>"
        }
        guard !written.isEmpty || !marked.isEmpty else { return .none }
        return "<h3>Said of this page</h3><ul class=\"notes\">\(written)\(marked)</ul>"
    }

    private var mayHighlight: Bool { view.rights.contains(.highlights) }
    private var highlighting: String { links.to("/documents/\(id)/pages/\(number)/highlights") }

    private var marking: HTML {
        let highlight: HTML = """
            <form class="stack" id="mark" method="post" action="\(highlighting)">
            <h3>Highlight</h3><label for="quote">Words of the page</label><textarea id="quote" name="quote" rows="2" required maxlength="5000"></textarea>
            <input type="hidden" name="start" id="start"><label for="comment">Comment</label><input id="comment" name="comment" maxlength="2000"><label for="label">Label</label><input id="label" name="label" maxlength="50">
            <button>Highlight</button><p class="faint">Select words on the page or in its text to fill this in.</p></form>
            """
        let note: HTML = """
            <form class="stack" method="post" action="\(links.to("/documents/\(id)/notes"))"><h3>Note</h3><input type="hidden" name="page" value="\(number)"><label for="note">A note on this page</label><textarea id="note" name="text" rows="3" maxlength="10000" required></textarea><button>Add</button></form>
            """
        return
            "\(HTML.when(mayHighlight && !view.page.text.isEmpty, highlight))\(HTML.when(view.rights.contains(.notes), note))"
    }
}
