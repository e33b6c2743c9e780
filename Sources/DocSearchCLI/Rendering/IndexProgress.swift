import ArgumentParser
import DocSearch
import Foundation
import Synchronization

struct IndexProgress {
    enum Form: String, ExpressibleByArgument, CaseIterable { case auto, bar, lines, json, none }

    private let form: Form
    /// There is no terminal, and nothing else shows that the run continues.
    private let isMinutely: Bool
    private let quiet: Bool
    private let verbose: Bool
    private let dryRun: Bool
    private let isTimed: Bool
    private var line = ProgressLine()
    private var failed: [String: (text: String, count: Int)] = [:]
    private var unsettled: [String] = []
    private var skipped: [String] = []
    private var warnings: [String] = []

    init(
        form: Form = .auto, quiet: Bool, verbose: Bool, dryRun: Bool = false, isTimed: Bool = false
    ) {
        let automatic: Form = quiet ? .none : isatty(2) == 1 ? .bar : verbose || dryRun ? .lines : .none
        self.form = form == .auto ? automatic : form
        isMinutely = form == .auto && !quiet && automatic != .bar
        self.quiet = quiet
        self.verbose = verbose
        self.dryRun = dryRun
        self.isTimed = isTimed
    }

    func report(
        orStopped stopped: String, of events: @escaping @Sendable () -> AsyncThrowingStream<IndexingEvent, any Error>
    ) throws -> IndexingReport {
        try Blocking.wait { [start = self] in
            let shared = SharedProgress(start)
            let minutes = Task {
                while start.isMinutely {
                    do { try await Task.sleep(for: .seconds(60)) } catch { return }
                    shared.display.withLock { $0.showMinute() }
                }
            }
            defer { minutes.cancel() }
            for try await event in events() {
                shared.display.withLock { $0.show(event) }
                if case .finished(let report) = event {
                    shared.display.withLock { $0.finish(report) }
                    return report
                }
            }
            throw DocSearchError(.failed, stopped)
        }
    }

    private final class SharedProgress: Sendable {
        let display: Mutex<IndexProgress>

        init(_ progress: IndexProgress) { display = Mutex(progress) }
    }

    private func showMinute() { if let text = line.text() { StandardError.say(text) } }

    mutating func show(_ event: IndexingEvent) {
        switch event {
        case .failed(let path, let page, _, let reason):
            keepFailure(of: path, Self.failure(of: path, page: page, reason))
        case .warning(let warning) where warnings.count < RunSummary.names: warnings.append(warning.sentence)
        case .skipped(let bundle, let reason):
            Self.keep(TerminalText.safe("\(bundle) (\(reason))"), in: &skipped)
        case .unsettled(let bundle): Self.keep(bundle, in: &unsettled)
        default: break
        }
        switch form {
        case .json: StandardError.write(ProgressEventJSON.object(event).line)
        case .bar:
            if let text = line.text(after: event, width: Self.width) { StandardError.write(text) }
            if case .warning(let warning) = event {
                StandardError.write("\r\(TerminalText.safe(warning.sentence))\u{1B}[K\n")
            }
        case .lines, .auto: showLine(event)
        case .none: break
        }
        if isMinutely { line.count(event) }
        if case .embedding(let pages) = event, pages >= Self.manyVectors, isMinutely || form == .bar {
            // Overwrites the progress bar.
            StandardError.write((form == .bar ? "\r\u{1B}[K" : "") + Self.vectorsSentence(pages) + "\n")
        }
    }

    private static let manyVectors = 500

    static func vectorsSentence(_ pages: Int) -> String {
        "Computing the vectors of \(pages.counted("page")) for search by meaning, which may take hours. It can be "
            + "interrupted at any time, and the next run continues; \"docsearch index --meaning never\" leaves it out."
    }

    /// A bundle in which everything fails leaves room for others.
    private mutating func keepFailure(of path: String, _ text: String) {
        let bundle = path.firstRange(of: "!/").map { String(path[..<$0.lowerBound]) } ?? path
        let known = failed[bundle]
        failed[bundle] = (text: known.map { min($0.text, text) } ?? text, count: (known?.count ?? 0) + 1)
        if failed.count > RunSummary.names, let last = failed.keys.max() { failed[last] = nil }
    }

    private var failedLines: [String] {
        failed.sorted { $0.key < $1.key }.map { _, failure in
            failure.count == 1 ? failure.text : "\(failure.text) (and \(failure.count - 1) more in this file)"
        }
    }

    /// The first by name, so that the result does not depend on the speed of readers.
    private static func keep(_ text: String, in list: inout [String]) {
        list.append(text)
        guard list.count > RunSummary.names else { return }
        list.sort()
        list.removeLast()
    }

    /// Read each time, because windows change size.
    private static var width: Int { Terminal.size(of: 2)?.columns ?? 80 }

    static func failure(of path: String, page: Int?, _ reason: String) -> String {
        TerminalText.safe("\(path)\(page.map { ", page \($0)" } ?? ""): \(reason)")
    }

    private var time: String { isTimed ? ClockTime.now : "" }

    private func say(_ line: String) { StandardError.say(time + line) }

    private func showLine(_ event: IndexingEvent) {
        switch event {
        case .failed(let path, let page, _, let reason):
            say("failed: \(Self.failure(of: path, page: page, reason))")
        case .warning(let warning): say("warning: \(warning.sentence)")
        case .indexed(let document, let pages, let toRecognize) where verbose:
            let rest = toRecognize > 0 ? ", \(toRecognize) to recognise" : ""
            say("indexed: \(document) (\(pages.counted("page"))\(rest))")
        case .recognized(let document, let page) where verbose:
            say("recognised: \(document) page \(page)")
        case .skipped(let bundle, let reason): say("skipped: \(bundle): \(reason)")
        case .removed(let bundle) where verbose || dryRun:
            say("\(dryRun ? "would remove" : "removed"): \(bundle)")
        default: break
        }
    }

    /// Suits a cron mail. With `--quiet` only failures, documents with changed names and new gaps of the sandbox are
    /// told: the same mail every night would teach people to ignore it.
    func finish(_ report: IndexingReport) {
        if form == .bar { StandardError.write("\r\u{1B}[K") }
        let isNewGap = report.isSandboxNew && report.sandbox?.warning != nil
        let isClean = report.failed == 0 && report.warnings.isEmpty && report.readAsBundles.isEmpty && !isNewGap
        guard form != .json, !(quiet && isClean) else { return }
        // The order of reading differs from night to night.
        let summary = RunSummary(
            report: report, failed: form == .lines ? [] : failedLines, unsettled: unsettled.sorted(),
            skipped: skipped.sorted(), warnings: form == .lines || form == .bar ? [] : warnings, isDryRun: dryRun)
        StandardError.write(time + summary.lines.joined(separator: "\n") + "\n")
    }
}
