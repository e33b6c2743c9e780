import AnswerForms
import ArgumentParser
import DocSearch

struct ForgetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget", abstract: "Erase documents from all files of the index, for good.",
        discussion: """
            Texts, words, tags, notes, corrections and their history are erased, in the files of the index, their logs \
            and their back-ups, and cannot be found in the bytes afterwards. All recent searches are removed, too. It \
            cannot be undone. It asks first; --yes does not.

            A document that was left out or removed before is named by its last path, or by its identifier in "docsearch \
            status --orphans". Without tags or notes it may no longer be found: forget a document before you exclude or \
            remove it.

            The source file is not changed. While it is in a remembered folder, the next run that reads it brings the \
            document back: move the file away, or leave it out with --exclude, which keeps its path as a pattern.

            The files of the index are rewritten, which takes some seconds for each 100 MB and needs as much disk space \
            again. If the command is interrupted, running it again, or the next "docsearch index", completes it.

            It cannot reach: copies of the index elsewhere, such as snapshots and back-ups of the disk, reports and mails \
            of earlier runs, drafts of notes that an editor left behind, what a program that shows pages has open, and \
            what the disk keeps in unused blocks.

            Exit codes: 0 done, 1 the query finds nothing, 2 not done, 3 done except for a file of the index folder that \
            could not be removed, 64 wrong usage, 75 another run is writing.

            Examples:
              docsearch forget 17
              docsearch forget --exclude private/letter.pdf
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var selection: DocumentSelection
    @Flag(help: "Also leave the files out of later runs.") var exclude = false
    @Flag(help: "Print one JSON object.") var json = false

    private static let listed = 10

    func run() throws {
        let index = try global.archiveIndex(.load())
        let earlier = try index.finishForgetting()
        if let documents = earlier?.documents.count.counted("document") {
            global.say("Finished erasing \(documents) that an interrupted command had begun.")
        }
        var ended: [ForgettingReport.Source] = []
        var remains: [DocumentRemains] = []
        let documents = try selection.found(in: index) { reference in
            let sources = earlier?.sources(of: reference) ?? []
            ended += sources
            if !sources.isEmpty { return true }
            guard let found = try index.remains(of: reference.text) else {
                throw DocSearchError(
                    .notFound, "There is no document \"\(reference.text)\" in the index.", item: reference.text,
                    remedy: .indexAgainToForget)
            }
            if !remains.contains(found) { remains.append(found) }
            return true
        }
        if selection.query == nil { try requireOneMeaning(of: documents, in: index) }
        guard !documents.isEmpty || !remains.isEmpty || !ended.isEmpty else {
            global.say("Nothing found.")
            throw ExitCode.nothingFound
        }
        if exclude {
            try requireWholeBundles(documents, ended, in: index)
            for left in remains { try requireNoDocument(in: left.file, of: index) }
        }
        try confirm(documents, remains, in: index)
        var excluded: Set<String> = []
        if exclude {
            let files = try documents.map { try index.location(of: $0) } + ended.map(\.path) + remains.map(\.file)
            excluded = try leaveOut(files, of: index)
        }
        var report = earlier ?? ForgettingReport()
        do {
            report.append(try index.forget(documents, remains: remains))
        } catch let error as DocSearchError where !excluded.isEmpty {
            throw try Self.withExclusion(error, of: index)
        }
        try tell(report, excluded)
        if !report.notRemoved.isEmpty { throw ExitCode.someFailed }
    }

    /// - Returns: The files that runs would read. A file indexed by its own name is not read again in any case.
    private func leaveOut(_ files: [String], of index: ArchiveIndex) throws -> Set<String> {
        let excluded = try Set(files).subtracting(index.rememberedPaths()).filter(index.isInRememberedFolder)
        if !excluded.isEmpty { try index.exclude(paths: excluded.sorted(), isForgotten: true, by: Person.name) }
        return excluded
    }

    private func requireOneMeaning(of documents: [ArchiveDocument], in index: ArchiveIndex) throws {
        guard try index.rememberedPaths().count > 1 else { return }
        let typed = Set(selection.documents.map { Array($0.utf8) })
        for document in documents where typed.contains(Array(document.path.utf8)) {
            guard let left = try index.remains(of: document.path) else { continue }
            throw DocSearchError(
                .ambiguous,
                "\"\(document.path)\" could mean the document \"\(try index.location(of: document))\", or what is left of "
                    + "\"\(left.file)\". Give the absolute path of one of them. Nothing was forgotten.",
                item: document.path)
        }
    }

    /// If forgetting failed, the next run would remove the excluded documents from the index.
    private static func withExclusion(_ error: DocSearchError, of index: ArchiveIndex) throws -> DocSearchError {
        let last = try index.changes(limit: 1).first
        if !index.isForgettingUnfinished, let last, last.leavesOutForgotten, !last.isUndone {
            try index.undo(last.id, by: Person.name)
            return error
        }
        var error = error
        error.message += " The files are left out of later runs."
        return error
    }

    /// An excluded bundle loses all of its documents.
    private func requireWholeBundles(
        _ documents: [ArchiveDocument], _ ended: [ForgettingReport.Source], in index: ArchiveIndex
    ) throws {
        if let shared = ended.first(where: \.hasOthers) {
            throw DocSearchError(
                .usage, "\"\(shared.path)\" can only be left out as a whole, and contains other documents.",
                item: shared.path)
        }
        let all = Set(documents.map(\.id))
        // The answer is the same for all documents of a bundle.
        var looked: Set<Int64> = []
        for document in documents where !looked.contains(document.id) {
            let others = try index.documents(besides: document)
            looked.formUnion(others.map(\.id))
            guard let other = others.first(where: { !all.contains($0.id) }) else { continue }
            throw DocSearchError(
                .usage,
                "\"\(document.bundlePath)\" can only be left out as a whole, and also contains \"\(other.path)\". Nothing was "
                    + "changed. Without --exclude, only the document is forgotten.", item: document.path)
        }
    }

    private func requireNoDocument(in file: String, of index: ArchiveIndex) throws {
        do {
            _ = try index.document(DocumentReference(file))
        } catch let error as DocSearchError where error.code == .notFound {
            return
        } catch let error as DocSearchError where error.code == .ambiguous {
            // There are several.
        }
        throw DocSearchError(
            .usage,
            "\"\(file)\" can only be left out as a whole, and contains other documents. Nothing was changed. Without "
                + "--exclude, only what is left of the document is forgotten.", item: file)
    }

    private func confirm(
        _ documents: [ArchiveDocument], _ remains: [DocumentRemains], in index: ArchiveIndex
    ) throws {
        let count = documents.count + remains.count
        guard !selection.yes, count > 0 else { return }
        let isInOne = try index.rememberedPaths().count < 2
        let paths = try documents.prefix(Self.listed).map {
            try isInOne ? $0.path : index.location(of: $0) + ($0.entry.isEmpty ? "" : "!/" + $0.entry)
        }
        let named = (paths + remains.map { isInOne ? $0.path : $0.file }).prefix(Self.listed)
            .map { "  \(TerminalText.safe($0))\n" }.joined()
        let more = count > Self.listed ? "  and \(count - Self.listed) more\n" : ""
        try DocumentSelection.requireYes(
            to: "\(named)\(more)Forget \(count.counted("document")) for good, with all tags, notes and other decisions "
                + "on \(count == 1 ? "it" : "them")? This cannot be undone.")
    }
}

extension ForgetCommand {
    private func tell(_ report: ForgettingReport, _ excluded: Set<String>) throws {
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
            + [
                "Not reached: copies of the index elsewhere, shared folders of docsearch farm, reports and mails of runs, "
                    + "unused blocks of the disk."
            ]
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
