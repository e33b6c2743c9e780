extension DocumentWriter {
    /// What the tables hold of a document.
    struct State {
        var head: IndexedHead
        var pages: [IndexedPage]
        var place: DocumentRows?
        /// Whether it could all be read. If not, the tables cannot be told what to forget.
        var isSound: Bool

        var lastPage: Int { pages.map(\.number).max() ?? 0 }

        func canBeForgotten(_ texts: [Int64: String]) -> Bool {
            isSound && pages.allSatisfy { page in page.textID.map { texts[$0] != nil } ?? true }
        }

        func wording(_ texts: [Int64: String]) -> Wording { Wording(head: head, pages: pages, texts: texts) }
    }

    /// What the full-text tables are told of a document.
    struct Wording {
        /// Page 0 stands for text of the document that belongs to no page; it is found with the metadata.
        let head: FullTextWriter.Head
        /// The pages that have a text.
        let pages: [(page: IndexedPage, text: String)]

        init(head: IndexedHead, pages: [IndexedPage], texts: [Int64: String]) {
            let written = pages.compactMap { page in page.textID.flatMap { texts[$0] }.map { (page: page, text: $0) } }
            self.head = FullTextWriter.Head(head: head, text: written.first { $0.page.number == 0 }?.text ?? "")
            self.pages = written.filter { $0.page.number > 0 }
        }
    }
}
