import AnswerForms
import ArgumentParser
import DocSearch
import Foundation

struct EvalCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "eval", abstract: "Measure the quality of the ranking with relevance judgements.",
        discussion: """
            Runs every query of a file and compares the ranking with judgements in TREC's format: lines "query 0 \
            document gain", where the document is its identifier or path. Prints the means over all queries that have \
            a relevant document: nDCG@10, MAP, P@10, recall@100 and MRR. A query that cannot be run counts as one \
            that finds nothing. With --meaning off and on the two rankings can be compared.

            Exit codes: 0 done, 2 not done, 64 wrong usage.

            Example:
              docsearch eval --queries queries.tsv --qrels qrels.txt --match any
            """)

    @OptionGroup var global: GlobalOptions

    @Option(help: .init("Queries: id, TAB, query. - is standard input.", valueName: "file")) var queries: String
    @Option(help: .init("Judgements: query, 0, document, gain.", valueName: "file")) var qrels: String
    @Option(help: "Documents with all words, any word, or auto: all first, then any.")
    var match = SearchRequest.Match.auto
    @Option(help: "Search by meaning as well as by words: auto (for questions), on (for every query) or off.")
    var meaning = SearchRequest.Meaning.auto
    @Option(help: "How much words and meaning count, as in 1,1; 0,1 is meaning alone.") var fusion: String?
    @Option(help: "Documents of each ranking.") var limit = 100
    @Flag(help: "Print one JSON object.") var json = false
    @Flag(help: "Print a line for each query as well.") var each = false

    func validate() throws {
        try requireOneOrMore("--limit", limit)
        _ = try fusionWeights()
        try refuse(if: json && each, "Choose one of --json and --each.")
    }

    func run() throws {
        let judgements = try RelevanceJudgements(lines: String(decoding: InputFile.read(qrels), as: UTF8.self))
        let configuration = try ConfigurationFile.load()
        var request = SearchRequest("")
        request.limit = limit
        request.match = match
        request.meaning = meaning
        request.pagesPerDocument = 0
        request.isLiteral = true
        // Judgements name each document, copies included.
        request.showsCopies = true
        try configuration.apply(to: &request, synonyms: nil)
        if let weights = try fusionWeights() { request.fusion = weights }
        var measures = RelevanceMeasures()
        let search = try ParallelSearch(request: request) { try global.archiveIndex(configuration) }
        try search.forEach(try QueryFile.read(queries)) { query, outcome in
            guard let gains = judgements.gains[query.id] else { return }
            let ranking = try query.results(outcome)?.hits.map { TRECName.of($0.document) } ?? []
            measures.add(ranking: ranking, judgements: gains)
            guard each else { return }
            var single = RelevanceMeasures()
            single.add(ranking: ranking, judgements: gains)
            try StandardOutput.write("\(TerminalText.safe(query.id))\tnDCG@10 \(Self.rounded(single.nDCG10))\n")
        }
        let values = [
            ("nDCG@10", measures.nDCG10), ("MAP", measures.map), ("P@10", measures.precision10),
            ("recall@100", measures.recall100), ("MRR", measures.mrr),
        ]
        if json {
            return try StandardOutput.write(["queries": measures.queries] + JSONObject(values.map { ($0, $1) }))
        }
        let lines = ["queries\t\(measures.queries)"] + values.map { "\($0)\t\(Self.rounded($1))" }
        try StandardOutput.write(lines.joined(separator: "\n") + "\n")
    }

    private func fusionWeights() throws -> FusionWeights? {
        guard let fusion else { return nil }
        let numbers = fusion.split(separator: ",").compactMap { Double($0) }
        guard numbers.count == 2, numbers.allSatisfy(RankingWeights.range.contains) else {
            throw ValidationError("--fusion is two numbers, such as 1,1: of words and of meaning.")
        }
        return FusionWeights(words: numbers[0], meaning: numbers[1])
    }

    private static func rounded(_ value: Double) -> String { String(format: "%.4f", value) }
}
