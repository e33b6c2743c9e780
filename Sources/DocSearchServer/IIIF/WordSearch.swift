import AnswerForms
import DocSearch

/// Hits in one document for IIIF Content Search 1 and 2.
struct WordSearch {
    struct CanvasMatch: Sendable, Equatable {
        var page: Int
        /// A match across a line's end has two of these.
        var match: Int
        var text: String
        /// In pixels of the canvas.
        var xywh: [Int]
        var before: String
        var after: String
    }

    let document: Int64
    let question: String
    let matches: [CanvasMatch]
    let start: Int
    var missing: String?
    let links: ViewerLinks

    static let most = 100

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

    private var annotations: [(id: String, found: CanvasMatch)] {
        shown.enumerated().map { (annotation(start + $0), $1) }
    }

    static func context(_ version: Int) -> String { "http://iiif.io/api/search/\(version)/context.json" }

    var version1: JSONObject {
        let annotations = annotations
        let resources: [JSONObject] = annotations.map { id, found in
            [
                "@id": id, "@type": "oa:Annotation", "motivation": "sc:painting",
                "resource": ["@type": "cnt:ContentAsText", "chars": found.text] as JSONObject,
                "on": links.region(found.xywh, of: document, page: found.page),
            ]
        }
        var hits: [JSONObject] = []
        var rest = annotations[...]
        while let first = rest.first?.found {
            let same = rest.prefix { $0.found.match == first.match }
            hits.append([
                "@type": "search:Hit", "annotations": same.map(\.id), "before": first.before, "match": first.text,
                "after": first.after,
            ])
            rest = rest[same.endIndex...]
        }
        let next: JSONObject = end < matches.count ? ["next": address(1, from: end)] : [:]
        let layer: JSONObject = ["@type": "sc:Layer", "first": address(1, from: 0)]
        let all: JSONObject =
            missing.map { ["description": $0] } ?? ["total": matches.count, "last": address(1, from: lastStart)]
        return [
            "@context": ["http://iiif.io/api/presentation/2/context.json", Self.context(1)],
            "@id": address(1, from: start), "@type": "sc:AnnotationList", "within": layer + all,
            "startIndex": start, "resources": resources, "hits": hits,
        ] + next
    }

    func version2(ignoring ignored: [String]) -> JSONObject {
        let items: [JSONObject] = annotations.map { id, found in
            [
                "id": id, "type": "Annotation", "motivation": "highlighting",
                "body": ["type": "TextualBody", "value": found.text, "format": "text/plain"] as JSONObject,
                "target": links.region(found.xywh, of: document, page: found.page),
            ]
        }
        let contexts: [JSONObject] = annotations.map { id, found in
            let quote: JSONObject = [
                "type": "TextQuoteSelector", "prefix": found.before, "exact": found.text, "suffix": found.after,
            ]
            return [
                "id": "\(id)/context", "type": "Annotation", "motivation": "contextualizing",
                "target": ["type": "SpecificResource", "source": id, "selector": [quote]] as JSONObject,
            ]
        }
        let page: (Int) -> JSONObject = { ["id": address(2, from: $0), "type": "AnnotationPage"] }
        let next: JSONObject = end < matches.count ? ["next": page(end)] : [:]
        let collection: JSONObject = ["id": address(2, from: 0), "type": "AnnotationCollection", "first": page(0)]
        let all: JSONObject =
            missing.map { ["summary": Manifest.label($0, in: "en")] }
            ?? ["total": matches.count, "last": page(lastStart)]
        let left: JSONObject = ignored.isEmpty ? [:] : ["ignored": ignored]
        return [
            "@context": Self.context(2), "id": address(2, from: start), "type": "AnnotationPage",
            "partOf": collection + all, "startIndex": start, "items": items,
            "annotations": [["type": "AnnotationPage", "items": contexts] as JSONObject],
        ] + next + left
    }
}
