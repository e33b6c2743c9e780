import DocSearch

/// A run's figures for Prometheus, in the text format that the node exporter reads from files
/// (prometheus.io, "Exposition formats").
struct RunMetrics {
    var report: IndexingReport
    var exitCode: Int32
    /// Bytes of each file of the index, by name.
    var bytes: [String: Int64]

    var text: String {
        var lines: [String] = []
        func add(_ name: String, _ help: String, _ values: [(labels: String, value: String)]) {
            lines += ["# HELP docsearch_\(name) \(help)", "# TYPE docsearch_\(name) gauge"]
            lines += values.map { "docsearch_\(name)\($0.labels) \($0.value)" }
        }
        func add(_ name: String, _ help: String, _ value: Double) { add(name, help, [("", "\(value)")]) }
        func add(_ name: String, _ help: String, by label: String, _ counts: [(String, Int)]) {
            add(name, help, counts.map { ("{\(label)=\"\($0.0)\"}", "\($0.1)") })
        }
        add("run_end_timestamp_seconds", "When the last run ended.", Double(report.started) + report.seconds)
        add("run_duration_seconds", "How long the last run took.", report.seconds)
        add("run_exit_code", "0 done, 3 finished but something failed.", Double(exitCode))
        add("run_partial", "Whether the last run stopped before everything was done.", report.isPartial ? 1 : 0)
        add(
            "run_bundles", "Files of the last run.", by: "state",
            [
                ("unchanged", report.unchanged), ("new", report.new), ("changed", report.changed),
                ("moved", report.moved), ("removed", report.removed), ("unsettled", report.unsettled),
                ("skipped", report.skipped),
            ])
        add(
            "run_pages", "Pages of the last run.", by: "work",
            [("read", report.pages), ("recognized", report.recognized), ("reused", report.reused)])
        add("run_failed_items", "Items that failed in the last run.", Double(report.failed))
        add("run_warnings", "Warnings of the last run.", Double(report.warnings.count))
        add("failed_items", "Items that stand as failed.", Double(report.standingFailures))
        add("pages_waiting", "Pages that wait to be recognised.", Double(report.waiting))
        add(
            "index_bytes", "Size of the index.",
            bytes.sorted { $0.key < $1.key }.map { ("{file=\"\($0.key)\"}", "\($0.value)") })
        if let free = report.freeBytes {
            add("disk_free_bytes", "Free space on the disk of the index.", Double(free))
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
