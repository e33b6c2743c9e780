import Foundation
import GRDB

extension DocumentWriter {
    private static let firstPages = 1...3

    /// A document that nothing names has the title that its first page with a text tells. It is not in the full-text
    /// tables, where the page has its words already. Statements of people are laid over it when it is read.
    func noteTitle(
        _ db: Database, document id: Int64, _ head: IndexedHead, _ pages: [IndexedPage], _ texts: [Int64: String]
    ) throws {
        // An issue of a newspaper is called by its day alone.
        let isDay =
            head.title.count(where: \.isNumber) <= 8
            && NamedDate(head.title, now: Date()).date(isContainer: false)?.precision == .day
        guard head.isUntitled == true, !isDay else { return }
        let first = pages.filter { Self.firstPages ~= $0.number }.sorted { $0.number < $1.number }.lazy
            .compactMap { page in page.textID.flatMap { id in texts[id].map { (page: page, id: id, text: $0) } } }.first
        var title: String?
        if let first, GuessedTitle.trusts(first.page, first.text) {
            let words = first.page.origin == .ocr ? try self.pages.layouts([first.id])[first.id]?.words ?? [] : []
            let lines = GuessedTitle.lines(of: words)
            // Words that go from right to left give a line each.
            let isDivided = lines.contains { $0.text.contains(" ") }
            title = GuessedTitle(isDivided ? lines : GuessedTitle.lines(of: first.text)).text
        }
        try db.execute(
            "UPDATE document SET title = ?1 WHERE id = ?2 AND title <> ?1", [title ?? head.title, id])
    }
}
