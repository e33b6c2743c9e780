import AnswerForms
import DocSearch

extension Site {
    static var documentRoutes: [Route] {
        [
            Route("GET", "/documents/{id}") { site, visit, values in
                let question = try SearchQuestion(visit.query)
                let id = try values.number("id")
                let from = try visit.query.number("page", QueryItems.pages)
                var view = try await site.desk.ask { index in
                    let document = try Self.document(Int64(id), for: visit.visitor, in: index)
                    return try DocumentView(of: document, asked: question, from: from, by: visit.visitor, in: index)
                }
                view.contents = await site.contents(of: view.document)
                view.related = try await site.alsoRelated(to: view.document, visit)
                return Answer(html: DocumentPage(frame: site.frame(visit), question: question, view: view).html)
            },
            Route("GET", "/documents/{id}/pages/{page}.txt") { site, visit, values in
                let (document, number) = try await site.page(visit, values)
                let text = try await site.desk.ask { index in
                    try index.pages(of: document, page: number, withLayouts: false).first?.text ?? ""
                }
                return Answer(text: text.isEmpty ? "" : text + "\n")
            },
            Route("GET", "/documents/{id}/pages/{page}.hocr") { site, visit, values in
                let export = try await site.export(visit, values)
                return Answer(text: export.hocr(), type: "text/vnd.hocr+html; charset=utf-8")
            },
            Route("GET", "/documents/{id}/pages/{page}.alto.xml") { site, visit, values in
                let export = try await site.export(visit, values)
                return Answer(text: export.alto(), type: "application/xml; charset=utf-8")
            },
            Route("GET", "/documents/{id}/pages/{page}") { site, visit, values in
                let question = try SearchQuestion(visit.query)
                let (document, number) = try await site.page(visit, values)
                let view = try await site.pageView(of: document, page: number, asked: question, by: visit)
                return Answer(html: PagePage(frame: site.frame(visit), question: question, view: view).html)
            },
        ]
    }

    func page(_ visit: Visit, _ values: Route.Values) async throws -> (ArchiveDocument, Int) {
        let (id, page) = (try values.number("id"), try values.number("page"))
        let document = try await document(id, visit)
        guard page <= document.pageCount else { throw ProblemDetails.noDocument }
        return (document, page)
    }

    func export(_ visit: Visit, _ values: Route.Values) async throws -> PageExport {
        let (document, number) = try await page(visit, values)
        let page = try await pageWithBoxes(document, number).settled()
        let image =
            settings.base(host: visit.host)
            + Links(base: visit.visitor.share.map { "/share/\($0.code)" } ?? "").image(document.id, number, width: 1600)
        return PageExport(
            visit.visitor.seen(page), title: document.title, imageName: image, language: document.language)
    }

    private func pageView(
        of document: ArchiveDocument, page number: Int, asked question: SearchQuestion, by visit: Visit
    ) async throws -> PageView {
        let boxed = try await pageWithBoxes(document, number)
        let visitor = visit.visitor
        var view = try await desk.ask { index in
            var view = PageView(document: document, page: boxed.page, problem: boxed.problem, rights: visitor.rights)
            view.highlights = visitor.seen(try index.highlights(of: document, page: number))
            view.notes = visitor.seen(
                try index.annotations(of: document).filter { $0.kind == .note && $0.page == number })
            guard let request = try visitor.request(for: question, in: index) else { return view }
            view.marks = try index.marks(for: request, in: [boxed.page])[0]
            view.matches = boxed.page.matches(at: view.marks)
            view.hitPages = try DocumentView.hitPages(request, of: document, in: index)
            return view
        }
        view.zoom = try visit.query.number("zoom", 1...4, usually: 1)
        view.showsDoubts = try visit.query.flag("doubts")
        return view
    }
}

/// The texts of a long document are sent as they are read.
extension Site {
    private static let pagesAtOnce = 100

    func object(_ document: ArchiveDocument, _ visit: Visit) async throws -> Answer {
        let visitor = visit.visitor
        let (head, highlights, corrections) = try await desk.ask { index in
            (
                try Self.members(of: document, for: visitor, index),
                Dictionary(grouping: visitor.seen(try index.highlights(of: document)), by: \.page),
                Dictionary(grouping: visitor.seen(try index.corrections(of: document)), by: \.page)
            )
        }
        @Sendable func object(_ page: PageText) -> JSONObject {
            PageJSON.object(
                visitor.seen(page), highlights: highlights[page.page] ?? [], corrections: corrections[page.page] ?? [],
                repair: Self.noFile)
        }
        guard document.pageCount > Self.pagesAtOnce else {
            let pages = try await desk.ask { index in
                // Word boxes are requested page by page.
                try index.pages(of: document, withLayouts: false).map(object)
            }
            return Answer(json: head + ["pages": pages])
        }
        let desk = desk
        var answer = Answer(json: head)
        answer.body = .pieces(length: nil) { write in
            try await write(Array((head.json.dropLast() + ",\"pages\":[").utf8))
            for first in stride(from: 1, through: document.pageCount, by: Self.pagesAtOnce) {
                let part = first..<min(document.pageCount + 1, first + Self.pagesAtOnce)
                let pages = try await desk.ask { index in
                    try part.compactMap { try Self.page($0, of: document, index) }.map { object($0).json }
                }
                try await write(Array(((first > 1 ? "," : "") + pages.joined(separator: ",")).utf8))
            }
            try await write(Array("]}\n".utf8))
        }
        return answer
    }

    static func members(
        of document: ArchiveDocument, for visitor: Visitor, _ index: ArchiveIndex
    ) throws -> JSONObject {
        var copies = try index.annotationsOnCopies(of: document, access: visitor.sight)
        for position in copies.indices { copies[position].annotations = visitor.seen(copies[position].annotations) }
        let said = visitor.seen(try index.annotations(of: document))
        return DocumentJSON.object(document, file: nil)
            + DocumentJSON.whole(document, said: said, ofCopies: copies.filter { !$0.annotations.isEmpty })
    }

    private static func page(_ number: Int, of document: ArchiveDocument, _ index: ArchiveIndex) throws -> PageText? {
        do {
            return try index.pages(of: document, page: number, withLayouts: false).first
        } catch let error as DocSearchError where error.code == .notFound {
            return nil
        }
    }
}

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
                problem = error.sentenceOfViewing
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
