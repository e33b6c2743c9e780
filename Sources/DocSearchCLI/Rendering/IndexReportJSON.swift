import DocSearch

/// An index run's report as JSON; docs/command-line.md describes the members.
enum IndexReportJSON {
    static func value(_ report: IndexingReport) -> JSONOutput {
        let counts: [(String, Int)] = [
            ("bundles", report.bundles), ("unchanged", report.unchanged), ("new", report.new),
            ("changed", report.changed), ("removed", report.removed), ("moved", report.moved),
            ("unsettled", report.unsettled), ("skipped", report.skipped),
            ("documents", report.documents),
            ("pages", report.pages), ("recognized", report.recognized), ("reused", report.reused),
            ("waiting", report.waiting), ("failed", report.failed),
            ("standing_failures", report.standingFailures), ("symbolic_links", report.symbolicLinks),
        ]
        return .object(
            [("started", .int(report.started)), ("seconds", .double(report.seconds))]
                + counts.map { ($0.0, .int(Int64($0.1))) }
                + [
                    ("free_bytes", report.freeBytes.map { .int($0) } ?? .null),
                    ("read_as_bundles", .array(report.readAsBundles.map(reading))),
                    ("warnings", .strings(report.warnings.map(\.sentence))),
                    ("sandbox", report.sandbox.map(sandbox) ?? .null),
                    ("partial", .bool(report.isPartial)),
                ])
    }

    private static func reading(_ folder: IndexingReport.FolderReading) -> JSONOutput {
        .object([("path", .string(folder.path)), ("format", .string(folder.format))])
    }

    private static func sandbox(_ state: SandboxState) -> JSONOutput {
        .object([("active", .strings(state.active)), ("missing", .strings(state.missing))])
    }
}
