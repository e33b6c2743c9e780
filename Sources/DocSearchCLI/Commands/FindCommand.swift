import AnswerForms
import ArgumentParser
import DocSearch
import Foundation

struct FindCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "find", abstract: "Find documents and the pages that hold the words.",
        discussion: """
            Documents with all the words come first; when they are few, those with some of the words follow and are \
            marked as such. Put phrases in quotes ('"water board"'), exclude with a minus (-draft), join alternatives \
            with OR, group with parentheses, and write wat* for words that begin with these letters, =running for \
            this form only, ~recieve for similar spellings, 'water NEAR/5 board' for words near each other. Fields \
            are title:, author:, tag:, text:, note:, label:, path:, bundle:, document:, id:, person:, package:, lang:, \
            format:, pages:, origin:, confidence:, has:, root:, modified: and for dates 1931..1935, before:, after: or on:. \
            Plain words such as "last month" or "in March 1931" are understood too, and docsearch says how. A question \
            in words also finds pages by meaning, once "docsearch index --meaning auto" has made vectors. @NAME alone \
            runs the query that "docsearch save" keeps under this name. See docs/query-language.md.

            Without words, on a terminal, it shows recent searches, tags and authors.

            Exit codes: 0 found, 1 nothing found, 2 not done, 64 wrong usage.

            Examples:
              docsearch find water board
              docsearch find '"tramway extension" 1931..1935'
              docsearch find minutes -draft --limit 3 --json
            """)

    @OptionGroup var global: GlobalOptions

    @Argument(parsing: .allUnrecognized, help: .init("The words to look for.", valueName: "query"))
    var query: [String] = []

    @Option(help: "Documents to show; 10, and all with --new.") var limit: Int?
    @Option(help: "Documents to skip at the start.") var offset = 0
    @Option(help: "Pages to show of each document.") var pages = 3
    @Option(help: "Order: relevance, date, title, path, modified or indexed; dates are newest first.")
    var sort = SearchRequest.Sort.relevance
    @Option(
        help: "Documents with all words, any word, or auto: all, then any; auto, and all with --queries --csv.")
    var match: SearchRequest.Match?
    @Option(help: "Search by meaning as well as by words: auto (for questions), on (for every query) or off.")
    var meaning = SearchRequest.Meaning.auto
    @Option(help: "Words in a snippet, 1 to 64.") var context = 32
    @Flag(help: "Print one JSON object.") var json = false
    @Flag(help: "Print one JSON object for each hit, one on a line.") var jsonl = false
    @Flag(help: "Print lines of a TREC run: qid Q0 docid rank score docsearch.") var trec = false
    @Flag(help: "Print comma-separated values for a spreadsheet, one row for each page.") var csv = false
    @Option(
        help: .init(
            "Run the query on each line of a file: id, TAB, query. - is standard input.", valueName: "file"))
    var queries: String?
    @Option(help: .init("A query that every document must also match, as in lang:de.", valueName: "query"))
    var filter: String?
    @Option(help: .init("Only documents in this remembered folder; may be given more than once.", valueName: "path"))
    var root: [String] = []
    @Flag(help: "Count tags, authors, years, formats and languages of all documents found.") var facets = false
    @Flag(help: "Show each copy of a document separately.") var all = false
    @Flag(help: "Find hidden documents, too.") var hidden = false
    @Flag(help: "With @NAME, show only documents that it has not shown before.") var new = false
    @Flag(help: "Do not interpret phrases such as \"last month\"; search for the words.") var literal = false
    @Option(help: .init("Words that mean the same, on one line with commas between them.", valueName: "file"))
    var synonyms: String?
    @Flag(help: "Show how the query was understood, and the scores.") var explain = false

    func validate() throws {
        if let unknown = query.prefix(while: { $0 != "--" }).first(where: { $0.hasPrefix("--") }) {
            let name = unknown.prefix { $0 != "=" }
            let options = try CommandShape(named: "find")?.optionNames.filter { $0.hasPrefix("--") } ?? []
            let meant =
                options.first { name.count > 2 && $0.hasPrefix(name) }
                ?? UnknownCommand.nearest(to: String(name), among: options)
            throw ValidationError(
                "Unknown option '\(unknown)'. \(meant.map { "Did you mean \($0)? " } ?? "")To search for it, put -- before "
                    + "the words: docsearch find -- \(unknown)")
        }
        try refuse(
            if: [json, jsonl, trec, csv].count(where: \.self) > 1, "Choose one of --json, --jsonl, --trec and --csv.")
        try refuse(if: queries != nil && !query.isEmpty, "Give words or --queries, not both.")
        // Without words, a person is offered names and tags to search for.
        let isOffering = form == .text && Terminal.isUsed
        try refuse(if: isWithoutWords && !isOffering, "Give the words to look for: docsearch find WORDS")
        if new, query.count != 1 || query.first?.hasPrefix("@") != true {
            throw ValidationError("--new goes with the name of a saved question: docsearch find @NAME --new")
        }
        try requireOneOrMore("--limit", limit)
        try refuse(if: offset < 0 || pages < 0, "--offset and --pages must be 0 or more.")
        try refuse(if: !(1...64).contains(context), "--context must be 1 to 64.")
    }

    private static let mostNew = 10_000

    private var isWithoutWords: Bool {
        queries == nil && filter == nil && root.isEmpty && query.allSatisfy { $0 == "--" }
    }

    private var form: FindRenderer.Form { json ? .json : jsonl ? .jsonLines : trec ? .trec : csv ? .csv : .text }

    private var renderer: FindRenderer {
        FindRenderer(form: form, style: global.style, offset: offset, explains: explain)
    }

    func run() throws {
        if isWithoutWords {
            let offers = try global.archiveIndex(.load()).offers()
            return try StandardOutput.write(OffersRenderer(style: global.style).text(offers))
        }
        if let queries { try answer(QueryFile.read(queries)) } else { try answer() }
    }

    private func answer() throws {
        let configuration = try ConfigurationFile.load()
        var request = try request(configuration)
        let typed = Self.text(query)
        request.query = typed
        request.corrects = form == .text || form == .json
        let index = try global.archiveIndex(configuration)
        if !query.contains("--"), let name = SavedQuestion.name(in: typed) {
            request.query = try question(name, in: index)
            if new { request.newTo = name }
        }
        try resolveFilter(&request) { index }
        let patience = WordOfProgress(isShown: form == .text && !global.quiet)
        defer { patience.end() }
        let results = try index.search(request)
        patience.end()
        var renderer = renderer
        renderer.isPaged = true
        if !global.quiet {
            renderer.writeHints(results, newTo: request.newTo)
            // A failure to read earlier runs changes no answer.
            if let days = try? index.daysWithoutRun() { StandardError.say(Self.overdue(days)) }
        }
        try renderer.writeHead()
        try renderer.write(results)
        // Only results that were written count as shown.
        if let name = request.newTo { try index.noteShown(results.hits, of: name) }
        if form == .text, !new, offset == 0, configuration.recent ?? true, Terminal.isUsed {
            index.keepSearch(typed, found: results.showing == nil ? results.totalWithAll : 0)
        }
        // Scripts are told that what they asked for was not found.
        if results.hits.isEmpty || results.showing != nil { throw ExitCode.nothingFound }
    }

    private func answer(_ queries: [BatchQuery]) throws {
        let configuration = try ConfigurationFile.load()
        var request = try request(configuration)
        // Batches are for programs, and return the same documents over and over.
        request.looksForFiles = false
        try resolveFilter(&request) { try global.archiveIndex(configuration) }
        let search = try ParallelSearch(request: request) { try global.archiveIndex(configuration) }
        try renderer.writeHead()
        var found = false
        try search.forEach(queries) { query, outcome in
            guard let results = try query.results(outcome) else { return }
            var renderer = renderer
            renderer.queryID = query.id
            found = found || !results.hits.isEmpty
            try renderer.write(results)
        }
        if !found { throw ExitCode.nothingFound }
    }

    private func question(_ name: String, in index: ArchiveIndex) throws -> String {
        guard let question = try index.savedQuestions().first(where: { $0.name == name }) else {
            throw SavedQuestion.unknown(name)
        }
        return question.query
    }

    private func resolveFilter(_ request: inout SearchRequest, _ open: () throws -> ArchiveIndex) throws {
        guard let name = request.filter.flatMap(SavedQuestion.name) else { return }
        request.filter = try question(name, in: open())
    }

    private static func overdue(_ days: Int) -> String {
        "Hint: The index was last brought up to date \(days) days ago, and more often before that. \(Remedy.update.command)"
    }

    /// Without the query.
    private func request(_ configuration: ConfigurationFile) throws -> SearchRequest {
        var request = SearchRequest("")
        // People who receive new results must not miss the eleventh.
        request.limit = limit ?? (new ? Self.mostNew : 10)
        request.offset = offset
        request.pagesPerDocument = trec ? 0 : pages
        request.sort = sort
        // A list for a spreadsheet tells which terms occur, and half a term does not.
        request.match = match ?? (queries != nil && csv ? .all : .auto)
        request.meaning = meaning
        request.snippetWords = context
        request.filter = filter
        request.roots = root
        request.countsFacets = facets
        // Judgements name each document, copies included.
        request.showsCopies = all || trec
        request.isLiteral = literal
        request.showsHidden = hidden
        request.locatesFiles = form == .json || form == .jsonLines
        request.looksForFiles = request.locatesFiles || form == .text
        try configuration.apply(to: &request, synonyms: synonyms)
        return request
    }

    /// After `--`, a word that looks like an option is searched for. A minus before a word still excludes it.
    private static func text(_ words: [String]) -> String {
        let terminator = words.firstIndex(of: "--") ?? words.endIndex
        let literal = words[terminator...].dropFirst().map { word in
            word.hasPrefix("--") ? "\"\(word.replacing("\"", with: " "))\"" : word
        }
        return (words[..<terminator] + literal).joined(separator: " ")
    }
}

extension SearchRequest.Sort: ExpressibleByArgument {}
extension SearchRequest.Match: ExpressibleByArgument {}
extension SearchRequest.Meaning: ExpressibleByArgument {}
