import AnswerForms
import ArgumentParser
import DocSearch

struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write tags, notes and other decisions, or all documents, for other programs.",
        discussion: """
            With --user, all tags, corrections, notes and saved questions as JSON Lines, which "docsearch import" reads. \
            With --documents, all documents with their metadata, and with their texts when --text is given. Without FILE, \
            or with -, to standard output.

            With --to, feeds a search engine: numbered files in DIR, with a document for each page that is new or \
            different since the last time, and tombstones for those that are gone. Send the files in their order and \
            remove them; where DIR is empty, all has been sent. --public or --filter says which documents may be found \
            there; hidden ones only with --hidden.

            With --as, writes documents (DOC as in "docsearch show", folders, or --query) into the folder of --to, a file \
            each. searchable-pdf is the PDF as it is, with the recognised words as invisible text behind the pages that have \
            no good text of their own; nothing is recognised for it. alto, hocr and text have the text of all pages. mets is \
            a folder for an archive system: METS with PREMIS events that say how the texts came about, and the ALTO of each \
            page. A file that is there already, of the same document and text, is not made again, and a file that docsearch did not write, or \
            that somebody has changed since, is never replaced.

            Exit codes: 0 done, 1 no document found, 2 not done, 3 done but for documents, or pages in the index, that could \
            not be read, 64 wrong usage, 75 another feed or export is writing to the folder.

            Examples:
              docsearch export --user said.jsonl
              docsearch export --documents --csv documents.csv
              docsearch export --to opensearch --dir feed --filter="-tag:=closed"
              docsearch export minutes/1931.pdf --as searchable-pdf --to reading-room
              docsearch export --query "tag:=lent" --as alto --to alto
              docsearch export minutes --as mets --to packages
            """)

    @OptionGroup var global: GlobalOptions
    @Argument(help: .init("The file to write; with --as, documents, or - for a list of them.", valueName: "doc"))
    var names: [String] = []
    @Flag(help: "Tags, corrections, notes and other decisions.") var user = false
    @Flag(help: "All documents with their metadata.") var documents = false
    @Flag(help: "With --documents, the texts of all pages as well.") var text = false
    @Flag(help: "With --documents, comma-separated values for a spreadsheet.") var csv = false
    @OptionGroup var feed: FeedingOptions
    @OptionGroup var export: ExportingOptions

    private var file: String { names.first ?? "-" }

    func validate() throws {
        let isExport = export.form != nil
        try feed.validate(isExport: isExport)
        let kinds = [user, documents, feed.to != nil && !isExport, isExport].filter(\.self).count
        try refuse(if: kinds != 1, "Give one of --user, --documents, --as and --to.")
        if isExport {
            try refuse(if: feed.to?.isEmpty ?? true, "--as needs --to with a folder.")
            try refuse(if: names.isEmpty && export.query == nil, "Name a document, or give --query.")
            return try refuse(if: !names.isEmpty && export.query != nil, "Name documents or give --query, not both.")
        }
        try refuse(if: names.count > 1, "Name one file.")
        try refuse(if: feed.to != nil && file != "-", "With --to, --dir names the folder; there is no file.")
        try refuse(if: user && (text || csv), "--text and --csv go with --documents.")
        try refuse(if: text && csv, "Give one of --text and --csv.")
    }

    func run() throws {
        if let form = export.form, let folder = feed.to {
            return try export.run(form, named: names, into: folder, showsHidden: feed.hidden, global)
        }
        let index = try global.archiveIndex(.load())
        if let (folder, options) = try feed.request() { return try write(index.feed(into: folder, options: options)) }
        try StreamedOutput.write(to: file, what: "export") { output in
            if user { return try index.exportAnnotations { try output.write($0) } }
            if csv { try output.write(CSV.row(DocumentListing.columns)) }
            try index.forEachDocument { document, file in
                if csv { return try output.write(CSV.row(DocumentListing.cells(document, file: file))) }
                let pages = text ? try index.pages(of: document, withLayouts: false) : nil
                try output.write(DocumentListing.object(document, file: file, pages: pages).line)
            }
        }
    }

    private func write(_ report: FeedReport) throws {
        let written = "\(report.pages.counted("page")) and \(report.tombstones.counted("tombstone"))"
        global.say(report.files == 0 ? "Nothing new." : "\(written) in \(report.files.counted("file")).")
        guard report.unreadable > 0 else { return }
        StandardError.say(
            "docsearch: \(report.unreadable.counted("page")) could not be read in the index. What the search engine has of "
                + "them stays. Repair the index (docsearch verify --repair) and feed again.")
        throw ExitCode.someFailed
    }
}
