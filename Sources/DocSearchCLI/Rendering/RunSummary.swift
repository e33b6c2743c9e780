import DocSearch

/// At most 15 lines, for the mail that an administrator reads in the morning.
struct RunSummary {
    var report: IndexingReport
    /// The first ``names`` failures.
    var failed: [String]
    var unsettled: [String]
    var skipped: [String] = []
    var warnings: [String]
    var isDryRun = false

    static let leavingOut = "docsearch exclude --list, .docsearchignore, or a folder of the system such as @eaDir"

    static let names = 10

    var lines: [String] {
        var lines = [headline, work]
        if let notes { lines.append(notes) }
        // Warnings and failures share ten lines, warnings first: they concern more than one file.
        let wrong = warnings.map { "warning: \(TerminalText.safe($0))" } + failed.map { "failed: \($0)" }
        lines += wrong.prefix(Self.names)
        let isMore = wrong.count > Self.names || report.failed > failed.count && !failed.isEmpty
        if let standing = standing(isMore: isMore) { lines.append(standing) }
        return lines
    }

    private var headline: String {
        let counts: [(Int, String)] = [
            (report.new, "new"), (report.changed, "changed"), (report.moved, "moved"), (report.removed, "removed"),
        ]
        var found = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        let changes = found.isEmpty ? "nothing new" : found.joined(separator: ", ")
        let bundles = report.bundles.counted("bundle")
        if isDryRun {
            return "Nothing was changed (--dry-run). A run would find \(bundles): \(changes)."
        }
        // Removed documents are not among the bundles that the run met.
        if report.bundles == 0, let first = counts.first(where: { $0.0 > 0 }) {
            found[0] = "\(first.0.counted("bundle")) \(first.1)"
        }
        return (report.bundles == 0 && !found.isEmpty ? found.joined(separator: ", ") : "\(bundles): \(changes)")
            + (report.failed > 0 ? "; \(report.failed) failed" : "") + ". Took \(Self.time(report.seconds))."
    }

    private var work: String {
        var parts = [
            (report.pages, "\(report.pages.counted("page")) read\(speed(report.pages))"),
            (report.recognized, "\(report.recognized.counted("page")) recognised\(speed(report.recognized))"),
            (report.reused, "\(report.reused) recognised before"),
            (
                report.secondReadings ?? 0,
                "\((report.secondReadings ?? 0).counted("page")) in doubt read by the second recogniser, "
                    + "\(report.betterTexts ?? 0) better"
            ),
            (report.embedded, "vectors of \(report.embedded.counted("page")) computed\(speed(report.embedded))"),
        ].compactMap { $0 > 0 ? $1 : nil }
        if parts.isEmpty { parts.append("No page was read") }
        if let free = report.freeBytes { parts.append("\(Self.size(free)) free on the index's disk") }
        return parts.joined(separator: ", ") + "."
    }

    /// Over the whole run, because text and scans share its time.
    private func speed(_ pages: Int) -> String {
        guard report.seconds >= 1 else { return "" }
        let rate = Double(pages) / report.seconds
        return " (\(rate < 10 ? (rate * 10).rounded() / 10 : rate.rounded())/s)".replacing(".0/", with: "/")
    }

    private var notes: String? {
        func counted(
            _ count: Int, _ noun: String, one: String, several: String, rest: String
        ) -> String? {
            count > 0 ? "\(count.counted(noun)) \(count == 1 ? one : several)\(rest)" : nil
        }
        func named(_ first: String?, of count: Int, saying beginning: String) -> String? {
            first.map { "\(beginning): \($0)\(count > 1 ? " and \(count - 1) more" : "")" }
        }
        let (bundle, skips) = (report.readAsBundles.first, report.skipped.counted("bundle"))
        let skippedNote: String? = named(skipped.first, of: report.skipped, saying: "\(skips) skipped")
            .map { "\($0): docsearch status --passed-over" }
        let notes = [
            report.isPartial ? "stopped before the end, the next run continues" : nil,
            counted(report.waiting, "page", one: "waits", several: "wait", rest: " to be recognised"),
            counted(report.meaningWaiting, "page", one: "waits", several: "wait", rest: " for vectors"),
            named(
                unsettled.first.map { TerminalText.safe($0) }, of: report.unsettled,
                saying: "still being written, so left for the next run"),
            skippedNote,
            counted(
                report.awaited, "file", one: "awaited", several: "awaited", rest: ", as fetch.txt of their bags says"),
            named(
                bundle.map { TerminalText.safe($0.path) }, of: report.readAsBundles.count,
                saying: "now read as one bundle (\(bundle?.format ?? ""))"),
            report.leftOut > 0
                ? "\(report.leftOut) left out, each folder as one (\(Self.leavingOut))" : nil,
            counted(
                report.passedOver, "file", one: "passed over because of its name",
                several: "passed over because of their names", rest: " (\(endings)): docsearch status --passed-over"),
            counted(
                report.passedOverInBundles, "file", one: "in a bundle passed over", several: "in bundles passed over",
                rest: ": docsearch status --passed-over"),
            counted(report.symbolicLinks, "symbolic link", one: "was", several: "were", rest: " not followed"),
        ].compactMap(\.self)
        guard let first = notes.first else { return nil }
        return ([first.prefix(1).uppercased() + first.dropFirst()] + notes.dropFirst()).joined(separator: "; ") + "."
    }

    private var endings: String {
        let most = report.passedOverEndings.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let named = most.prefix(Self.endings).map { ending, count in
            "\(count) \(ending.isEmpty ? "without an extension" : "." + ending)"
        }
        let rest = most.dropFirst(Self.endings).reduce(0) { $0 + $1.value }
        let others = rest > 0 ? ["\(rest) \(rest == 1 ? "other" : "others")"] : []
        return TerminalText.safe((named + others).joined(separator: ", "))
    }

    private static let endings = 4

    private func standing(isMore: Bool) -> String? {
        guard report.standingFailures > 0 else { return nil }
        let all = report.standingFailures
        let earlier = all - report.failed
        let origin: String? =
            switch earlier {
            case ...0: nil
            case all where all == 1: "from an earlier run"
            case all: "all from earlier runs"
            case 1: "1 of them from an earlier run"
            default: "\(earlier) of them from earlier runs"
            }
        return "\(all == 1 ? "1 item stands" : "\(all) items stand") as failed\(origin.map { ", \($0)" } ?? ""); "
            + "\(isMore ? "all of them" : "more about \(all == 1 ? "it" : "them")"): docsearch status --failed"
    }

    private static func time(_ seconds: Double) -> String {
        let whole = Int(seconds)
        switch seconds {
        case ..<60: return "\((seconds * 10).rounded() / 10) s"
        case ..<3600: return "\(whole / 60) min \(whole % 60) s"
        default: return "\(whole / 3600) h \(whole / 60 % 60) min"
        }
    }

    private static func size(_ bytes: Int64) -> String {
        bytes < 10_000_000_000 ? "\(bytes / 1_000_000) MB" : "\(bytes / 1_000_000_000) GB"
    }
}
