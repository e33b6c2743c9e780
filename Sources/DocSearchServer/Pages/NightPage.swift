import AnswerForms
import DocSearch

struct NightPage {
    let frame: SiteFrame
    let status: IndexStatus
    let orphans: Int
    /// Messages of runs name folders of the machine.
    let redaction: Redaction

    private static let mostFailures = 500

    var html: HTML {
        frame.page(
            "Runs – docsearch", width: "narrow",
            """
            <h1>The last run</h1>
            \(run)
            <h2>What failed</h2>
            \(failures)
            <h2>The index</h2>
            \(figures)
            """)
    }

    private var run: HTML {
        guard let run = status.lastRun else { return "<p>No run has finished yet.</p>" }
        let rows = [
            ("files looked at", run.bundles), ("unchanged", run.unchanged), ("new", run.new), ("changed", run.changed),
            ("moved", run.moved), ("removed", run.removed), ("documents written", run.documents),
            ("pages read", run.pages), ("pages recognised", run.recognized), ("pages that wait", run.waiting),
            ("failed", run.failed), ("failures that stand", run.standingFailures),
        ]
        let warnings: [HTML] = run.warnings.map { "<p class=\"hint\">\(redaction.applied(to: $0.message))</p>" }
        let look: HTML = status.lastLook.map { "<p>Looked again at \(time($0)): nothing to do.</p>" } ?? .none
        return """
            <p>Began at \(time(run.started)) and took \(duration(run.seconds))\(run.isPartial ? "; it was stopped before its end" : "").</p>\(look)
            \(warnings)\(list(rows.map { ($0, String($1)) }))
            """
    }

    private func list(_ rows: [(String, String)]) -> HTML {
        "<dl class=\"wide\">\(rows.map { "<dt>\($0)</dt><dd class=\"number\">\($1)</dd>" as HTML })</dl>"
    }

    private var failures: HTML {
        guard !status.failures.isEmpty else { return "<p>Nothing.</p>" }
        let rows: [HTML] = status.failures.prefix(Self.mostFailures).map { failure in
            let page = failure.page.map { ", page \($0)" } ?? ""
            return """
                <tr><td><bdi>\(failure.path)</bdi>\(page)</td><td>\(redaction.applied(to: failure.reason))</td><td class="number">\(failure.attempts)</td><td>\(time(failure.lastSeen))</td></tr>
                """
        }
        let more = status.failures.count - Self.mostFailures
        let rest: HTML = more > 0 ? "<p>And \(more) more: docsearch status --failed</p>" : .none
        return """
            <div class="scroller" tabindex="0" role="region" aria-label="What failed"><table><thead><tr><th scope="col">File</th><th scope="col">Why</th><th scope="col">Times</th><th scope="col">Last</th></tr></thead><tbody>\(rows)</tbody></table></div>\(rest)
            """
    }

    private var figures: HTML {
        var rows = [
            ("documents", "\(status.documents)"), ("files", "\(status.bundles)"), ("pages", "\(status.pages)"),
            ("pages without text", "\(status.pagesWithoutText)"), ("locked", "\(status.locked.count)"),
            ("left out", "\(status.leftOut)"), ("missing documents with tags or notes", "\(orphans)"),
            ("size", size(status.bytes.values.reduce(0, +))),
        ]
        if let missing = status.sandbox?.missing, !missing.isEmpty {
            rows.append(("missing from the sandbox", missing.joined(separator: "; ")))
        }
        return list(rows)
    }

    private func time(_ seconds: Int64) -> HTML {
        let date = DocumentDate(secondsSinceEpoch: seconds, precision: .instant).description
        return "<time datetime=\"\(date)\">\(date.replacing("T", with: " ").replacing("Z", with: " UTC"))</time>"
    }

    private func duration(_ seconds: Double) -> String {
        if seconds < 90 { return "\((seconds * 10).rounded() / 10) seconds" }
        let minutes = Int((seconds / 60).rounded())
        guard minutes >= 90 else { return minutes.counted("minute") }
        return (minutes / 60).counted("hour") + " and " + (minutes % 60).counted("minute")
    }

    private func size(_ bytes: Int64) -> String {
        bytes < 10_000_000 ? "\(bytes / 1000) kB" : "\(bytes / 1_000_000) MB"
    }
}
