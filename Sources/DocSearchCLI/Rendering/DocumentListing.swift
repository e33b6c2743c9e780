import AnswerForms
import DocSearch

enum DocumentListing {
    static func object(_ document: ArchiveDocument, file: String?, pages: [PageText]?) -> JSONObject {
        DocumentJSON.object(document, file: file) + DocumentJSON.metadata(document)
            + (pages.map { ["pages": $0.map(page)] } ?? [:])
    }

    private static func page(_ page: PageText) -> JSONObject {
        ["page": page.page, "label": page.label, "origin": page.origin?.rawValue, "text": page.text]
    }

    static let columns = [
        "id", "path", "file", "identifier", "title", "author", "date", "tags", "language", "description", "format",
        "hidden", "page_count", "sha256",
    ]

    static func cells(_ document: ArchiveDocument, file: String?) -> [String] {
        [
            String(document.id), document.path, file ?? "", document.identifier ?? "", document.title,
            document.authors.joined(separator: "; "), document.date?.description ?? "",
            document.tags.joined(separator: "; "), document.language ?? "", document.summary ?? "", document.format,
            String(document.isHidden), String(document.pageCount), document.contentHash,
        ]
    }
}
