import AnswerForms
import DocSearch

/// What stands on a page and what people marked there, as W3C Web Annotations.
struct PageAnnotations {
    let document: ArchiveDocument
    let links: ViewerLinks

    /// A line of text each, with its place (`supplementing`; textGranularity of the IIIF extension).
    func lines(of page: PageText) -> JSONObject {
        var lines: [JSONObject] = []
        var start = 0
        for line in page.text.split(separator: "\n", omittingEmptySubsequences: false) {
            let count = line.unicodeScalars.count
            defer { start += count + 1 }
            guard !line.allSatisfy(\.isWhitespace) else { continue }
            let boxes = page.matches(at: [start..<start + count]).matches.first?.boxes ?? []
            guard let box = boxes.first else { continue }
            lines.append([
                "id": "\(links.lines(document.id, page.page))/\(lines.count + 1)", "type": "Annotation",
                "motivation": "supplementing", "textGranularity": "line",
                "body": ["type": "TextualBody", "value": String(line), "format": "text/plain"] as JSONObject,
                "target": links.place(document.id, page.page, Self.xywh(box)),
            ])
        }
        return annotationPage(links.lines(document.id, page.page), lines)
    }

    func highlights(_ highlights: [Highlight], page: Int) -> JSONObject {
        let items: [JSONObject] = highlights.map { highlight in
            let text = [highlight.label, highlight.comment].compactMap { $0 }.joined(separator: ": ")
            let box = highlight.anchor?.boxes.first.flatMap { PageBox($0) }
            let selectors: [JSONObject] =
                [
                    [
                        "type": "TextQuoteSelector", "exact": highlight.quote.exact, "prefix": highlight.quote.prefix,
                        "suffix": highlight.quote.suffix,
                    ]
                ]
                + (box.map { box in
                    [
                        [
                            "type": "FragmentSelector", "conformsTo": "http://www.w3.org/TR/media-frags/",
                            "value": "xywh=\(Self.xywh(box).map(String.init).joined(separator: ","))",
                        ]
                    ]
                } ?? [])
            return [
                "id": "urn:uuid:\(highlight.id)", "type": "Annotation",
                "motivation": text.isEmpty ? "highlighting" : "commenting",
                "creator": ["type": "Person", "name": highlight.author] as JSONObject,
                "created": moment(highlight.created), "modified": moment(highlight.modified),
                "body": ["type": "TextualBody", "value": text, "format": "text/plain"] as JSONObject,
                "target": [
                    "type": "SpecificResource",
                    "source": ["id": links.canvas(document.id, page), "type": "Canvas"] as JSONObject,
                    "selector": selectors,
                ] as JSONObject,
            ]
        }
        return annotationPage(links.said(document.id, page), items)
    }

    private func annotationPage(_ id: String, _ items: [JSONObject]) -> JSONObject {
        [
            "@context": [
                "http://iiif.io/api/extension/text-granularity/context.json", Manifest.context,
            ],
            "id": id, "type": "AnnotationPage", "items": items,
        ]
    }

    private func moment(_ milliseconds: Int64) -> String {
        DocumentDate(secondsSinceEpoch: milliseconds / 1000, precision: .instant).description
    }

    private static func xywh(_ box: PageBox) -> [Int] {
        [box.left, box.top, box.width, box.height].map { Int(($0 * ImageParameters.scale).rounded()) }
    }
}
