import AnswerForms
import DocSearch

/// Writes search results in each of their forms. The JSON shape is described in docs/command-line.md.
struct FindRenderer {
    enum Form { case text, json, jsonLines, trec, csv }

    var form: Form
    var style: Style
    var offset: Int
    var explains: Bool
    var queryID: String?

    /// What comes before all answers.
    func writeHead() throws {
        guard form == .csv else { return }
        try StandardOutput.write(CSV.row(ResultsCSV.head))
    }

    func write(_ results: SearchResults) throws {
        switch form {
        case .text: try StandardOutput.write(text(results))
        case .json:
            let query: JSONObject = queryID.map { ["id": $0] } ?? [:]
            try StandardOutput.write((query + ResultsJSON.object(results, hint: \.sentence)).json + "\n")
        case .jsonLines:
            let query: JSONObject = queryID.map { ["query_id": $0] } ?? [:]
            try StandardOutput.write(results.hits.map { (query + ResultsJSON.object($0)).json + "\n" }.joined())
        case .trec: try StandardOutput.write(trec(results))
        case .csv: try StandardOutput.write(ResultsCSV.rows(results))
        }
    }

    /// What was not understood, and that words were relaxed: not data, so for standard error.
    func writeHints(_ results: SearchResults, newTo question: String? = nil) {
        for hint in results.hints { StandardError.write("Hint: \(TerminalText.safe(hint.sentence))\n") }
        if explains {
            let ways = results.usesMeaning ? "by words and by meaning" : "by words only"
            StandardError.write("Searched \(ways) for: \(TerminalText.safe(results.understood))\n")
        }
        if !results.inferences.isEmpty {
            let facts = results.inferences.map(\.message).joined(separator: ", ")
            StandardError.write(
                "Understood as \(TerminalText.safe(facts)); --literal searches for all words as words.\n")
        }
        if let suggestion = results.suggestion {
            StandardError.write("Did you mean: \(TerminalText.safe(suggestion))\n")
        }
        if results.hits.isEmpty, let question {
            StandardError.write("Nothing new for @\(TerminalText.safe(question)).\n")
        } else if results.hits.isEmpty {
            StandardError.write(
                "Nothing found for \(TerminalText.safe(results.query)). Fewer words or another spelling may help.\n")
        } else if results.isRelaxed, form != .text {
            StandardError.write("\(relaxedSentence(results))\n")
        }
    }

    private func relaxedSentence(_ results: SearchResults) -> String {
        let others = results.totalByMeaning > 0 ? " or say it in other words" : ""
        return switch results.totalWithAll {
        case 0: "No document has all the words; these have some of them\(others)."
        case 1: "One document has all the words; the others have some of them\(others)."
        default: "\(results.totalWithAll) documents have all the words; the others have some of them\(others)."
        }
    }

    // MARK: - Text

    private func text(_ results: SearchResults) -> String {
        guard !results.hits.isEmpty else { return "" }
        var lines: [String] = []
        var saidRelaxed = false
        for (position, hit) in results.hits.enumerated() {
            if !hit.hasAllWords, !saidRelaxed {
                lines += [style.faint(relaxedSentence(results)), ""]
                saidRelaxed = true
            }
            lines += documentLines(hit, rank: offset + position + 1) + [""]
        }
        lines += facetLines(results)
        let shown = results.hits.count < results.total ? ", \(results.hits.count) shown" : ""
        let milliseconds = (results.elapsed / .milliseconds(1) * 10).rounded() / 10
        lines.append(style.faint("\(results.total.counted("document"))\(shown), \(milliseconds) ms"))
        return lines.joined(separator: "\n") + "\n"
    }

    private func documentLines(_ hit: SearchHit, rank: Int) -> [String] {
        let document = hit.document
        let about =
            [
                document.date.map { String($0.description.prefix(10)) },
                document.authors.isEmpty ? nil : document.authors.joined(separator: ", "),
            ]
            .compactMap { $0 } + (document.tags.isEmpty ? [] : ["#" + document.tags.joined(separator: " #")])
        let details = about.isEmpty ? "" : "  " + about.joined(separator: " · ")
        let score = explains ? "  score \(Self.rounded(hit.score))\(hit.ranks.map(Self.ranks) ?? "")" : ""
        let pages = document.pageCount.counted("page")
        let folder = hit.rootName.map { " in \(TerminalText.safe($0))" } ?? ""
        var lines = [
            "\(rank). \(style.strong(TerminalText.safe(document.title)))\(TerminalText.safe(details))\(score)",
            style.faint("   \(TerminalText.safe(document.path))\(folder)  (document \(document.id), \(pages))"),
        ]
        if hit.presence == .gone {
            lines.append("   not there any more; \"docsearch index\" removes it from the index")
        }
        if hit.isPinned { lines.append(style.faint("   pinned")) }
        if let original = hit.nearCopyOf {
            lines.append(style.faint("   nearly the same as document \(original)"))
        }
        for said in hit.fields where [.note, .highlight, .label].contains(said.field) {
            let page = said.page.map { " on page \($0)" } ?? ""
            lines.append("   \(said.field.rawValue)\(page): \(style.marked(said.text, at: said.marks))")
        }
        // What is nearly the same needs no second look at its pages.
        for page in hit.nearCopyOf == nil ? hit.pages[...] : hit.pages.prefix(1) {
            let label = page.label.map { " (\"\(TerminalText.safe($0))\")" } ?? ""
            let origin =
                page.origin == .ocr ? ", OCR\(page.confidence.map { " \(Int(($0 * 100).rounded())) %" } ?? "")" : ""
            let snippet = style.marked(page.snippet, at: page.marks)
            let way = page.isByMeaning ? ", by meaning" : ""
            lines.append("   page \(page.page)\(label)\(origin)\(way): \(snippet)")
        }
        if !hit.copies.isEmpty {
            let more = hit.copies.count > 3 ? " and \(hit.copies.count - 3) more" : ""
            let paths = hit.copies.prefix(3).map { TerminalText.safe($0) }.joined(separator: ", ")
            lines.append(style.faint("   the same also as \(paths)\(more)"))
        }
        return lines
    }

    /// Where the hit stands in each of the two rankings, and how they were made one.
    private static func ranks(_ ranks: FusedRanks) -> String {
        let words = ranks.words.map { "rank \($0) by words" } ?? "not found by words"
        let meaning = ranks.meaning.map { "rank \($0) by meaning" } ?? "not near in meaning"
        let similarity = ranks.similarity.map { ", similarity \(rounded($0))" } ?? ""
        return " (\(words), \(meaning)\(similarity))"
    }

    private static func rounded(_ number: Double) -> Double { (number * 1000).rounded() / 1000 }

    private func facetLines(_ results: SearchResults) -> [String] {
        guard let facets = results.facets else { return [] }
        let lines = FacetJSON.members(facets).filter { !$0.values.isEmpty }.map { name, values in
            let list = values.prefix(8).map { "\(TerminalText.safe($0.name)) (\($0.documents))" }
            return "\(style.strong(name)): \(list.joined(separator: ", "))"
        }
        return lines.isEmpty ? [] : lines + [""]
    }

    // MARK: - TREC

    private func trec(_ results: SearchResults) -> String {
        results.hits.enumerated().map { position, hit in
            let name = TRECName.of(hit.document)
            let score = hit.score.json
            return "\(TRECName.field(queryID ?? "1")) Q0 \(name) \(offset + position + 1) \(score) docsearch\n"
        }.joined()
    }
}
