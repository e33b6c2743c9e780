import ArgumentParser
import DocSearch

struct ForgetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "Erase documents from all files of the index, for good.",
        discussion: """
            Texts, words, tags, notes, corrections and their history are erased, in the files of the index, their logs \
            and their back-ups, and cannot be found in the bytes afterwards. It cannot be undone. It asks first; --yes \
            does not.

            The source file is not touched. While it lies in a remembered folder, the next run that reads it brings the \
            document back: move the file away, or leave it out with --exclude, which keeps its path as a pattern.

            The files of the index are written anew, which takes some seconds for each 100 MB, and as much room \
            again. When it is interrupted, the same command or the next "docsearch index" goes on.

            Out of reach: copies of the index elsewhere, such as snapshots and back-ups of the disk, reports and mails \
            of earlier runs, and what the disk keeps in unused blocks.

            Exit codes: 0 done, 1 the query finds nothing, 2 not done, 64 wrong usage, 75 another run is writing.

            Examples:
              docsearch forget 17
              docsearch forget --exclude private/letter.pdf
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var selection: DocumentSelection
    @Flag(help: "Also leave the files out of later runs.") var exclude = false
    @Flag(help: "Print one JSON object.") var json = false

    func run() throws {
        let index = global.archiveIndex(try .load())
        let earlier = try index.finishForgetting()
        if let earlier {
            global.say("\(earlier.documents.count.counted("document")) of an interrupted command forgotten to the end.")
        }
        let documents: [ArchiveDocument]
        do {
            documents = try selection.found(in: index)
        } catch let error as DocSearchError where error.code == .notFound && earlier != nil {
            // The one that the interrupted command was about.
            if json, let earlier { try StandardOutput.write(object(earlier).json + "\n") }
            return
        }
        guard !documents.isEmpty else { throw ExitCode.nothingFound }
        if exclude { try requireWholeBundles(documents, in: index) }
        try confirm(documents)
        if exclude {
            // A file that was named itself is not looked at again in any case.
            let roots = try index.status().roots
            let paths = try Set(documents.map { try index.location(of: $0) }).subtracting(roots).sorted()
            if !paths.isEmpty { try index.exclude(paths: paths, by: Person.name) }
        }
        let report = try index.forget(documents)
        if json { return try StandardOutput.write(object(report).json + "\n") }
        for line in lines(report) { global.say(TerminalText.safe(line)) }
    }

    /// What leaves a bundle out leaves out all of its documents.
    private func requireWholeBundles(_ documents: [ArchiveDocument], in index: ArchiveIndex) throws {
        let all = Set(documents.map(\.id))
        for document in documents {
            guard let other = try index.documents(besides: document).first(where: { !all.contains($0.id) }) else {
                continue
            }
            throw DocSearchError(
                .usage,
                "\"\(document.bundlePath)\" is left out as a whole, and has \"\(other.path)\" in it as well. Nothing was "
                    + "changed. Without --exclude, the document is forgotten alone.", item: document.path)
        }
    }

    private func confirm(_ documents: [ArchiveDocument]) throws {
        guard !selection.yes else { return }
        let named = documents.prefix(10).map { "  \(TerminalText.safe($0.path))\n" }.joined()
        let more = documents.count > 10 ? "  and \(documents.count - 10) more\n" : ""
        StandardError.write(
            "\(named)\(more)Forget \(documents.count.counted("document")) for good, with all that was said of "
                + "\(documents.count == 1 ? "it" : "them")? This cannot be undone. Type yes: ")
        try DocumentSelection.requireYes()
    }

    private func lines(_ report: ForgettingReport) -> [String] {
        var lines = [
            "Forgot \(report.documents.count.counted("document")): \(report.texts.counted("page text")), and "
                + "\(report.decisions) of tags, notes and the like."
        ]
        if !report.removedFiles.isEmpty { lines.append("Removed: \(report.removedFiles.joined(separator: ", "))") }
        for path in report.copies { lines.append("The same bytes are also in \"\(path)\", whose text stays.") }
        for source in report.sources where source.isThere {
            if !source.comesBack {
                lines.append("The file \"\(source.path)\" is still there. No run looks at it any more.")
            } else if exclude {
                lines.append("The file \"\(source.path)\" is still there. It is left out of later runs.")
            } else if source.hasOthers {
                lines.append(
                    "It is still in \"\(source.path)\", with others, and comes back when that is read again. Take it out "
                        + "there, or leave all of it out: docsearch exclude \"\(source.path)\"")
            } else {
                lines.append(
                    "The file \"\(source.path)\" is still there, and the next run reads it again. Move it away, or: "
                        + "docsearch exclude \"\(source.path)\"")
            }
        }
        for name in report.otherFiles {
            lines.append("\"\(name)\" in the index folder is not docsearch's own; it was not looked into.")
        }
        return lines
            + ["Not reached: copies of the index elsewhere, reports and mails of runs, unused blocks of the disk."]
    }

    private func object(_ report: ForgettingReport) -> JSONObject {
        let sources = report.sources.map {
            ["path": $0.path, "is_there": $0.isThere, "comes_back": $0.comesBack, "has_others": $0.hasOthers]
                as JSONObject
        }
        return [
            "documents": report.documents, "sources": sources, "texts": report.texts, "decisions": report.decisions,
            "copies": report.copies, "removed_files": report.removedFiles, "other_files": report.otherFiles,
        ]
    }
}
