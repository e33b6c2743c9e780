import AnswerForms
import DocSearch

/// The lines and highlights of a page as W3C Web Annotations.
struct PageAnnotations {
    let document: ArchiveDocument
    let links: ViewerLinks

    /// `supplementing`, and textGranularity of the IIIF extension.
    func lines(of page: PageText) -> JSONObject {
        let texts = page.text.split(separator: "\n", omittingEmptySubsequences: false)
        var ranges: [Range<Int>] = []
        for text in texts {
            let start = ranges.last.map { $0.upperBound + 1 } ?? 0
            ranges.append(start..<start + text.unicodeScalars.count)
        }
        // All lines at once, because each call finds the boxes of all words anew.
        let matches = page.matches(at: ranges).matches
        var lines: [JSONObject] = []
        for (text, match) in zip(texts, matches) where !text.allSatisfy(\.isWhitespace) {
            guard let box = match.boxes.first else { continue }
            lines.append([
                "id": "\(links.lines(document.id, page.page))/\(lines.count + 1)", "type": "Annotation",
                "motivation": "supplementing", "textGranularity": "line",
                "body": ["type": "TextualBody", "value": String(text), "format": "text/plain"] as JSONObject,
                "target": links.region(Self.xywh(box), of: document.id, page: page.page),
            ])
        }
        return annotationPage(links.lines(document.id, page.page), lines)
    }

    func highlights(_ highlights: [Highlight], page: Int) -> JSONObject {
        let items: [JSONObject] = highlights.map { highlight in
            let text = [highlight.label, highlight.comment].compactMap { $0 }.joined(separator: ": ")
            // A target without a region where the words are not found.
            let boxes = (highlight.anchor?.boxes ?? []).map { PageBox($0) }
            let targets = (boxes.isEmpty ? [nil] : boxes).map { target(of: highlight, on: page, at: $0) }
            return [
                "id": "urn:uuid:\(highlight.id)", "type": "Annotation",
                "motivation": text.isEmpty ? "highlighting" : "commenting",
                "creator": highlight.author.isEmpty
                    ? nil : ["type": "Person", "name": highlight.author] as JSONObject,
                "created": moment(highlight.created), "modified": moment(highlight.modified),
                "body": ["type": "TextualBody", "value": text, "format": "text/plain"] as JSONObject,
                "target": targets.count == 1 ? targets[0] as any JSONValue : targets,
            ]
        }
        return annotationPage(links.said(document.id, page), items)
    }

    private func target(of highlight: Highlight, on page: Int, at box: PageBox?) -> JSONObject {
        let quote: JSONObject = [
            "type": "TextQuoteSelector", "exact": highlight.quote.exact, "prefix": highlight.quote.prefix,
            "suffix": highlight.quote.suffix,
        ]
        let region: JSONObject? = box.map { box in
            [
                "type": "FragmentSelector", "conformsTo": "http://www.w3.org/TR/media-frags/",
                "value": "xywh=\(Self.xywh(box).map(String.init).joined(separator: ","))",
            ]
        }
        return [
            "type": "SpecificResource",
            "source": ["id": links.canvas(document.id, page), "type": "Canvas"] as JSONObject,
            "selector": [quote] + (region.map { [$0] } ?? []),
        ]
    }

    private func annotationPage(_ id: String, _ items: [JSONObject]) -> JSONObject {
        [
            "@context": ["http://iiif.io/api/extension/text-granularity/context.json", Manifest.context],
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
