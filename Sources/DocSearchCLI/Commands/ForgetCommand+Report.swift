import AnswerForms
import DocSearch

extension ForgetCommand {
    func tell(_ report: ForgettingReport, _ excluded: Set<String>) throws {
        if json {
            try StandardOutput.write(object(report))
        } else {
            for line in lines(report, excluded) { global.say(line) }
        }
        for sentence in report.notRemoved { StandardError.say("warning: \(sentence)") }
    }

    private func lines(_ report: ForgettingReport, _ excluded: Set<String>) -> [String] {
        var lines = [
            "Forgot \(report.documents.count.counted("document")): \(report.texts.counted("page text")), and "
                + "\(report.annotations.counted("decision")), such as tags and notes."
        ]
        if report.searches > 0 {
            lines.append("Also removed \(report.searches) of the recent searches, which may name what was forgotten.")
        }
        if !report.removedFiles.isEmpty { lines.append("Removed: \(report.removedFiles.joined(separator: ", "))") }
        for path in report.copies { lines.append("The same bytes are also in \"\(path)\", whose text stays.") }
        let there = report.sources.filter(\.isThere)
        lines += there.prefix(Self.listed).map { Self.line($0, excluded) }
        if there.count > Self.listed {
            let more = there.count - Self.listed
            lines.append("\(more) more \(more == 1 ? "file is" : "files are") still there; --json lists all of them.")
        }
        for name in report.otherFiles {
            lines.append("\"\(name)\" in the index folder is not docsearch's own; it was not looked into.")
        }
        return lines
            + ["Not reached: copies of the index elsewhere, reports and mails of runs, unused blocks of the disk."]
    }

    private static func line(_ source: ForgettingReport.Source, _ excluded: Set<String>) -> String {
        if excluded.contains(source.path) {
            return "The file \"\(source.path)\" is still there. It is left out of later runs."
        }
        guard source.comesBack else { return "The file \"\(source.path)\" is still there. Runs no longer look at it." }
        let offer = ShellText.command("exclude", source.path)
        guard source.hasOthers else {
            return "The file \"\(source.path)\" is still there, and the next run reads it again. Move it away"
                + (offer.map { ", or: \($0)" } ?? " or leave it out.")
        }
        return
            "It is still in \"\(source.path)\", with other documents, and comes back when that is read again. Remove it "
            + "from there, or leave all of it out" + (offer.map { ": \($0)" } ?? ".")
    }

    private func object(_ report: ForgettingReport) -> JSONObject {
        let sources = report.sources.map {
            ["path": $0.path, "is_there": $0.isThere, "comes_back": $0.comesBack, "has_others": $0.hasOthers]
                as JSONObject
        }
        return [
            "documents": report.documents, "sources": sources, "texts": report.texts, "decisions": report.annotations,
            "copies": report.copies, "removed_files": report.removedFiles, "other_files": report.otherFiles,
            "searches": report.searches, "not_removed": report.notRemoved,
        ]
    }
}
