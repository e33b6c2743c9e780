import AnswerForms
import DocSearch

/// For the viewers that archives use: IIIF Presentation 3, Image 3, Content Search 1 and 2.
extension Site {
    static var viewerRoutes: [Route] {
        [
            Route("GET", "/iiif/presentation/3/collection") { site, visit, _ in try await site.collection(visit) },
            Route("GET", "/iiif/presentation/3/collection/{part}") { site, visit, values in
                try await site.collection(visit, part: try values.number("part"))
            },
            Route("GET", "/iiif/presentation/3/{id}/manifest", time: .drawing) { site, visit, values in
                let document = try await site.document(String(try values.number("id")), visit)
                let sizes = document.hasContent ? try await site.knownSizes(of: document) : [:]
                let labels = try await site.desk.ask { try $0.pageLabels(of: document) }
                let outline = await site.contents(of: document)?.outline ?? []
                let manifest = Manifest(
                    document: document, sizes: sizes, labels: labels, outline: outline,
                    statement: site.settings.statement, links: site.viewerLinks(visit))
                return Self.viewerAnswer(manifest.json, Manifest.context)
            },
            Route("GET", "/iiif/presentation/3/{id}/lines/{page}") { site, visit, values in
                let (document, number) = try await site.page(visit, values)
                let page = try await site.pageWithBoxes(document, number).settled()
                return Self.viewerAnswer(
                    PageAnnotations(document: document, links: site.viewerLinks(visit)).lines(of: page),
                    Manifest.context)
            },
            Route("GET", "/iiif/presentation/3/{id}/said/{page}") { site, visit, values in
                let (document, number) = try await site.page(visit, values)
                let highlights = try await site.desk.ask { try $0.highlights(of: document, page: number) }
                let annotations = PageAnnotations(document: document, links: site.viewerLinks(visit))
                return Self.viewerAnswer(annotations.highlights(highlights, page: number), Manifest.context)
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

    func viewerLinks(_ visit: Visit) -> ViewerLinks {
        ViewerLinks(base: settings.base(host: visit.host))
    }

    static func viewerAnswer(_ object: JSONObject, _ context: String) -> Answer {
        Answer(json: object, type: "application/ld+json;profile=\"\(context)\"")
    }

    /// `12-3` is page 3 of document 12.
    private func imaged(_ name: String, _ visit: Visit) async throws -> (ArchiveDocument, Int) {
        let parts = name.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        guard parts.count == 2, parts[0] > 0, parts[1] > 0, name == "\(parts[0])-\(parts[1])" else {
            throw Problem.noDocument
        }
        let document = try await document(String(parts[0]), visit)
        guard parts[1] <= document.pageCount, document.hasContent else { throw Problem.noDocument }
        return (document, parts[1])
    }

    /// Without those that cannot be had: a viewer then shows what there is. Throws ``Problem`` where they may be there soon.
    private func knownSizes(of document: ArchiveDocument) async throws -> [Int: PageText.Size] {
        do {
            return try await drawn { try await $0.sizes(of: document) }
        } catch let problem as Problem where problem.retryAfter == nil {
            return [:]
        }
    }

    // MARK: - Collection

    private static let partSize = 200

    /// All documents that may be seen, in parts of which each is a collection of its own.
    private func collection(_ visit: Visit, part: Int? = nil) async throws -> Answer {
        var request = SearchRequest("")
        request.filter = "pages:1.."
        request.sort = .path
        request.pagesPerDocument = 0
        request.showsCopies = true
        request.limit = part == nil ? 1 : Self.partSize
        request.offset = ((part ?? 1) - 1) * Self.partSize
        guard request.offset < 1 << 40 else { throw Problem.noPage }
        let results = try await search(request, visit)
        let links = viewerLinks(visit)
        let items: [JSONObject]
        if part == nil {
            let parts = (results.total + Self.partSize - 1) / Self.partSize
            items = (0..<parts).map { number in
                let first = number * Self.partSize + 1
                let last = min(results.total, first + Self.partSize - 1)
                return [
                    "id": links.collection(number + 1), "type": "Collection",
                    "label": Manifest.label("\(first) to \(last)"),
                ]
            }
        } else {
            items = results.hits.map { hit in
                [
                    "id": links.manifest(hit.document.id), "type": "Manifest",
                    "label": Manifest.label(hit.document.title),
                ]
            }
        }
        return Self.viewerAnswer(
            [
                "@context": Manifest.context, "id": links.collection(part), "type": "Collection",
                "label": ["en": ["docsearch"]] as JSONObject, "items": items,
            ], Manifest.context)
    }

    // MARK: - Completion

    private func completions(_ visit: Visit, _ values: Route.Values) async throws -> Answer {
        let version = try values.number("version")
        guard version == 1 || version == 2 else { throw Problem.noPage }
        let document = try await document(String(try values.number("id")), visit)
        let beginning = visit.query["q"] ?? ""
        guard beginning.unicodeScalars.count <= 200 else { throw Problem.badParameter("q", "up to 200 characters") }
        let access = (visit.visitor.access.map { "(\($0)) " } ?? "") + "id:\(document.id)"
        let words = try await desk.ask { try $0.suggestions(for: beginning, limit: 10, access: access) }
        let links = viewerLinks(visit)
        func address(_ word: String) -> String {
            "\(links.search(version, document.id))?\(QueryItems([("q", word)]).encoded)"
        }
        let id = "\(links.completion(version, document.id))?\(QueryItems([("q", beginning)]).encoded)"
        let object: JSONObject =
            version == 1
            ? [
                "@context": "http://iiif.io/api/search/1/context.json", "@id": id, "@type": "search:TermList",
                "ignored": [] as [String],
                "terms": words.map { ["match": $0.text, "count": $0.pages, "url": address($0.text)] as JSONObject },
            ]
            : [
                "@context": "http://iiif.io/api/search/2/context.json", "id": id, "type": "TermPage",
                "items": words.map { word in
                    [
                        "value": word.text, "total": word.pages,
                        "service": [["id": address(word.text), "type": "SearchService2"] as JSONObject],
                    ] as JSONObject
                },
            ]
        return Self.viewerAnswer(object, "http://iiif.io/api/search/\(version)/context.json")
    }
}
