import AnswerForms
import DocSearch

enum BundleJSON {
    static func object(_ bundle: BundleDescription) -> JSONObject {
        [
            "path": bundle.path, "format": bundle.format, "documents": bundle.documents.map(document),
            "problems": bundle.problems.map {
                ["entry": $0.entry, "page": $0.page, "code": $0.code, "reason": $0.reason] as JSONObject
            },
            "skipped": bundle.skipReason,
            "fixity": bundle.fixity.map {
                ["stated": $0.stated, "agreeing": $0.agreeing, "missing": $0.missing] as JSONObject
            },
            "passed_over": ["count": bundle.passedOver.count, "names": bundle.passedOver.names] as JSONObject,
            "awaited": ["count": bundle.awaited.count, "names": bundle.awaited.names] as JSONObject,
        ]
    }

    private static func document(_ document: BundleDescription.Document) -> JSONObject {
        [
            "entry": document.entry, "title": document.title, "author": document.authors,
            "date": document.date?.description, "tags": document.tags, "identifier": document.identifier,
            "language": document.language, "description": document.summary, "page_count": document.pageCount,
            "claimed_page_count": document.claimedPageCount, "has_content": document.hasContent,
            "text": document.sidecarText, "details": DocumentJSON.details(document.details),
        ]
    }
}
