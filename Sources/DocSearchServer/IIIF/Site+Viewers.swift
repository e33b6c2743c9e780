import AnswerForms
import DocSearch

/// IIIF Presentation 3, Image 3, Content Search 1 and 2.
extension Site {
    static var viewerRoutes: [Route] {
        [
            Route("GET", "/iiif/presentation/3/collection") { site, visit, _ in try await site.collection(visit) },
            Route("GET", "/iiif/presentation/3/collection/{part}") { site, visit, values in
                try await site.collection(visit, part: try values.number("part"))
            },
            Route("GET", "/iiif/presentation/3/{id}/manifest", time: .drawing) { site, visit, values in
                let document = try await site.document(visit, values)
                let sizes = document.hasContent ? try await site.knownSizes(of: document) : [:]
                let (labels, hasFile) = try await site.desk.ask { index in
                    (
                        try index.pageLabels(of: document),
                        try document.hasContent
                            && Self.mayHandOutFile(of: document, to: visit.visitor, in: index)
                    )
                }
                let outline = await site.contents(of: document)?.outline ?? []
                let manifest = Manifest(
                    document: document, sizes: sizes, labels: labels, hasFile: hasFile, outline: outline,
                    statement: site.settings.statement, links: site.viewerLinks(visit))
                return Self.viewerAnswer(manifest.json)
            },
            Route("GET", "/iiif/presentation/3/{id}/lines/{page}") { site, visit, values in
                let (document, number) = try await site.page(visit, values)
                let page = try await site.pageWithBoxes(document, number).settled()
                let annotations = PageAnnotations(document: document, links: site.viewerLinks(visit))
                return Self.viewerAnswer(annotations.lines(of: page))
            },
            Route("GET", "/iiif/presentation/3/{id}/said/{page}") { site, visit, values in
                let (document, number) = try await site.page(visit, values)
                let highlights = try await site.desk.ask {
                    visit.visitor.seen(try $0.highlights(of: document, page: number))
                }
                let annotations = PageAnnotations(document: document, links: site.viewerLinks(visit))
                return Self.viewerAnswer(annotations.highlights(highlights, page: number))
            },
            Route("GET", "/iiif/search/{version}/{id}") { site, visit, values in
                try await site.wordSearch(visit, values)
            },
            Route("GET", "/iiif/autocomplete/{version}/{id}") { site, visit, values in
                try await site.completions(visit, values)
            },
            Route("GET", "/iiif/image/3/{image}") { site, visit, values in
                let (document, page) = try await site.imaged(values["image"], visit)
                return .redirect(303, to: site.viewerLinks(visit).image(document.id, page) + "/info.json")
            },
            Route("GET", "/iiif/image/3/{image}/info.json", time: .drawing) { site, visit, values in
                let (document, page) = try await site.imaged(values["image"], visit)
                let size = ImageParameters.Size(try await site.size(of: document, page))
                let info = ImageInformation(id: site.viewerLinks(visit).image(document.id, page), size: size)
                return Self.viewerAnswer(info.json, ImageInformation.context)
            },
            Route("GET", "/iiif/image/3/{image}/{region}/{size}/{rotation}/{quality}", time: .drawing) {
                site, visit, values in
                let (document, page) = try await site.imaged(values["image"], visit)
                let points = try await site.size(of: document, page)
                let parameters = try ImageParameters(
                    [values["region"], values["size"], values["rotation"], values["quality"]],
                    of: ImageParameters.Size(points))
                let base = site.viewerLinks(visit).image(document.id, page)
                return try await site.image(parameters.request(page: page, points: points), of: document, for: visit)
                    .with(
                        "link",
                        "<\(base)/\(parameters.canonical)>;rel=\"canonical\", <http://iiif.io/api/image/3/level2.json>;rel=\"profile\""
                    )
            },
        ]
    }

    func viewerLinks(_ visit: Visit) -> ViewerLinks { ViewerLinks(base: settings.base(host: visit.host)) }

    static func viewerAnswer(_ object: JSONObject, _ context: String = Manifest.context) -> Answer {
        Answer(json: object, type: "application/ld+json;profile=\"\(context)\"")
    }

    /// `12-3` is page 3 of document 12.
    private func imaged(_ name: String, _ visit: Visit) async throws -> (ArchiveDocument, Int) {
        let parts = name.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        guard parts.count == 2, parts[0] > 0, parts[1] > 0, name == "\(parts[0])-\(parts[1])"
        else { throw ProblemDetails.noDocument }
        let document = try await document(parts[0], visit)
        guard parts[1] <= document.pageCount, document.hasContent else { throw ProblemDetails.noDocument }
        return (document, parts[1])
    }

    private func knownSizes(of document: ArchiveDocument) async throws -> [Int: PageText.Size] {
        do {
            return try await drawn { try await $0.sizes(of: document) }
        } catch let problem as ProblemDetails where problem.retryAfter == nil {
            return [:]
        }
    }

    // MARK: - Collection

    private static let partSize = 200

    private func collection(_ visit: Visit, part: Int? = nil) async throws -> Answer {
        var request = SearchRequest("")
        request.filter = "pages:1.."
        request.sort = .path
        request.pagesPerDocument = 0
        request.showsCopies = true
        request.limit = part == nil ? 1 : Self.partSize
        request.offset = ((part ?? 1) - 1) * Self.partSize
        guard request.offset < 1 << 40 else { throw ProblemDetails.noPage }
        let results = try await search(request, visit)
        let links = viewerLinks(visit)
        func item(_ id: String, type: String, label: String) -> JSONObject {
            ["id": id, "type": type, "label": Manifest.label(label)]
        }
        let items =
            part == nil
            ? stride(from: 1, through: results.total, by: Self.partSize).enumerated().map { number, first in
                let last = min(results.total, first + Self.partSize - 1)
                return item(links.collection(number + 1), type: "Collection", label: "\(first) to \(last)")
            } : results.hits.map { item(links.manifest($0.document.id), type: "Manifest", label: $0.document.title) }
        return Self.viewerAnswer([
            "@context": Manifest.context, "id": links.collection(part), "type": "Collection",
            "label": Manifest.label("docsearch", in: "en"), "items": items,
        ])
    }

    // MARK: - Content Search

    private func searched(_ visit: Visit, _ values: Route.Values) async throws -> (version: Int, ArchiveDocument) {
        let version = try values.number("version")
        guard version == 1 || version == 2 else { throw ProblemDetails.noPage }
        let document = try await document(visit, values)
        return (version, document)
    }

    private func completions(_ visit: Visit, _ values: Route.Values) async throws -> Answer {
        let (version, document) = try await searched(visit, values)
        let beginning = visit.query["q"] ?? ""
        guard beginning.unicodeScalars.count <= 200
        else { throw ProblemDetails.badParameter("q", "up to 200 characters") }
        let words = try await desk.ask { try $0.suggestions(for: beginning, limit: 10, in: document) }
        let (links, context) = (viewerLinks(visit), WordSearch.context(version))
        func address(_ start: String, _ word: String) -> String { "\(start)?\(QueryItems([("q", word)]).encoded)" }
        let id = address(links.completion(version, document.id), beginning)
        let terms = words.map { ($0, address: address(links.search(version, document.id), $0.text)) }
        let object: JSONObject =
            version == 1
            ? [
                "@context": context, "@id": id, "@type": "search:TermList", "ignored": [] as [String],
                "terms": terms.map { ["match": $0.text, "count": $0.pages, "url": $1] as JSONObject },
            ]
            : [
                "@context": context, "id": id, "type": "TermPage",
                "items": terms.map { word, address in
                    let service: JSONObject = ["id": address, "type": "SearchService2"]
                    return ["value": word.text, "total": word.pages, "service": [service]] as JSONObject
                },
            ]
        return Self.viewerAnswer(object, context)
    }

    private static let mostPages = 200

    private func wordSearch(_ visit: Visit, _ values: Route.Values) async throws -> Answer {
        let (version, document) = try await searched(visit, values)
        let question = try visit.query.text("q") ?? ""
        let start = try visit.query.number("from", 0...1_000_000, usually: 0)
        let found = try await canvasMatches(of: question, in: document, for: visit.visitor)
        let search = WordSearch(
            document: document.id, question: question, matches: found.list,
            start: min(start, max(0, found.list.count)), missing: found.missing, links: viewerLinks(visit))
        // "motivation", "date" and "user" concern people's annotations, which are served separately.
        let ignored = ["motivation", "date", "user"].filter { visit.query[$0] != nil }
        let object = version == 1 ? search.version1 : search.version2(ignoring: ignored)
        return Self.viewerAnswer(object, WordSearch.context(version))
    }

    private func canvasMatches(
        of question: String, in document: ArchiveDocument, for visitor: Visitor
    ) async throws -> (list: [WordSearch.CanvasMatch], missing: String?) {
        let (request, pages) = try await desk.ask { index in
            let request = try visitor.request(for: SearchQuestion(words: question), in: index)
            return (request, try request.map { try DocumentView.hitPages($0, of: document, in: index) } ?? [])
        }
        guard let request else { return ([], nil) }
        var list: [WordSearch.CanvasMatch] = []
        var (matches, looked, unread) = (0, 0, 0)
        for number in pages.prefix(Self.mostPages) {
            let boxed: PageWithBoxes
            let found: PageMatches
            do {
                boxed = try await pageWithBoxes(document, number)
                if boxed.isLate { break }
                let page = boxed.page
                found = page.matches(at: try await desk.ask { try $0.marks(for: request, in: [page])[0] })
            } catch let problem as ProblemDetails where problem == .tooSlow && looked > 0 {
                break
            }
            if boxed.isPassing, looked > 0 { break }
            _ = try boxed.settled()
            if boxed.problem != nil { unread += 1 }
            looked += 1
            list += WordSearch.canvasMatches(found, in: boxed.page, from: matches)
            matches += found.matches.count
        }
        var missing: [String] = []
        if looked < pages.count { missing.append("Only the first \(looked) of \(pages.count) pages were searched.") }
        if unread > 0 { missing.append("The positions of the words are unknown on \(unread) of the pages.") }
        if looked == 0, !pages.isEmpty { throw ProblemDetails.tooLate }
        return (list, missing.isEmpty ? nil : missing.joined(separator: " "))
    }
}
