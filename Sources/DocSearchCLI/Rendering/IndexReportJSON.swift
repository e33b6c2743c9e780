import AnswerForms
import DocSearch

/// An index run's report as JSON; docs/command-line.md describes the members.
enum IndexReportJSON {
    static func object(_ report: IndexingReport) -> JSONObject {
        [
            "started": report.started, "seconds": report.seconds, "bundles": report.bundles,
            "unchanged": report.unchanged, "new": report.new, "changed": report.changed, "removed": report.removed,
            "moved": report.moved, "unsettled": report.unsettled, "skipped": report.skipped, "left_out": report.leftOut,
            "awaited": report.awaited, "passed_over": report.passedOver,
            "documents": report.documents, "pages": report.pages, "recognized": report.recognized,
            "reused": report.reused, "waiting": report.waiting,
            "embedded": report.embedded, "meaning_omitted": report.meaningOmitted,
            "meaning_waiting": report.meaningWaiting, "failed": report.failed,
            "standing_failures": report.standingFailures, "symbolic_links": report.symbolicLinks,
            "free_bytes": report.freeBytes, "read_as_bundles": report.readAsBundles.map(reading),
            "warnings": report.warnings.map(\.sentence), "sandbox": report.sandbox.map(sandbox),
            "partial": report.isPartial,
        ]
    }

    private static func reading(_ folder: IndexingReport.FolderReading) -> JSONObject {
        ["path": folder.path, "format": folder.format]
    }

    private static func sandbox(_ state: SandboxState) -> JSONObject {
        ["active": state.active, "missing": state.missing]
    }
}
