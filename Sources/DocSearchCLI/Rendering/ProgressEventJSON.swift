import AnswerForms
import DocSearch

/// An event of an index run as a JSON object; docs/command-line.md describes the members.
enum ProgressEventJSON {
    static func object(_ event: IndexingEvent) -> JSONObject {
        switch event {
        case .rebuilding(let documents, let count): ["event": "rebuilding", "documents": documents, "of": count]
        case .started(let bundle): ["event": "started", "path": bundle]
        case .indexed(let document, let pages, let toRecognize):
            ["event": "indexed", "path": document, "pages": pages, "to_recognize": toRecognize]
        case .recognizing(let pages): ["event": "recognizing", "pages": pages]
        case .recognized(let document, let page): ["event": "recognized", "path": document, "page": page]
        case .embedding(let pages): ["event": "embedding", "pages": pages]
        case .embedded(let pages): ["event": "embedded", "pages": pages]
        case .removed(let bundle): ["event": "removed", "path": bundle]
        case .readAsBundle(let reading):
            ["event": "read_as_bundle", "path": reading.path, "format": reading.format]
        case .unsettled(let bundle): ["event": "unsettled", "path": bundle]
        case .skipped(let bundle, let reason): ["event": "skipped", "path": bundle, "reason": reason]
        case .failed(let path, let page, let stage, let reason):
            ["event": "failed", "path": path, "page": page, "stage": stage, "reason": reason]
        case .warning(let warning): ["event": "warning", "message": warning.sentence]
        case .finished(let report): ["event": "finished", "report": IndexReportJSON.object(report)]
        }
    }
}
