import AnswerForms
import ArgumentParser
import DocSearch
import Foundation

struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show what is in the index, and what could not be read.",
        discussion: """
            Exit codes: 0 done, 2 not done (no index, for example), 64 wrong usage.

            Examples:
              docsearch status
              docsearch status --failed
              docsearch status --locked
              docsearch status --passed-over
              docsearch status --json
            """)

    @OptionGroup var global: GlobalOptions

    @Flag(help: "List what could not be read, and why.") var failed = false
    @Flag(help: "List what waits for a password (docsearch index --passwords FILE).") var locked = false
    @Flag(help: "List the pages that have no text.") var noText = false
    @Flag(help: "List the recognised pages that look like a language or script other than those they were read in.")
    var otherLanguage = false
    @Flag(help: "List tags, notes and other decisions on documents that can no longer be found.") var orphans = false
    @Flag(help: "List the files that are passed over, on disk and in bundles.") var passedOver = false
    @Flag(help: "Print one JSON object.") var json = false

    func run() throws {
        let index = try global.archiveIndex(.load())
        let status = try index.status()
        if json { return try StandardOutput.write(try object(status, index)) }
        var lines: [String] = []
        if failed {
            lines += status.failures.map(Self.line) + unanswered(index)
            if lines.isEmpty { global.say("Nothing has failed.") }
            lines += Self.warnings(of: status)
        }
        if locked { lines += status.locked.map { TerminalText.safe($0) } }
        if noText {
            lines += try index.pagesWithoutText().map { path, pages in
                "\(TerminalText.safe(path)): page \(pages.map(String.init).joined(separator: ", "))"
            }
        }
        if otherLanguage { lines += try otherLanguageLines(index) }
        if orphans { lines += try orphanLines(index) }
        if passedOver { try writePassedOver(index) }
        if ![failed, noText, otherLanguage, locked, orphans, passedOver].contains(true) {
            lines = overview(status, index)
        }
        if locked {
            global.say(
                status.locked.isEmpty
                    ? "Nothing is locked."
                    : "docsearch index --passwords FILE tries the passwords in a file, one on each line.")
        }
        if !lines.isEmpty { try StandardOutput.write(lines.joined(separator: "\n") + "\n") }
    }

    private static func warnings(of status: IndexStatus) -> [String] {
        guard status.lastLook == nil else { return [] }
        return status.lastRun?.warnings.map { "warning of the last run: \(TerminalText.safe($0.sentence))" } ?? []
    }

    /// Nil when Debian has no data for any.
    private static func packages(_ status: IndexStatus) -> String? {
        let packages = status.languagePackages.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        guard !packages.isEmpty else { return nil }
        let pages = packages.map { "\($0.key) for \($0.value.counted("page"))" }.joined(separator: ", ")
        return "read by the next run if tesseract has the data: \(pages) (docsearch doctor)"
    }

    private func otherLanguageLines(_ index: ArchiveIndex) throws -> [String] {
        let list = try index.pagesInOtherLanguages()
        if list.isEmpty { global.say("No page looks like another language.") }
        return list.map { path, language, pages in
            "\(TerminalText.safe(path)): page \(pages.map(String.init).joined(separator: ", ")) (\(language))"
        }
    }

    private func orphanLines(_ index: ArchiveIndex) throws -> [String] {
        let list = try index.orphans()
        if list.isEmpty { global.say("There are no orphans.") }
        return list.map {
            TerminalText.safe("\($0.id.prefix(8)) \($0.rootPath)/\($0.path) (\($0.title)): \($0.annotations)")
        }
    }

    private func writePassedOver(_ index: ArchiveIndex) throws {
        var count = 0
        func write(_ line: String) throws {
            count += 1
            try StandardOutput.write(TerminalText.safe(line) + "\n")
        }
        try index.passedOver {
            try write($0)
        } others: {
            try write("\($0) (\($1))")
        }
        if count == 0 { global.say("No file is passed over.") }
    }

    /// Nil without a second recogniser.
    private func doubt(_ index: ArchiveIndex) throws -> PagesInDoubt? {
        try ConfigurationFile.load().recognizer(named: nil).map(index.pagesInDoubt)
    }

    private func unanswered(_ index: ArchiveIndex) -> [String] {
        do {
            return try doubt(index)?.failures.map(Self.line) ?? []
        } catch {
            return [TerminalText.safe("pages in doubt are not known: \(Self.reason(error))")]
        }
    }

    private func doubtText(_ index: ArchiveIndex) throws -> String? {
        guard let recognizer = try ConfigurationFile.load().recognizer(named: nil), let doubt = try doubt(index)
        else { return nil }
        var text = "\(doubt.pages.counted("page")) below \(Int((recognizer.below * 100).rounded())) %"
        if doubt.unread > 0 {
            let time = doubt.seconds.map { ", about \(MeaningText.time(Int($0.rounded(.up))))" } ?? ""
            text += "; \(recognizer.name) has \(doubt.unread) of them to read\(time)"
        }
        guard !doubt.failures.isEmpty else { return text }
        return text + "; it had no answer for \(doubt.failures.count) (docsearch status --failed)"
    }

    /// Nil where all are searched, and on their pages.
    private static func corrections(_ index: ArchiveIndex) throws -> String? {
        let (waiting, adrift) = (try index.waitingCorrections(), try index.adriftCorrections().count)
        let counts = [
            waiting > 0 ? "\(waiting) not searched until the next docsearch index" : nil,
            adrift > 0 ? "\(adrift) adrift (docsearch correct --adrift)" : nil,
        ].compactMap(\.self)
        return counts.isEmpty ? nil : counts.joined(separator: ", ")
    }

    private func passedOverCounts(_ status: IndexStatus) -> String? {
        let counts = [
            status.passedOver > 0 ? "\(status.passedOver) because of their names" : nil,
            status.passedOverInBundles > 0 ? "\(status.passedOverInBundles) in bundles" : nil,
        ].compactMap(\.self)
        return counts.isEmpty ? nil : counts.joined(separator: ", ")
    }

    private func overview(_ status: IndexStatus, _ index: ArchiveIndex) -> [String] {
        var lines: [String?] = summary(status, index.path)
        lines += [
            Self.line("Orphans:    ") {
                let count = try index.orphans().count
                return count > 0 ? "\(count) (docsearch status --orphans)" : nil
            },
            Self.line("Corrections: ") { try Self.corrections(index) },
            Self.line("In doubt:   ") { try doubtText(index) },
            Self.line("Meaning:    ") { try index.meaningStatus().map(MeaningText.line) },
            status.leftOut > 0
                ? "Left out:   \(status.leftOut), each folder as one (\(RunSummary.leavingOut))"
                : nil,
            passedOverCounts(status).map { "Passed over: \($0) (docsearch status --passed-over)" },
        ]
        lines += status.exclusionProblems.map { "Warning:    \(TerminalText.safe($0))" }
        let unfinished = "Forgetting: interrupted; the next docsearch index or docsearch forget completes it"
        return lines.compactMap(\.self) + (index.isForgettingUnfinished ? [unfinished] : [])
    }

    /// The value may be unreadable; the rest of the status is shown all the same.
    private static func line(_ label: String, _ text: () throws -> String?) -> String? {
        do {
            return try text().map { label + $0 }
        } catch {
            return "\(label)not known. \(TerminalText.safe(reason(error)))"
        }
    }

    private static func reason(_ error: any Error) -> String { (error as? DocSearchError)?.sentence ?? "\(error)" }

    private static func line(_ failure: PagesInDoubt.Failure) -> String {
        IndexProgress.failure(of: failure.path, page: failure.page, failure.reason)
            + " (its text stays; docsearch index --retry-failed has the recogniser try again)"
    }

    private static func line(_ failure: IndexFailure) -> String {
        IndexProgress.failure(of: failure.path, page: failure.page, failure.reason)
            + (failure.attempts > 1 ? " (tried \(failure.attempts) times)" : "")
    }

    private func summary(_ status: IndexStatus, _ path: String) -> [String] {
        let singles = Set(status.singleRoots)
        let (states, layers) = (Self.counts(status.states), Self.counts(status.verdicts))
        let bytes = status.bytes.sorted { $0.key < $1.key }.map { "\($0.key) \(Self.size($0.value))" }
        var lines = ["Index:      \(TerminalText.safe(path))"]
        lines += list("Folders:", status.roots.filter { !singles.contains($0) })
        if !singles.isEmpty { lines += list("Files:", status.singleRoots) }
        lines += [
            "Documents:  \(status.documents) in \(status.bundles.counted("bundle"))",
            "Pages:      \(status.pages)\(states.isEmpty ? "" : " (\(states))")",
            "Layers:     \(layers.isEmpty ? "none" : layers)",
            "Reasons:    \(status.reasons.isEmpty ? "none" : Self.counts(status.reasons))",
        ]
        if !status.otherLanguages.isEmpty {
            let pages = status.otherLanguages.values.reduce(0, +).counted("page")
            let languages = Self.counts(status.otherLanguages)
            lines.append("Languages:  \(pages) in another one (\(languages); docsearch status --other-language)")
            if let packages = Self.packages(status) { lines.append("            \(packages)") }
        }
        lines += [
            "Size:       \(bytes.joined(separator: ", "))",
            "Failures:   \(status.failures.count)\(status.failures.isEmpty ? "" : " (docsearch status --failed)")",
            "Locked:     \(status.locked.count)\(status.locked.isEmpty ? "" : " (docsearch status --locked)")",
        ]
        if let sandbox = status.sandbox { lines.append("Sandbox:    \(Self.text(sandbox))") }
        if let run = status.lastRun {
            let (date, seconds) = (DocumentDate(seconds: run.started), (run.seconds * 10).rounded() / 10)
            lines.append(
                "Last run:   \(date), \(seconds) s, \(run.documents.counted("document")) written, \(run.failed) failed"
                    + (run.isPartial ? ", stopped before the end" : ""))
            lines += Self.warnings(of: status)
        }
        if let look = status.lastLook { lines.append("Last check: \(DocumentDate(seconds: look)), nothing to do") }
        return lines
    }

    private func list(_ label: String, _ paths: [String]) -> [String] {
        let head = label.padding(toLength: 12, withPad: " ", startingAt: 0)
        let texts = paths.map { TerminalText.safe($0) }
        if texts.count > 3, global.verbose {
            let indent = String(repeating: " ", count: 12)
            return texts.enumerated().map { ($0 == 0 ? head : indent) + $1 }
        }
        let few = texts.prefix(3).joined(separator: ", ")
        guard texts.count > 3 else { return [head + few] }
        return ["\(head)\(texts.count), such as \(few) (all: docsearch status --verbose)"]
    }

    private static func text(_ sandbox: SandboxState) -> String {
        guard !sandbox.active.isEmpty || !sandbox.missing.isEmpty else { return "switched off (--no-sandbox)" }
        let missing = sandbox.missing.isEmpty ? "" : "; missing: \(sandbox.missing.joined(separator: "; "))"
        return TerminalText.safe((sandbox.active.isEmpty ? "none" : sandbox.active.joined(separator: ", ")) + missing)
    }

    private static func counts(_ counts: [String: Int]) -> String {
        counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
    }

    private static func size(_ bytes: Int64) -> String {
        switch bytes {
        case ..<10_000: "\(bytes) B"
        case ..<10_000_000: "\(bytes / 1000) kB"
        default: "\(bytes / 1_000_000) MB"
        }
    }

    private func object(_ status: IndexStatus, _ index: ArchiveIndex) throws -> JSONObject {
        let pagesWithoutText = try noText ? index.pagesWithoutText() : []
        let list = pagesWithoutText.map { ["path": $0.path, "pages": $0.pages] as JSONObject }
        let languages = try otherLanguage ? index.pagesInOtherLanguages() : []
        let others = languages.map { ["path": $0.path, "language": $0.language, "pages": $0.pages] as JSONObject }
        let languageList: JSONObject = otherLanguage ? ["other_language": others] : [:]
        let orphans = try orphans ? ["orphans": index.orphans().map(Self.object)] : [:] as JSONObject
        // They are not known where user.sqlite cannot be read; the rest of the status is shown all the same.
        let (waiting, adrift) = (try? index.waitingCorrections(), try? index.adriftCorrections().count)
        return [
            "documents": status.documents, "pages": status.pages, "pages_without_text": status.pagesWithoutText,
            "bundles": status.bundles, "roots": status.roots, "failures": status.failures.map(Self.object),
            "locked": status.locked.count, "states": JSONObject(status.states),
            "verdicts": JSONObject(status.verdicts), "reasons": JSONObject(status.reasons),
            "other_languages": JSONObject(status.otherLanguages),
            "language_packages": JSONObject(status.languagePackages),
            "bytes": JSONObject(status.bytes), "last_run": status.lastRun.map(IndexReportJSON.object),
            "last_look": status.lastLook, "left_out": status.leftOut, "passed_over": status.passedOver,
            "passed_over_in_bundles": status.passedOverInBundles,
            "exclusion_problems": status.exclusionProblems, "corrections_waiting": waiting,
            "corrections_adrift": adrift,
            "forgetting_unfinished": index.isForgettingUnfinished, "meaning": MeaningText.object(index),
            "in_doubt": doubtObject(index),
        ] + (noText ? ["no_text": list] : [:]) + languageList + orphans
    }

    private static func object(_ orphan: AnnotationOrphan) -> JSONObject {
        [
            "id": orphan.id, "root": orphan.rootPath, "path": orphan.path, "title": orphan.title,
            "decisions": orphan.annotations,
        ]
    }

    private func doubtObject(_ index: ArchiveIndex) -> JSONObject? {
        do {
            return try doubt(index).map { doubt in
                [
                    "pages": doubt.pages, "unread": doubt.unread, "engine": doubt.engine, "seconds": doubt.seconds,
                    "failures": doubt.failures.map {
                        ["path": $0.path, "page": $0.page, "reason": $0.reason] as JSONObject
                    },
                ]
            }
        } catch {
            return ["problem": Self.reason(error)]
        }
    }

    private static func object(_ failure: IndexFailure) -> JSONObject {
        [
            "path": failure.path, "page": failure.page, "stage": failure.stage, "code": failure.code,
            "reason": failure.reason, "attempts": failure.attempts, "first_seen": failure.firstSeen,
            "last_seen": failure.lastSeen,
        ]
    }
}
