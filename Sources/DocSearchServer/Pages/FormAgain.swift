struct FormAgain {
    let fields: QueryItems
    let address: String

    /// Other fields are sent hidden.
    private static let names = [
        "text": "Note", "comment": "Comment", "label": "Label", "quote": "Words", "add": "Tag", "page": "Page",
        "days": "Days", "terms": "Terms",
    ]
    private static let long: Set = ["text", "comment", "quote", "terms"]

    var html: HTML {
        let items: [HTML] = fields.items.filter { $0.name != "token" }.enumerated().map { number, field in
            let (name, value) = field
            guard let label = Self.names[name] else {
                return "<input type=\"hidden\" name=\"\(name)\" value=\"\(value)\">"
            }
            let control: HTML =
                Self.long.contains(name)
                ? "<textarea id=\"field\(number)\" name=\"\(name)\" rows=\"8\">\n\(value)</textarea>"
                : "<input id=\"field\(number)\" name=\"\(name)\" value=\"\(value)\">"
            return "<label for=\"field\(number)\">\(label)</label>\(control)"
        }
        return .when(
            !items.isEmpty,
            """
            <form class="stack" method="post" action="\(address)">
            \(items)
            <button>Send again</button>
            </form>
            """)
    }
}
