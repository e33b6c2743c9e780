package struct Links: Sendable {
    /// Prefix of all addresses; empty, or with a slash at its start.
    package var base = ""
    package var assets = ""

    package init(base: String = "", assets: String? = nil) { (self.base, self.assets) = (base, assets ?? base) }

    package func to(_ path: String, _ query: QueryItems = QueryItems()) -> String {
        let text = query.encoded
        return "\(base)\(path)\(text.isEmpty ? "" : "?\(text)")"
    }

    package func search(_ question: SearchQuestion) -> String { to("/", question.items) }

    package func document(_ id: Int64, asked question: SearchQuestion? = nil) -> String {
        to("/documents/\(id)", Self.context(question))
    }

    func document(_ id: Int64, page: Int?) -> String { page.map { self.page(id, $0) } ?? document(id) }

    package func part(_ id: Int64, from page: Int, asked question: SearchQuestion? = nil) -> String {
        to("/documents/\(id)", QueryItems(Self.context(question).items + [("page", String(page))]))
    }

    package func page(_ id: Int64, _ page: Int, asked question: SearchQuestion? = nil) -> String {
        to("/documents/\(id)/pages/\(page)", Self.context(question))
    }

    package func page(_ id: Int64, _ page: Int, as ending: String) -> String {
        to("/documents/\(id)/pages/\(page).\(ending)")
    }

    package func image(_ id: Int64, _ page: Int, width: Int) -> String {
        to("/documents/\(id)/pages/\(page).jpg", QueryItems([("width", String(width))]))
    }

    package func crop(_ id: Int64, _ page: Int, around question: SearchQuestion) -> String {
        let items = [("q", question.words)] + (question.isLiteral ? [("literal", "1")] : [])
        return to("/documents/\(id)/pages/\(page)/crop.svg", QueryItems(items))
    }

    package func asset(_ asset: Asset) -> String {
        "\(assets)/assets/\(asset.name)?\(QueryItems([("v", asset.tag)]).encoded)"
    }

    private static func context(_ question: SearchQuestion?) -> QueryItems {
        guard var kept = question else { return QueryItems() }
        kept.sort = .relevance
        kept.from = 0
        kept.showsCopies = false
        return kept.items
    }
}
