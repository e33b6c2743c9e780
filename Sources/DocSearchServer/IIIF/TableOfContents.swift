import AnswerForms
import DocSearch

struct TableOfContents {
    let headings: [OutlineHeading]
    let pageCount: Int

    /// Headings without a page are dropped, unless a heading below them has one.
    init(_ headings: [OutlineHeading], pageCount: Int) {
        self.pageCount = pageCount
        var kept: [OutlineHeading] = []
        var wanted = -1
        for heading in headings.reversed() {
            let leads = heading.page.map { (1...max(1, pageCount)).contains($0) } ?? false
            if leads || heading.depth < wanted {
                kept.append(heading)
                wanted = heading.depth
            }
        }
        self.headings = kept.reversed()
    }

    func html(_ address: (Int) -> String) -> HTML {
        guard !headings.isEmpty else { return .none }
        let items: [HTML] = headings.map { heading in
            let title = heading.title.isEmpty ? "…" : heading.title
            let link: HTML? = heading.page.map {
                "<a href=\"\(address($0))\"><bdi>\(title)</bdi></a> <span class=\"count\">\($0)</span>"
            }
            return "<li class=\"depth-\(heading.depth)\">\(link ?? "<bdi>\(title)</bdi>")</li>"
        }
        return "<section><h2>Contents</h2><ol class=\"contents\">\(items)</ol></section>"
    }

    /// IIIF Presentation 3 ranges (3.2.6).
    func ranges(of document: Int64, _ links: ViewerLinks) -> [JSONObject] {
        var position = 0
        return ranges(at: 0, from: &position, document, links)
    }

    private func ranges(
        at depth: Int, from position: inout Int, _ document: Int64, _ links: ViewerLinks
    ) -> [JSONObject] {
        var ranges: [JSONObject] = []
        while position < headings.count, headings[position].depth >= depth {
            let number = position
            let heading = headings[position]
            position += 1
            let canvases: [JSONObject] = pages(of: number).map { ["id": links.canvas(document, $0), "type": "Canvas"] }
            let below = self.ranges(at: heading.depth + 1, from: &position, document, links)
            ranges.append([
                "id": links.range(document, number + 1), "type": "Range",
                "label": Manifest.label(heading.title.isEmpty ? "…" : heading.title), "items": canvases + below,
            ])
        }
        return ranges
    }

    /// To the next heading's page where pages ascend, else only the heading's own.
    private func pages(of number: Int) -> [Int] {
        guard let first = headings[number].page else { return [] }
        let next = headings[(number + 1)...].lazy.compactMap(\.page).first ?? pageCount + 1
        return Array(first..<max(first + 1, min(next, pageCount + 1)))
    }
}
