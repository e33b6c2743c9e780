/// What of an answer could not be shown because the files of the index are damaged: it is said, not left out silently.
struct HitDamage {
    /// Documents whose rows are missing.
    var documents = 0
    /// Pages whose rows are missing or unreadable.
    var pages = 0
    /// Pages whose texts are missing or unreadable, by path and number.
    var texts: [(path: String, page: Int)] = []

    var sentences: [String] {
        var sentences: [String] = []
        if documents > 0 { sentences.append("\(documents.counted("hit")) left out: the index is damaged.") }
        if pages > 0 { sentences.append("\(pages.counted("page")) of hits left out: the index is damaged.") }
        if let first = texts.first {
            let others = texts.count > 1 ? " and of \((texts.count - 1).counted("other page"))" : ""
            sentences.append("The stored text of page \(first.page) of \"\(first.path)\"\(others) is damaged.")
        }
        return sentences
    }
}
