import AnswerForms
import DocSearch

/// A bundle as `bundles --json` prints it; docs/command-line.md describes the members.
enum BundleJSON {
    static func object(_ bundle: BundleDescription) -> JSONObject {
        [
            "path": bundle.path, "format": bundle.format, "documents": bundle.documents.map(document),
            "problems": bundle.problems.map(problem), "skipped": bundle.skipReason,
            "fixity": bundle.fixity.map(fixity), "awaited": awaited(bundle.awaited),
        ]
    }

    private static func document(_ document: BundleDescription.Document) -> JSONObject {
        [
            "entry": document.entry, "title": document.title, "author": document.authors,
            "date": document.date?.description, "tags": document.tags, "identifier": document.identifier,
            "language": document.language, "description": document.summary, "page_count": document.pageCount,
            "claimed_page_count": document.claimedPageCount, "has_content": document.hasContent,
            "text": document.broughtText, "details": DocumentJSON.details(document.details),
        ]
    }

    private static func fixity(_ fixity: BundleDescription.Fixity) -> JSONObject {
        ["stated": fixity.stated, "agreeing": fixity.agreeing, "missing": fixity.missing]
    }

    private static func awaited(_ awaited: BundleDescription.Awaited) -> JSONObject {
        ["count": awaited.count, "names": awaited.names]
    }

    private static func problem(_ problem: BundleDescription.Problem) -> JSONObject {
        ["entry": problem.entry, "page": problem.page, "code": problem.code, "reason": problem.reason]
    }
}
