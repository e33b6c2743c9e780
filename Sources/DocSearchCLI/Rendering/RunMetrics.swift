import DocSearch

/// For Prometheus' node exporter (prometheus.io, "Exposition formats").
struct RunMetrics {
    var report: IndexingReport
    var exitCode: Int32
    var bytes: [String: Int64]

    var text: String {
        var lines: [String] = []
        func add(_ name: String, help: String, samples: [String]) {
            lines += ["# HELP docsearch_\(name) \(help)", "# TYPE docsearch_\(name) gauge"]
            lines += samples.map { "docsearch_\(name)\($0)" }
        }
        func add(_ name: String, _ value: Double, help: String) { add(name, help: help, samples: [" \(value)"]) }
        func add(_ name: String, by label: String, _ counts: KeyValuePairs<String, Int>, help: String) {
            add(name, help: help, samples: counts.map { "{\(label)=\"\($0)\"} \($1)" })
        }
        add("run_end_timestamp_seconds", Double(report.started) + report.seconds, help: "When the last run ended.")
        add("run_duration_seconds", report.seconds, help: "How long the last run took.")
        add("run_exit_code", Double(exitCode), help: "0 done, 3 finished but something failed.")
        add("run_partial", report.isPartial ? 1 : 0, help: "Whether the last run stopped before everything was done.")
        add(
            "run_bundles", by: "state",
            [
                "unchanged": report.unchanged, "new": report.new, "changed": report.changed, "moved": report.moved,
                "removed": report.removed, "unsettled": report.unsettled, "skipped": report.skipped,
            ], help: "Files of the last run.")
        add(
            "run_pages", by: "work",
            [
                "read": report.pages, "recognized": report.recognized, "reused": report.reused,
                "embedded": report.embedded, "meaning-omitted": report.meaningOmitted,
            ], help: "Pages of the last run.")
        add("run_failed_items", Double(report.failed), help: "Items that failed in the last run.")
        add("run_warnings", Double(report.warnings.count), help: "Warnings of the last run.")
        add("failed_items", Double(report.standingFailures), help: "Items that stand as failed.")
        add("pages_waiting", Double(report.waiting), help: "Pages that wait to be recognised.")
        add("pages_waiting_for_vectors", Double(report.meaningWaiting), help: "Pages that wait for vectors.")
        add(
            "index_bytes", help: "Size of the index.",
            samples: bytes.sorted { $0.key < $1.key }.map { "{file=\"\($0.key)\"} \($0.value)" })
        if let free = report.freeBytes {
            add("disk_free_bytes", Double(free), help: "Free space on the disk of the index.")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
