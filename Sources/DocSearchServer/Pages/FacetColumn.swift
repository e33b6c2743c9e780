import DocSearch

struct FacetColumn {
    let question: SearchQuestion
    let facets: SearchFacets?
    let links: Links

    private static let most = 10

    var html: HTML {
        guard let facets else { return .none }
        let lists = [
            YearBars(question: question, years: facets.years, links: links).html,
            list("Tags", field: "tag", facets.tags), list("Authors", field: "author", facets.authors),
            list("Formats", field: "format", facets.formats), list("Languages", field: "lang", facets.languages),
        ]
        guard lists.contains(where: { $0 != .none }) else { return .none }
        return "<aside class=\"facets\" aria-label=\"Narrow down\">\(lists)</aside>"
    }

    private func list(_ title: String, field: String, _ values: [SearchFacets.Value]) -> HTML {
        guard !values.isEmpty else { return .none }
        let items: [HTML] = values.map { value in
            let filter = SearchQuestion.filter(field, value.name)
            let isChosen = question.filters.contains(filter)
            return """
                <li><a href="\(links.search(question.toggling(filter)))"\(isChosen ? " class=\"chosen\"" : "" as HTML)>\(isChosen ? "✓ " : "")<bdi>\(value.name)</bdi></a> <span class="count">\(value.documents)</span></li>
                """
        }
        let rest = HTML.when(
            items.count > Self.most,
            "<details><summary>\(items.count - Self.most) more</summary><ul>\(Array(items.dropFirst(Self.most)))</ul></details>"
        )
        return "<section><h2>\(title)</h2><ul>\(Array(items.prefix(Self.most)))</ul>\(rest)</section>"
    }
}

struct YearBars {
    let question: SearchQuestion
    let years: [SearchFacets.Value]
    let links: Links

    private static let (width, height) = (240, 72)

    var html: HTML {
        let known = years.compactMap { value in Int(value.name).map { (year: $0, documents: value.documents) } }
        guard let first = known.map(\.year).min(), let last = known.map(\.year).max(),
            let most = known.map(\.documents).max()
        else { return .none }
        // A year is as wide as a finger where possible. Long spans are drawn by decades.
        let step = last - first < 60 ? 1 : 10
        let start = first / step * step
        let count = (last - start) / step + 1
        guard count <= 400 else { return .none }
        var sums = [Int](repeating: 0, count: count)
        for entry in known { sums[(entry.year - start) / step] += entry.documents }
        let top = max(most, sums.max() ?? 1)
        let slot = Double(Self.width) / Double(max(count, 6))
        let bars: [HTML] = sums.enumerated().filter { $0.element > 0 }.map { number, documents in
            let year = start + number * step
            let filter = step == 1 ? "date:\(year)" : "date:\(year)..\(year + step - 1)"
            let name = step == 1 ? "\(year)" : "\(year) to \(year + step - 1)"
            let height = max(3, Double(documents) / Double(top) * Double(Self.height))
            let isChosen = question.filters.contains(filter)
            return """
                <a href="\(links.search(question.toggling(filter)))" aria-label="\(name): \(documents.counted("document"))"><title>\(name): \(documents)</title><rect class="slot" x="\(Double(number) * slot)" y="0" width="\(slot)" height="\(Self.height)"/><rect class="bar\(isChosen ? " chosen" : "" as HTML)" x="\(Double(number) * slot + slot * 0.08)" y="\(Double(Self.height) - height)" width="\(slot * 0.84)" height="\(height)" rx="1"/></a>
                """
        }
        return """
            <section><h2>Years</h2>
            <svg class="years" viewBox="0 0 \(Self.width) \(Self.height + 16)" role="group" aria-label="Documents by year">\(bars)<text x="0" y="\(Self.height + 13)">\(start)</text>\(last > start ? "<text x=\"\(Double(count) * slot)\" y=\"\(Self.height + 13)\" text-anchor=\"end\">\(last)</text>" as HTML : .none)</svg></section>
            """
    }
}
