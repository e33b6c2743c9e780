import AnswerForms
import DocSearch

/// The words of a question in one document, for viewers.
extension Site {
    /// Pages that are looked at for matches.
    private static let mostPages = 200

    func wordSearch(_ visit: Visit, _ values: Route.Values) async throws -> Answer {
        let version = try values.number("version")
        guard version == 1 || version == 2 else { throw Problem.noPage }
        let document = try await document(String(try values.number("id")), visit)
        let question = try visit.query.text("q") ?? ""
        let start = try visit.query.number("from", 0...1_000_000, usually: 0)
        let found = try await canvasMatches(of: question, in: document, for: visit.visitor)
        let search = WordSearch(
            document: document.id, question: question, matches: found.list,
            start: min(start, max(0, found.list.count)), missing: found.missing, links: viewerLinks(visit))
        // "motivation", "date" and "user" are of annotations that people made, which are given apart.
        let ignored = ["motivation", "date", "user"].filter { visit.query[$0] != nil }
        let context = "http://iiif.io/api/search/\(version)/context.json"
        return Self.viewerAnswer(version == 1 ? search.version1 : search.version2(ignoring: ignored), context)
    }

    /// Where the words are, and what the answer does not have of them: pages beyond the first, and pages that cannot be read.
    /// Throws ``Problem`` where the pages cannot be read at this moment.
    private func canvasMatches(
        of question: String, in document: ArchiveDocument, for visitor: Visitor
    ) async throws -> (list: [WordSearch.CanvasMatch], missing: String?) {
        guard !question.allSatisfy(\.isWhitespace) else { return ([], nil) }
        let pages = try await desk.ask { try DocumentView.hitPages(question, of: document, by: visitor, in: $0) }
        var list: [WordSearch.CanvasMatch] = []
        var (matches, looked, unread) = (0, 0, 0)
        for number in pages.prefix(Self.mostPages) {
            let placed: PageWithBoxes
            let found: PageMatches
            do {
                placed = try await pageWithBoxes(document, number)
                if placed.isLate { break }
                found = try await desk.ask { try $0.matches(of: question, in: placed.page) }
            } catch let problem as Problem where problem == .tooSlow && looked > 0 {
                break
            }
            if placed.isPassing {
                if looked > 0 { break }
                _ = try placed.settled()
            }
            if placed.problem != nil { unread += 1 }
            looked += 1
            list += WordSearch.canvasMatches(found, in: placed.page, from: matches)
            matches += found.matches.count
        }
        var missing: [String] = []
        if looked < pages.count { missing.append("Only the first \(looked) of \(pages.count) pages were searched.") }
        if unread > 0 { missing.append("The positions of the words are unknown on \(unread) of the pages.") }
        if looked == 0, !pages.isEmpty { throw Problem(503, "This took too long", Self.tooLate, retryAfter: 5) }
        return (list, missing.isEmpty ? nil : missing.joined(separator: " "))
    }
}
