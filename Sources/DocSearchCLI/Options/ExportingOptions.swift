import AnswerForms
import ArgumentParser
import DocSearch

/// The options of `docsearch export --as`.
struct ExportingOptions: ParsableArguments {
    @Option(
        name: .customLong("as"),
        help: .init("Export documents: searchable-pdf, alto, hocr, text or mets.", valueName: "form"))
    var form: ExportForm?
    @Option(help: .init("With --as, all documents that have all words of a query.", valueName: "query"))
    var query: String?
    @Option(help: .init("With --query, only documents in this remembered folder.", valueName: "path"))
    var root: [String] = []
    @Flag(help: "With --as, signed PDFs as well; their signatures are not valid for the copies.") var signed = false
    @Flag(help: "With --as, encrypted PDFs as well, without encryption.") var decrypt = false
    @OptionGroup var locked: PasswordOptions
    @Flag(help: "Read with all your rights, where the system has no sandbox.") var noSandbox = false

    func validate() throws {
        try refuse(if: !root.isEmpty && query == nil, "--root goes with --query.")
        let isUsed = query != nil || signed || decrypt || locked.passwords != nil || noSandbox
        try refuse(
            if: form == nil && isUsed,
            "--query, --root, --signed, --decrypt, --passwords and --no-sandbox go with --as.")
        try refuse(
            if: (signed || decrypt) && form != .searchablePDF, "--signed and --decrypt go with --as searchable-pdf.")
    }

    /// Hidden documents only when they are named themselves, or with `showsHidden`. `isWhole` unless single ones are named.
    private func documents(
        named names: [String], showsHidden: Bool, in index: ArchiveIndex
    ) throws -> (documents: [ArchiveDocument], isWhole: Bool) {
        if let query {
            return (try index.documents(answering: query, includingHidden: showsHidden, roots: root), true)
        }
        var selection = DocumentSelection()
        (selection.documents, selection.query, selection.root, selection.yes) = (names, nil, [], true)
        var inside: [ArchiveDocument] = []
        let named = try selection.found(in: index) { reference in
            let documents = try index.documents(inFolder: reference.text)
            inside += documents
            return !documents.isEmpty
        }
        var seen = Set(named.map(\.id))
        return (named + inside.filter { (showsHidden || !$0.isHidden) && seen.insert($0.id).inserted }, named.isEmpty)
    }

    func run(
        _ form: ExportForm, named names: [String], into folder: String, showsHidden: Bool, _ global: GlobalOptions
    ) throws {
        let configuration = try ConfigurationFile.load()
        let index = try global.archiveIndex(configuration)
        var (documents, isWhole) = try documents(named: names, showsHidden: showsHidden, in: index)
        if form == .searchablePDF, isWhole {
            let records = documents.count { !$0.hasContent }
            documents.removeAll { !$0.hasContent }
            if records > 0 {
                global.say("\(records.counted("record")) without pages \(records == 1 ? "is" : "are") left out.")
            }
        }
        guard !documents.isEmpty else {
            global.say("Nothing found.")
            throw ExitCode.nothingFound
        }
        var options = ArchivePagesOptions()
        options.usesSandbox = !noSandbox
        options.readers = 1
        options.passwords = try configuration.passwordFile(locked.passwords).passwords
        options.limits = configuration.limits ?? options.limits
        var pdf = SearchablePDFOptions()
        (pdf.allowsSigned, pdf.removesEncryption) = (signed, decrypt)
        pdf.allowsDocumentsWithin = !isWhole
        let pages = try ArchivePages(index, options: options)
        let (tally, choice, chosen) = (ExportTally(global), pdf, documents)
        defer { pages.close() }
        let others: Int
        do {
            others = try Blocking.wait {
                try await pages.export(chosen, as: form, into: folder, options: choice) { tally.count($0) }
            }
        } catch {
            tally.end()
            guard error is CancellationError else { throw error }
            throw DocSearchError(
                .failed, "The export was stopped. Files that are written stay; run it again to go on.")
        }
        try tally.finish(others: isWhole ? others : 0)
    }
}

extension ExportForm: ExpressibleByArgument {}
