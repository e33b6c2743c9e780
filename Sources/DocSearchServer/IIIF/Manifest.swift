import AnswerForms
import DocSearch

/// A document as an IIIF Presentation 3 manifest.
struct Manifest {
    let document: ArchiveDocument
    /// Points, by page. A page without a size is shown as A4.
    let sizes: [Int: PageText.Size]
    let labels: [Int: String]
    var hasFile = true
    var outline: [OutlineHeading] = []
    /// Viewers show it with every document.
    var statement: String?
    let links: ViewerLinks

    private static let usual = PageText.Size(width: 595, height: 842)

    static func label(_ text: String, in language: String = "none") -> JSONObject { [language: [text]] }

    static let context = "http://iiif.io/api/presentation/3/context.json"

    var json: JSONObject {
        var members: [(String, any JSONValue)] = [
            ("@context", Self.context), ("id", links.manifest(document.id)), ("type", "Manifest"),
            ("label", Self.label(document.title)),
        ]
        if !metadata.isEmpty { members.append(("metadata", metadata)) }
        if let summary = document.summary, !summary.isEmpty { members.append(("summary", Self.label(summary))) }
        if let statement { members.append(("requiredStatement", Self.pair("From", [statement]))) }
        if let date = document.date {
            let moment = DocumentDate(secondsSinceEpoch: date.secondsSinceEpoch, precision: .instant)
            members.append(("navDate", moment.description))
        }
        members += [
            ("homepage", [text("documents/\(document.id)", label: "In docsearch", format: "text/html")]),
            ("service", services), ("items", (1...max(1, document.pageCount)).map(canvas)),
        ]
        if hasFile {
            members.append(
                ("rendering", [text("files/\(document.id).pdf", label: "The document", format: "application/pdf")]))
        }
        let ranges = TableOfContents(outline, pageCount: document.pageCount).ranges(of: document.id, links)
        if !ranges.isEmpty { members.append(("structures", ranges)) }
        return JSONObject(members)
    }

    private func text(_ path: String, label: String, format: String) -> JSONObject {
        ["id": "\(links.base)/\(path)", "type": "Text", "label": Self.label(label, in: "en"), "format": format]
    }

    private var metadata: [JSONObject] {
        let rows: [(String, [String])] = [
            ("Author", document.authors), ("Date", document.date.map { [$0.description] } ?? []),
            ("Tags", document.tags), ("Language", document.language.map { [$0] } ?? []),
            ("Identifier", document.identifier.map { [$0] } ?? []), ("Path", [document.path]),
        ]
        return rows.filter { !$0.1.isEmpty }.map { Self.pair($0, $1) }
    }

    /// Label and value are in the same language: Mirador 3 shows no value in another. A value between `<` and `>`
    /// counts as HTML, unless a blank follows (Presentation API 3, 4.5).
    private static func pair(_ name: String, _ values: [String]) -> JSONObject {
        let plain = values.map { $0.hasPrefix("<") && $0.hasSuffix(">") ? $0 + " " : $0 }
        return ["label": label(name), "value": ["none": plain] as JSONObject]
    }

    /// Most viewers know the first version of Content Search only.
    private var services: [JSONObject] {
        let completion1: JSONObject = [
            "@id": links.completion(1, document.id), "@type": "AutoCompleteService1",
            "profile": "http://iiif.io/api/search/1/autocomplete",
        ]
        let completion2: JSONObject = ["id": links.completion(2, document.id), "type": "AutoCompleteService2"]
        return [
            [
                "@context": WordSearch.context(1), "@id": links.search(1, document.id), "@type": "SearchService1",
                "profile": "http://iiif.io/api/search/1/search", "service": [completion1],
            ],
            ["id": links.search(2, document.id), "type": "SearchService2", "service": [completion2]],
        ]
    }

    private func canvas(_ page: Int) -> JSONObject {
        let size = ImageParameters.Size(sizes[page] ?? Self.usual)
        let (canvas, address) = (links.canvas(document.id, page), links.image(document.id, page))
        let service: JSONObject = ["id": address, "type": "ImageService3", "profile": "level2"]
        func image(_ name: String, width: Int, height: Int) -> JSONObject {
            [
                "id": "\(address)/full/\(name)/0/default.jpg", "type": "Image", "format": "image/jpeg", "width": width,
                "height": height, "service": [service],
            ]
        }
        let largest = ImageParameters.largest(of: size)
        let painting: JSONObject = [
            "id": "\(canvas)/image", "type": "Annotation", "motivation": "painting",
            "body": image("max", width: largest.width, height: largest.height), "target": canvas,
        ]
        let small = Double(200) / Double(max(size.width, size.height))
        let (width, height) = (max(1, Int(Double(size.width) * small)), max(1, Int(Double(size.height) * small)))
        func text(_ ending: String, label: String, format: String, profile: String) -> JSONObject {
            [
                "id": "\(links.base)/documents/\(document.id)/pages/\(page).\(ending)", "type": "Dataset",
                "format": format, "profile": profile, "label": Self.label(label, in: "en"),
            ]
        }
        func annotations(_ address: String, _ label: String) -> JSONObject {
            ["id": address, "type": "AnnotationPage", "label": Self.label(label, in: "en")]
        }
        return [
            "id": canvas, "type": "Canvas", "label": Self.label(labels[page] ?? String(page)),
            "height": size.height, "width": size.width,
            "thumbnail": [image("\(width),\(height)", width: width, height: height)],
            "seeAlso": [
                text(
                    "alto.xml", label: "ALTO", format: "application/xml+alto",
                    profile: "http://www.loc.gov/standards/alto/v4/alto-4-4.xsd"),
                text(
                    "hocr", label: "hOCR", format: "text/vnd.hocr+html",
                    profile: "http://kba.github.io/hocr-spec/1.2/"),
            ],
            "items": [["id": "\(canvas)/page", "type": "AnnotationPage", "items": [painting]] as JSONObject],
            "annotations": [
                annotations(links.lines(document.id, page), "Text"),
                annotations(links.said(document.id, page), "Highlights"),
            ],
        ]
    }
}
