/// Damage of the index's files is told, and not left out silently.
struct HitDamage {
    var documents = 0
    var pages = 0
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
