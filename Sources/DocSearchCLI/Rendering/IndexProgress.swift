import ArgumentParser
import DocSearch
import Foundation

/// Tells on standard error how an index run goes: a line that changes on a terminal, lines elsewhere, or JSON lines.
struct IndexProgress {
    enum Form: String, ExpressibleByArgument, CaseIterable {
        case auto, bar, lines, json, none
    }

    private let form: Form
    private let quiet: Bool
    private let verbose: Bool
    private let dryRun: Bool
    private var documents = 0
    private var recognized = 0
    private var waiting = 0
    private var failed: [String] = []
    private var failedCount = 0
    private var current = ""
    private var lastShown = ContinuousClock.now - .seconds(1)

    init(form: Form, quiet: Bool, verbose: Bool, dryRun: Bool) {
        let automatic: Form = quiet ? .none : isatty(2) == 1 ? .bar : .lines
        self.form = form == .auto ? automatic : form
        self.quiet = quiet
        self.verbose = verbose
        self.dryRun = dryRun
    }

    mutating func show(_ event: IndexingEvent) {
        count(event)
        switch form {
        case .json: StandardError.write(json(event))
        case .bar: showBar(event)
        case .lines, .auto: showLine(event)
        case .none: break
        }
    }

    private mutating func count(_ event: IndexingEvent) {
        switch event {
        case .started(let bundle): current = bundle
        case .indexed(_, _, let toRecognize):
            documents += 1
            waiting += toRecognize
        case .recognized(let document, let page):
            recognized += 1
            waiting = max(0, waiting - 1)
            current = "\(document) page \(page)"
        case .failed(let path, let page, _, let reason):
            failedCount += 1
            if failed.count < 10 { failed.append(Self.failure(path, page, reason)) }
        case .removed, .warning, .finished: break
        }
    }

    private static func failure(_ path: String, _ page: Int?, _ reason: String) -> String {
        TerminalText.safe("\(path)\(page.map { ", page \($0)" } ?? ""): \(reason)")
    }

    private mutating func showBar(_ event: IndexingEvent) {
        if case .warning(let text) = event { StandardError.write("\r\u{1B}[K\(TerminalText.safe(text))\n") }
        let now = ContinuousClock.now
        guard now - lastShown > .milliseconds(100) else { return }
        lastShown = now
        var size = winsize()
        let width = ioctl(2, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 20 ? Int(size.ws_col) : 80
        let counts =
            "\(documents) documents, \(recognized) pages recognised"
            + (waiting > 0 ? ", \(waiting) to go" : "") + (failedCount > 0 ? ", \(failedCount) failed" : "")
        let line = TerminalText.safe("\(counts)  \(current)")
        StandardError.write("\r\u{1B}[K\(line.prefix(width - 1))")
    }

    private func showLine(_ event: IndexingEvent) {
        switch event {
        case .failed(let path, let page, _, let reason):
            StandardError.write("failed: \(Self.failure(path, page, reason))\n")
        case .warning(let text): StandardError.write("warning: \(TerminalText.safe(text))\n")
        case .indexed(let document, let pages, let toRecognize) where verbose:
            let rest = toRecognize > 0 ? ", \(toRecognize) to recognise" : ""
            StandardError.write("indexed: \(TerminalText.safe(document)) (\(pages) pages\(rest))\n")
        case .recognized(let document, let page) where verbose:
            StandardError.write("recognised: \(TerminalText.safe(document)) page \(page)\n")
        case .removed(let bundle) where verbose || dryRun:
            StandardError.write("\(dryRun ? "would remove" : "removed"): \(TerminalText.safe(bundle))\n")
        default: break
        }
    }

    private func json(_ event: IndexingEvent) -> String {
        let members: [(String, JSONOutput)] =
            switch event {
            case .started(let bundle): [("event", .string("started")), ("path", .string(bundle))]
            case .indexed(let document, let pages, let toRecognize):
                [
                    ("event", .string("indexed")), ("path", .string(document)), ("pages", .int(Int64(pages))),
                    ("to_recognize", .int(Int64(toRecognize))),
                ]
            case .recognized(let document, let page):
                [("event", .string("recognized")), ("path", .string(document)), ("page", .int(Int64(page)))]
            case .removed(let bundle): [("event", .string("removed")), ("path", .string(bundle))]
            case .failed(let path, let page, let stage, let reason):
                [
                    ("event", .string("failed")), ("path", .string(path)), ("page", .optional(page)),
                    ("stage", .string(stage)), ("reason", .string(reason)),
                ]
            case .warning(let text): [("event", .string("warning")), ("message", .string(text))]
            case .finished(let report):
                [("event", .string("finished")), ("report", IndexReportJSON.value(report))]
            }
        return JSONOutput.object(members).text + "\n"
    }

    /// The summary, fit for a cron mail. With `--quiet` it is only written when something failed.
    func finish(_ report: IndexingReport) {
        if form == .bar { StandardError.write("\r\u{1B}[K") }
        let isClean = report.failed == 0 && report.warnings.isEmpty
        guard form != .json, !(quiet && isClean) else { return }
        var lines: [String] = []
        if dryRun { lines.append("Nothing was changed (--dry-run). A run would find:") }
        lines.append(
            "\(report.bundles) bundles: \(report.new) new, \(report.changed) changed, \(report.unchanged) unchanged, "
                + "\(report.removed) removed, in \(Self.time(report.seconds))")
        if report.documents + report.pages + report.recognized > 0 {
            lines.append(
                "\(report.documents) documents written, \(report.pages) pages read, \(report.recognized) recognised"
                    + (report.reused > 0 ? ", \(report.reused) recognised before" : ""))
        }
        if report.waiting > 0 { lines.append("\(report.waiting) pages wait to be recognised") }
        if report.symbolicLinks > 0 { lines.append("\(report.symbolicLinks) symbolic links were not followed") }
        if report.isPartial { lines.append("Stopped before the end; the next run goes on.") }
        if form == .bar || quiet {
            lines += report.warnings.map { "warning: \(TerminalText.safe($0))" }
            lines += failed.map { "failed: \($0)" }
        }
        if report.standingFailures > 0 {
            let new = report.failed > 0 ? " (\(report.failed) in this run)" : ""
            lines.append("\(report.standingFailures) failed items\(new); see: docsearch status --failed")
        }
        StandardError.write(lines.joined(separator: "\n") + "\n")
    }

    private static func time(_ seconds: Double) -> String {
        if seconds < 60 { return "\((seconds * 10).rounded() / 10) s" }
        return "\(Int(seconds) / 60) min \(Int(seconds) % 60) s"
    }
}
