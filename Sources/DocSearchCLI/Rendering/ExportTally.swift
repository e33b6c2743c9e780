import ArgumentParser
import DocSearch
import Synchronization

/// The messages of an export for each document, and in the end.
final class ExportTally: Sendable {
    private let isQuiet: Bool
    private let isVerbose: Bool
    private let counts = Mutex(Counts())

    private struct Counts {
        var (written, known, failed) = (0, 0, 0)
        /// Files that lack something of an unreadable page.
        var incomplete = 0
    }

    init(_ global: GlobalOptions) { (isQuiet, isVerbose) = (global.quiet, global.verbose) }

    private func say(_ text: String) { if !isQuiet { StandardError.say(text) } }

    func count(_ result: ExportedDocument) {
        let path = TerminalText.safe(result.document.path)
        if let error = result.error {
            counts.withLock { $0.failed += 1 }
            return StandardError.say(TerminalText.safe("docsearch: \(error.sentence)"))
        }
        counts.withLock { if result.isWritten { $0.written += 1 } else { $0.known += 1 } }
        if isVerbose { say("\(path): \(TerminalText.safe(result.path))") }
        if let repair = result.pdf?.repair {
            say("\(path): the PDF was damaged and is repaired in the copy (\(TerminalText.safe(repair))).")
        }
        if let pages = result.pdf?.pagesWithoutWords, !pages.isEmpty {
            say(
                "\(path): no words could be added to \(Self.list(pages)): the index has no places for them, the PDF has another "
                    + "page size, or the page has a good text of its own, which corrections do not change.")
        }
        if let pages = result.pdf?.pagesWithOldText, !pages.isEmpty {
            say(
                "\(path): the old text of \(Self.list(pages)) could not be hidden, and programs find it beside the "
                    + "recognised one.")
        }
        if !result.unreadPages.isEmpty {
            counts.withLock { $0.incomplete += 1 }
            say(
                "\(path): words or their places are missing on \(Self.list(result.unreadPages)): what cannot be read in the "
                    + "document, or in the index (\"docsearch verify\" says where).")
        }
    }

    /// How much was exported; nothing when an export ends before its first document.
    private func sum(_ counts: Counts) {
        let (written, known, failed) = (counts.written, counts.known, counts.failed)
        guard written + known + failed > 0 else { return }
        let there = known > 0 ? ", \(known) \(known == 1 ? "was" : "were") there already" : ""
        let missing = failed > 0 ? ", \(failed) could not be exported" : ""
        say("\(written.counted("file")) written\(there)\(missing).")
    }

    /// For an export that an error ended.
    func end() { sum(counts.withLock { $0 }) }

    /// `others` is the number of files in the folder that belong to other documents.
    func finish(others: Int) throws {
        let counts = counts.withLock { $0 }
        sum(counts)
        if others > 0 {
            let (are, belong) = others == 1 ? ("is", "belongs") : ("are", "belong")
            say(
                "\(others.counted("file")) \(are) in the folder that \(belong) to documents which are not exported now: hidden, "
                    + "forgotten, moved or not asked for. Nothing removes them.")
        }
        guard counts.failed + counts.incomplete > 0 else { return }
        throw counts.written + counts.known > 0 ? ExitCode.someFailed : ExitCode.couldNot
    }

    private static func list(_ pages: [Int]) -> String {
        let shown = pages.prefix(10).map(String.init).joined(separator: ", ")
        let more = pages.count > 10 ? " and \(pages.count - 10) more" : ""
        return "\(pages.count == 1 ? "page" : "pages") \(shown)\(more)"
    }
}
