import AnswerForms
import DocSearch

/// docs/command-line.md describes the members.
enum IndexReportJSON {
    static func object(_ report: IndexingReport) -> JSONObject {
        [
            "started": report.started, "seconds": report.seconds, "bundles": report.bundles,
            "unchanged": report.unchanged, "new": report.new, "changed": report.changed, "removed": report.removed,
            "moved": report.moved, "unsettled": report.unsettled, "skipped": report.skipped, "left_out": report.leftOut,
            "awaited": report.awaited, "passed_over": report.passedOver,
            "passed_over_in_bundles": report.passedOverInBundles, "documents": report.documents,
            "pages": report.pages, "recognized": report.recognized, "reused": report.reused, "waiting": report.waiting,
            "embedded": report.embedded, "meaning_omitted": report.meaningOmitted,
            "meaning_waiting": report.meaningWaiting, "failed": report.failed,
            "standing_failures": report.standingFailures, "symbolic_links": report.symbolicLinks,
            "free_bytes": report.freeBytes,
            "read_as_bundles": report.readAsBundles.map { ["path": $0.path, "format": $0.format] as JSONObject },
            "warnings": report.warnings.map(\.sentence),
            "sandbox": report.sandbox.map { ["active": $0.active, "missing": $0.missing] as JSONObject },
            "partial": report.isPartial,
        ]
            + (report.secondReadings.map {
                ["second_readings": $0, "better_texts": report.betterTexts ?? 0] as JSONObject
            } ?? [:])
    }
}

/// docs/command-line.md describes the members.
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
        case .readAsBundle(let folder): ["event": "read_as_bundle", "path": folder.path, "format": folder.format]
        case .unsettled(let bundle): ["event": "unsettled", "path": bundle]
        case .skipped(let bundle, let reason): ["event": "skipped", "path": bundle, "reason": reason]
        case .failed(let path, let page, let stage, let reason):
            ["event": "failed", "path": path, "page": page, "stage": stage, "reason": reason]
        case .warning(let warning): ["event": "warning", "message": warning.sentence]
        case .finished(let report): ["event": "finished", "report": IndexReportJSON.object(report)]
        }
    }
}
