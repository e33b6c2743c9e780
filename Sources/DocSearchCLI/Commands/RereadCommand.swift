import AnswerForms
import ArgumentParser
import DocSearch

struct RereadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reread", abstract: "Recognise pages of a document again, whatever their text layers.",
        discussion: """
            The new text is indexed instead of the other text of these pages, in later runs too, until "docsearch \
            reread --undo". DOC is a document's number, its path as "docsearch find" shows it, its path on disk, or \
            its identifier.

            Of a damaged file whose earlier text was kept, "reread" takes what the file still has instead: with a \
            document of a zip or mailbox, of that document alone; with the path of the zip or mailbox itself, of all. \
            What cannot be read at all keeps its text, and so does such a document with --page.

            Exit codes: 0 done, 2 not done, 3 some pages failed, 64 wrong usage, 75 another run is writing.

            Examples:
              docsearch reread 12 --page 3
              docsearch reread letters/1931.pdf --language deu+lat
              docsearch reread 12 --page 3 --recognizer rapidocr
              docsearch reread 12 --undo
            """)

    @OptionGroup var global: GlobalOptions

    @Argument(help: .init("The document.", valueName: "doc")) var document: String
    @Option(help: "Only this page, counted from 1; may be given several times.") var page: [Int] = []
    @Option(help: .init("Languages for this recognition, as in eng+deu; else those of the folder.", valueName: "codes"))
    var language: String?
    @Option(help: .init("Read with this second recogniser instead of tesseract.", valueName: "name"))
    var recognizer: String?
    @Flag(help: "Index the usual text again instead of what was reread.") var undo = false
    @Option(help: "Readers at the same time; by default one for each processor.") var jobs: Int?
    @OptionGroup var locked: PasswordOptions
    @Flag(help: "Read foreign files with all your rights, where the system has no sandbox.") var noSandbox = false

    func validate() throws {
        try requireJobs(jobs)
        try refuse(if: undo && language != nil, "--undo reads nothing and needs no --language.")
        try refuse(if: undo && recognizer != nil, "--undo reads nothing and needs no --recognizer.")
    }

    func run() throws {
        let configuration = try ConfigurationFile.load()
        let languages = try language.map(TypedLanguages.codes(typed:))
        var options = try configuration.indexingOptions(jobs: jobs, passwords: locked, usesSandbox: !noSandbox)
        options.languages = languages
        if let recognizer { options.recognizer = try configuration.recognizer(named: recognizer) }
        let index = try global.archiveIndex(configuration)
        let found: ArchiveDocument
        do {
            found = try index.document(DocumentReference(document))
        } catch let error as DocSearchError where isOnlyNamed && [.notFound, .ambiguous].contains(error.code) {
            do {
                return try takeBundles(index, options)
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

    private func takeBundles(_ index: ArchiveIndex, _ options: IndexingOptions) throws {
        let report = try Self.report { [document] in index.reread(bundlesAt: document, options: options) }
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
                case .finished(let report): return report
                default: break
                }
            }
            throw DocSearchError(.failed, "The run was stopped. Pages that were read until then are kept.")
        }
    }
}
