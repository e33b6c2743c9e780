import DocSearch

/// A page with the boxes of its words, or without them.
struct PageWithBoxes: Sendable {
    var page: PageText
    /// Why there are no boxes; nil where there are all that there can be.
    var problem: String?
    /// Whether they came too late.
    var isLate = false
    /// Whether they may be there when they are asked for again.
    var isPassing = false

    /// The page, for those who would take it for empty. Throws ``ProblemDetails`` where boxes are only not there now.
    func settled() throws -> PageText {
        guard isPassing else { return page }
        throw ProblemDetails(
            503, "Not available at the moment", problem ?? "The positions of the words could not be found in time.",
            retryAfter: 5)
    }
}

extension Site {
    /// A page with the boxes of its words, or without them and why. It leaves some of the request's time for what follows.
    func pageWithBoxes(_ document: ArchiveDocument, _ number: Int) async throws -> PageWithBoxes {
        var problem: String?
        var isLate = latePages.contains(number, of: document.id)
        var isPassing = false
        if !isLate, let pages, document.hasContent {
            do {
                return PageWithBoxes(
                    page: try await Deadline.keep(share: 0.7) { try await pages.page(number, of: document) })
            } catch let error as DocSearchError {
                problem = Self.sentence(error)
                isPassing = [.busy, .tooSlow, .interrupted].contains(error.code)
            } catch is Deadline.Passed {
                latePages.add(number, of: document.id)
                isLate = true
            }
        }
        guard let page = try await desk.ask({ try $0.pages(of: document, page: number).first })
        else { throw ProblemDetails.noDocument }
        return PageWithBoxes(
            page: page, problem: isLate ? Self.tooLate : problem, isLate: isLate, isPassing: isLate || isPassing)
    }

    static let tooLate = "Reading the page took longer than a request may take. Try again in a moment."
}
