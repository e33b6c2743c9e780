import AnswerForms
import ArgumentParser
import DocSearch

struct RereadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reread", abstract: "Recognise pages of a document again, or pages in doubt.",
        discussion: """
            The new text is indexed instead of the other text of these pages, in later runs too, until "docsearch \
            reread --undo". DOC is a document's number, its path as "docsearch find" shows it, its path on disk, or \
            its identifier.

            Of a damaged file whose earlier text was kept, "reread" takes what the file still has instead: with a \
            document of a zip or mailbox, of that document alone; with the path of the zip or mailbox itself, of all. \
            What cannot be read at all keeps its text, and so does such a document with --page.

            With --below or --query the second recogniser reads pages in doubt, as runs do: of DOC, of the documents that the \
            query finds, or of all. Pages that it has read, and those that were reread, are passed over, and the better text is \
            taken. "docsearch show --versions" shows all texts of a page.

            Exit codes: 0 done, 1 no page to read, 2 not done, 3 some pages failed, 64 wrong usage, 75 another run is writing.

            Examples:
              docsearch reread 12 --page 3
              docsearch reread letters/1931.pdf --language deu+lat
              docsearch reread 12 --page 3 --recognizer rapidocr
              docsearch reread 12 --undo
              docsearch reread --below 97 --query minutes --max-time 2h
            """)

    @OptionGroup var global: GlobalOptions

    @Argument(help: .init("The document.", valueName: "doc")) var document: String?
    @Option(help: "Only this page, counted from 1; may be given several times.") var page: [Int] = []
    @Option(help: .init("Languages for this recognition, as in eng+deu; else those of the folder.", valueName: "codes"))
    var language: String?
    @Option(help: .init("Read with this second recogniser instead of tesseract.", valueName: "name"))
    var recognizer: String?
    @Flag(help: "Index the usual text again instead of what was reread.") var undo = false
    @Option(help: .init("Pages in doubt: those whose text has less confidence, from 1 to 101.", valueName: "percent"))
    var below: Double?
    @Option(help: .init("Pages in doubt of all documents that have all words of a query.", valueName: "query"))
    var query: String?
    @Option(help: .init("Stop after a time, as in 90m or 6h; the same command continues.", valueName: "time"))
    var maxTime: String?
    @Option(help: "Readers at the same time; by default one for each processor.") var jobs: Int?
    @OptionGroup var locked: PasswordOptions
    @Flag(help: "Read foreign files with all your rights, where the system has no sandbox.") var noSandbox = false

    func validate() throws {
        try requireJobs(jobs)
        try refuse(if: undo && language != nil, "--undo reads nothing and needs no --language.")
        try refuse(if: undo && recognizer != nil, "--undo reads nothing and needs no --recognizer.")
        let isOfDoubt = below != nil || query != nil
        try refuse(if: document == nil && !isOfDoubt, "Name a document, or give --below or --query.")
        try refuse(if: document != nil && query != nil, "Name a document or give --query, not both.")
        try refuse(if: below.map { !(1...101).contains($0) } ?? false, "--below must be from 1 to 101.")
        try refuse(
            if: isOfDoubt && (undo || language != nil || !page.isEmpty),
            "--below and --query read pages in doubt as runs do, without --undo, --language and --page.")
        try refuse(if: maxTime != nil && !isOfDoubt, "--max-time goes with --below and --query.")
        if let maxTime, TimeText.duration(maxTime) == nil {
            throw ValidationError("--max-time '\(maxTime)' is not a time. Write it as 90s, 30m or 6h.")
        }
    }

    func run() throws {
        let configuration = try ConfigurationFile.load()
        let languages = try language.map(TypedLanguages.codes(typed:))
        var options = try configuration.indexingOptions(jobs: jobs, passwords: locked, usesSandbox: !noSandbox)
        options.languages = languages
        if let recognizer { options.recognizer = try configuration.recognizer(named: recognizer) }
        let index = try global.archiveIndex(configuration)
        guard let document, below == nil else {
            if recognizer == nil { options.recognizer = try configuration.recognizer(named: nil) }
            return try readPagesInDoubt(index, options)
        }
        let found: ArchiveDocument
        do {
            found = try index.document(DocumentReference(document))
        } catch let error as DocSearchError where isOnlyNamed && [.notFound, .ambiguous].contains(error.code) {
            do {
                return try takeBundles(document, index, options)
            } catch let other as DocSearchError where other.code == .notFound {
                throw error
            }
        }
        let pages = page.isEmpty ? nil : page
        if undo {
            let count = try index.useUsualTexts(of: found, pages: pages, options: options)
            let has = count == 1 ? "has" : "have"
            return global.say("\(count.counted("page")) of \(found.path) \(has) the usual text again.")
        }
        let report = try Self.report { [options] in index.reread(found, pages: pages, options: options) }
        // When a damaged file was read again.
        if report.documents > 0 { global.say("What \(found.path) has now was read, instead of what it had before.") }
        global.say("\(report.recognized.counted("page")) of \(found.path) recognised.")
        if report.failed > 0 { throw ExitCode.someFailed }
    }

    private var isOnlyNamed: Bool { !undo && page.isEmpty && language == nil && recognizer == nil }

    private func readPagesInDoubt(_ index: ArchiveIndex, _ options: IndexingOptions) throws {
        var documents: [ArchiveDocument]?
        if let document { documents = [try index.document(DocumentReference(document))] }
        if let query { documents = try index.documents(answering: query, includingHidden: true) }
        var options = options
        if let below { options.recognizer?.below = below / 100 }
        options.maximumTime = maxTime.flatMap(TimeText.duration)
        let report = try Self.report { [documents, options] in
            index.rereadPagesInDoubt(of: documents, options: options)
        }
        let read = report.secondReadings ?? 0
        global.say(
            "\(read.counted("page")) in doubt read by the second recogniser, \(report.betterTexts ?? 0) better."
                + (report.isPartial ? " The time was over; the same command continues." : ""))
        if report.failed > 0 || !report.warnings.isEmpty { throw ExitCode.someFailed }
        if read == 0, !report.isPartial { throw ExitCode.nothingFound }
    }

    private func takeBundles(_ document: String, _ index: ArchiveIndex, _ options: IndexingOptions) throws {
        let report = try Self.report { index.reread(bundlesAt: document, options: options) }
        global.say("What \(document) has now was read, instead of what it had before.")
        if report.failed > 0 { throw ExitCode.someFailed }
    }

    private static func report(
        _ events: @escaping @Sendable () -> AsyncThrowingStream<IndexingEvent, any Error>
    ) throws -> IndexingReport {
        try Blocking.wait {
            for try await event in events() {
                switch event {
                case .failed(let path, let page, _, let reason):
                    StandardError.say("failed: \(IndexProgress.failure(of: path, page: page, reason))")
                case .warning(let warning): StandardError.say("warning: \(TerminalText.safe(warning.sentence))")
                case .finished(let report): return report
                default: break
                }
            }
            throw DocSearchError(.failed, "The run was stopped. Pages that were read until then are kept.")
        }
    }
}
