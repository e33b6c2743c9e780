import AnswerForms
import DocSearch

/// The words of a question in one document, as IIIF's Content Search gives them: version 1, which most viewers know, and 2.
struct WordSearch {
    /// A match on one line of a page: what a viewer marks.
    struct CanvasMatch: Sendable, Equatable {
        var page: Int
        /// The match that it belongs to; one that goes over a line's end has two of these.
        var match: Int
        var text: String
        /// Pixels of the canvas.
        var xywh: [Int]
        var before: String
        var after: String
    }

    let document: Int64
    let question: String
    let matches: [CanvasMatch]
    /// The first of this answer.
    let start: Int
    /// What is not in them, in a sentence; nil when they are all. How many there are is not known then.
    var missing: String?
    let links: ViewerLinks

    static let most = 100

    /// A page's matches line by line, with what stands around them.
    static func canvasMatches(_ found: PageMatches, in page: PageText, from first: Int) -> [CanvasMatch] {
        let scalars = Array(page.text.unicodeScalars)
        func part(_ range: Range<Int>) -> String {
            String(String.UnicodeScalarView(scalars[range.clamped(to: 0..<scalars.count)]))
                .replacing("\n", with: " ")
        }
        return found.matches.enumerated().flatMap { number, match in
            match.boxes.map { box in
                CanvasMatch(
                    page: page.page, match: first + number, text: match.text.replacing("\n", with: " "),
                    xywh: [box.left, box.top, max(0.25, box.width), max(0.25, box.height)].map {
                        Int(($0 * ImageParameters.scale).rounded())
                    },
                    before: part(max(0, match.range.lowerBound - 40)..<match.range.lowerBound),
                    after: part(match.range.upperBound..<min(scalars.count, match.range.upperBound + 40)))
            }
        }
    }

    private var shown: ArraySlice<CanvasMatch> { matches.dropFirst(start).prefix(Self.most) }
    private var end: Int { start + shown.count }
    private var lastStart: Int { max(0, (matches.count - 1) / Self.most * Self.most) }

    private func address(_ version: Int, from: Int) -> String {
        let items = QueryItems([("q", question)] + (from > 0 ? [("from", String(from))] : []))
        return "\(links.search(version, document))?\(items.encoded)"
    }

    private func annotation(_ number: Int) -> String {
        "\(links.manifest(document))/match/\(PercentCoding.encoded(question))/\(number)"
    }

    var version1: JSONObject {
        let list = Array(shown.enumerated())
        let resources: [JSONObject] = list.map { position, place in
            [
                "@id": annotation(start + position), "@type": "oa:Annotation", "motivation": "sc:painting",
                "resource": ["@type": "cnt:ContentAsText", "chars": place.text] as JSONObject,
                "on": links.region(place.xywh, of: document, page: place.page),
            ]
        }
        var hits: [JSONObject] = []
        var position = 0
        while position < list.count {
            let place = list[position].element
            let same = list[position...].prefix { $0.element.match == place.match }
            hits.append([
                "@type": "search:Hit", "annotations": same.map { annotation(start + $0.offset) },
                "before": place.before, "match": place.text, "after": place.after,
            ])
            position = same.endIndex
        }
        let next: JSONObject = end < matches.count ? ["next": address(1, from: end)] : [:]
        var layer: JSONObject = ["@type": "sc:Layer", "first": address(1, from: 0)]
        if let missing {
            layer = layer + ["description": missing]
        } else {
            layer = layer + ["total": matches.count, "last": address(1, from: lastStart)]
        }
        return [
            "@context": [
                "http://iiif.io/api/presentation/2/context.json", "http://iiif.io/api/search/1/context.json",
            ],
            "@id": address(1, from: start), "@type": "sc:AnnotationList",
            "within": layer,
            "startIndex": start, "resources": resources, "hits": hits,
        ] + next
    }

    func version2(ignoring ignored: [String]) -> JSONObject {
        let list = Array(shown.enumerated())
        let items: [JSONObject] = list.map { position, place in
            [
                "id": annotation(start + position), "type": "Annotation", "motivation": "highlighting",
                "body": ["type": "TextualBody", "value": place.text, "format": "text/plain"] as JSONObject,
                "target": links.region(place.xywh, of: document, page: place.page),
            ]
        }
        let contexts: [JSONObject] = list.map { position, place in
            [
                "id": "\(annotation(start + position))/context", "type": "Annotation", "motivation": "contextualizing",
                "target": [
                    "type": "SpecificResource", "source": annotation(start + position),
                    "selector": [
                        [
                            "type": "TextQuoteSelector", "prefix": place.before, "exact": place.text,
                            "suffix": place.after,
                        ] as JSONObject
                    ],
                ] as JSONObject,
            ]
        }
        let page: (Int) -> JSONObject = { ["id": address(2, from: $0), "type": "AnnotationPage"] }
        let next: JSONObject = end < matches.count ? ["next": page(end)] : [:]
        var collection: JSONObject = [
            "id": address(2, from: 0), "type": "AnnotationCollection", "first": page(0),
        ]
        if let missing {
            collection = collection + ["summary": ["en": [missing]] as JSONObject]
        } else {
            collection = collection + ["total": matches.count, "last": page(lastStart)]
        }
        let left: JSONObject = ignored.isEmpty ? [:] : ["ignored": ignored]
        return [
            "@context": "http://iiif.io/api/search/2/context.json", "id": address(2, from: start),
            "type": "AnnotationPage",
            "partOf": collection,
            "startIndex": start, "items": items,
            "annotations": [["type": "AnnotationPage", "items": contexts] as JSONObject],
        ] + next + left
    }
}
