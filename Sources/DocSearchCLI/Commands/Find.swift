import AnswerForms
import ArgumentParser
import DocSearch
import Foundation

/// Runs `docsearch find`, whichever parser read its command line.
struct Find {
    var index: String?
    var isQuiet = false
    var color = GlobalOptions.Color.auto
    var form = FindRenderer.Form.text
    var explains = false
    var synonyms: String?
    var showsNew = false
    var request = SearchRequest("")
    private(set) var words: [String] = []

    /// Reads the plainest command lines; nil leaves any other to the argument parser. That one finds options by
    /// reflection, 16 of the 36 million instructions of a whole `docsearch find`, which people wait for and scripts run
    /// thousands of times.
    init?(plainArguments arguments: [String]) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--json": form = .json
            case "--quiet": isQuiet = true
            case "--index":
                guard let value = rest.popFirst(), !value.isEmpty, !value.hasPrefix("-") else { return nil }
                index = value
            case "--limit":
                guard let value = rest.popFirst().flatMap({ Int($0) }), value > 0 else { return nil }
                request.limit = value
            case "--meaning":
                guard let value = rest.popFirst().flatMap(SearchRequest.Meaning.init(rawValue:)) else { return nil }
                request.meaning = value
            default:
                guard !argument.hasPrefix("-") else { return nil }
                words.append(argument)
            }
        }
        guard !words.isEmpty else { return nil }
    }

    init() {}

    func run(words: [String]) throws {
        var request = request
        request.query = Self.text(words)
        let configuration = try ConfigurationFile.load()
        try prepare(&request, configuration)
        let index = try GlobalOptions.open(self.index, configuration)
        if !words.contains("--"), let name = SavedQuestion.name(in: request.query) {
            request.query = try question(name, in: index)
            if showsNew { request.newTo = name }
        }
        try resolveFilter(&request) { index }
        let patience = WordOfProgress(isShown: form == .text && !isQuiet)
        defer { patience.end() }
        let results = try index.search(request)
        patience.end()
        var renderer = renderer
        renderer.isPaged = true
        if !isQuiet {
            renderer.writeHints(results, newTo: request.newTo)
            // A failure to read earlier runs changes no answer.
            if let days = try? index.daysWithoutRun() { StandardError.say(Self.overdue(days)) }
        }
        try renderer.writeHead()
        if form == .text, results.hits.isEmpty, let offered = try offered(results, request, index) {
            if !isQuiet { StandardError.say("Showing what was found for: \(offered.query)") }
            try renderer.write(offered)
        } else {
            try renderer.write(results)
        }
        // Only results that were written count as shown.
        if let name = request.newTo { try index.noteShown(results.hits, of: name) }
        if form == .text, !showsNew, request.offset == 0, configuration.recent ?? true, Terminal.isUsed {
            index.keepSearch(Self.text(words), found: results.totalWithAll)
        }
        if results.hits.isEmpty { throw ExitCode.nothingFound }
    }

    func run(queriesIn file: String) throws {
        let queries = try QueryFile.read(file)
        var request = request
        let configuration = try ConfigurationFile.load()
        // Batches are for programs, and return the same documents over and over.
        try prepare(&request, configuration, looksForFiles: false)
        try resolveFilter(&request) { try GlobalOptions.open(index, configuration) }
        let search = try ParallelSearch(request: request) { try GlobalOptions.open(index, configuration) }
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

    /// A person would ask the offered query next. Scripts are told that nothing was found, and find the offer in JSON.
    private func offered(
        _ results: SearchResults, _ request: SearchRequest, _ index: ArchiveIndex
    ) throws -> SearchResults? {
        guard let suggestion = results.suggestion, request.newTo == nil, request.offset == 0 else { return nil }
        var other = request
        other.query = suggestion
        let found = try index.search(other)
        return found.hits.isEmpty ? nil : found
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

    private func prepare(
        _ request: inout SearchRequest, _ configuration: ConfigurationFile, looksForFiles: Bool = true
    ) throws {
        request.locatesFiles = form == .json || form == .jsonLines
        request.looksForFiles = looksForFiles && (request.locatesFiles || form == .text)
        try configuration.apply(to: &request, synonyms: synonyms)
    }

    private var renderer: FindRenderer {
        FindRenderer(form: form, style: Style(usesColor: color.isUsed), offset: request.offset, explains: explains)
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
