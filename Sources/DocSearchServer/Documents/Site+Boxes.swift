import DocSearch

struct PageWithBoxes: Sendable {
    var page: PageText
    var problem: String?
    var isLate = false
    /// A retry may find them.
    var isPassing = false

    /// Throws when boxes are only unavailable at the moment: clients would take missing boxes for an empty page.
    func settled() throws -> PageText {
        guard isPassing else { return page }
        throw ProblemDetails(
            503, "Not available at the moment", problem ?? "The positions of the words could not be found in time.",
            retryAfter: 5)
    }
}

extension Site {
    /// Leaves part of the request's time for what follows.
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
