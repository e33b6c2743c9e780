import AnswerForms
import DocSearch

/// docs/command-line.md describes the JSON.
struct FindRenderer {
    enum Form { case text, json, jsonLines, trec, csv }

    var form: Form
    var style: Style
    var offset: Int
    var explains: Bool
    var queryID: String?
    /// A person reads this one answer and should see its beginning.
    var isPaged = false

    func writeHead() throws {
        if form == .csv { try StandardOutput.write(CSV.row(ResultsCSV.head)) }
    }

    func write(_ results: SearchResults) throws {
        switch form {
        case .text: try isPaged ? Pager.write(text(results)) : StandardOutput.write(text(results))
        case .json:
            let query: JSONObject = queryID.map { ["id": $0] } ?? [:]
            try StandardOutput.write(query + ResultsJSON.object(results, hint: \.sentence))
        case .jsonLines:
            let query: JSONObject = queryID.map { ["query_id": $0] } ?? [:]
            try StandardOutput.write(results.hits.map { (query + ResultsJSON.object($0)).line }.joined())
        case .trec: try StandardOutput.write(trec(results))
        case .csv:
            let isMissing = queryID != nil && results.hits.isEmpty
            try StandardOutput.write(isMissing ? ResultsCSV.rowOfNothing(results) : ResultsCSV.rows(results))
        }
    }

    /// Not data, so they go to standard error.
    func writeHints(_ results: SearchResults, newTo question: String? = nil) {
        for hint in results.hints { StandardError.say("Hint: \(hint.sentence)") }
        if explains {
            let ways = results.usesMeaning ? "by words and by meaning" : "by words only"
            let first = results.unanswered.map { ", because nothing was found for: \($0)" } ?? ""
            StandardError.say("Searched \(ways) for: \(results.understood)\(first)")
            if let note = results.meaningNote { StandardError.say(note) }
        }
        if !results.inferences.isEmpty {
            let facts = results.inferences.map(\.message).joined(separator: ", ")
            StandardError.say("Understood as \(facts); --literal searches for all words as words.")
        }
        if results.showing == nil, let suggestion = results.suggestion {
            StandardError.say("Did you mean: \(suggestion)")
        }
        if results.hits.isEmpty, let question {
            StandardError.say("Nothing new for @\(question).")
        } else if results.hits.isEmpty {
            StandardError.say(
                "Nothing found for \(results.showing ?? results.query).\(Self.advice(results).map { " \($0)" } ?? "")")
        } else if results.isRelaxed, form != .text {
            StandardError.say(relaxedSentence(results))
        }
    }

    private static func advice(_ results: SearchResults) -> String? {
        guard !results.isOfEmptyIndex else { return "The index has no documents yet. \(Remedy.indexFolder.command)" }
        guard results.hasWords else { return nil }
        let words = results.query.split(whereSeparator: \.isWhitespace)
        return words.count > 1 ? "Fewer words or another spelling may help." : "Another spelling may help."
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
        var lines = results.showing.map { [Self.notice(results.query, $0), ""] } ?? []
        let firstRelaxed = results.hits.firstIndex { !$0.hasAllWords }
        for (position, hit) in results.hits.enumerated() {
            if position == firstRelaxed { lines += [style.faint(relaxedSentence(results)), ""] }
            lines += documentLines(hit, rank: offset + position + 1) + [""]
        }
        lines += facetLines(results)
        let shown = results.hits.count < results.total ? ", \(results.hits.count) shown" : ""
        let milliseconds = (results.elapsed / .milliseconds(1) * 10).rounded() / 10
        lines.append(style.faint("\(Self.total(results))\(shown), \(milliseconds) ms"))
        return lines.joined(separator: "\n") + "\n"
    }

    private static func notice(_ query: String, _ showing: String) -> String {
        let isOneWord = !query.contains(where: \.isWhitespace)
        return "\(isOneWord ? "Nothing for" : "No document has all of") \(query); showing \(showing)"
    }

    private static func total(_ results: SearchResults) -> String {
        let some = results.total - results.totalWithAll - results.totalByMeaning
        guard results.isRelaxed, some > 0 || results.totalByMeaning > 0 else {
            return results.total.counted("document")
        }
        return results.totalWithAll.counted("document")
            + (some > 0 ? " and \(some) with some of the words" : "")
            + (results.totalByMeaning > 0 ? " and \(results.totalByMeaning) by meaning" : "")
    }

    private func documentLines(_ hit: SearchHit, rank: Int) -> [String] {
        let document = hit.document
        let authors = document.authors.map { shown($0, as: .author, hit) }
        let about = [
            document.date.map { String($0.description.prefix(10)) },
            authors.isEmpty ? nil : Self.listed(authors, ", "),
            document.tags.isEmpty ? nil : "#" + Self.listed(document.tags.map { shown($0, as: .tag, hit) }, " #"),
        ].compactMap(\.self)
        let details = about.isEmpty ? "" : "  " + about.joined(separator: " · ")
        let guess = document.hasGuessedTitle ? style.faint(" (guessed title)") : ""
        let score = explains ? "  score \(Self.rounded(hit.score))\(hit.ranks.map(Self.ranks) ?? "")" : ""
        let pages = document.pageCount.counted("page")
        let folder = hit.rootName.map { " in \(TerminalText.safe($0))" } ?? ""
        var lines = [
            "\(rank). \(shown(document.title, as: .title, hit, isStrong: true))\(guess)\(details)\(score)",
            style.faint("   \(TerminalText.safe(document.path))\(folder)  (document \(document.id), \(pages))"),
        ]
        if hit.presence == .gone {
            lines.append("   not there any more; \"docsearch index\" removes it from the index")
        }
        if hit.isPinned { lines.append(style.faint("   pinned")) }
        if let original = hit.nearCopyOf {
            let likeness = hit.isSameFile ? "the same" : "nearly the same"
            lines.append(style.faint("   \(likeness) as document \(original)"))
        }
        for said in hit.fields where [.note, .highlight, .label].contains(said.field) {
            let page = said.page.map { " on page \($0)" } ?? ""
            lines.append("   \(said.field.rawValue)\(page): \(style.marked(said.text, at: said.marks))")
        }
        // A near copy shows only one of its pages.
        for page in hit.nearCopyOf == nil ? hit.pages[...] : hit.pages.prefix(1) {
            let label = page.label.map { " (\"\(TerminalText.safe($0))\")" } ?? ""
            let sureness = page.confidence.map { " \(Int(($0 * 100).rounded())) %" } ?? ""
            let way =
                (page.origin == .ocr ? ", OCR\(sureness)" : "") + (page.isByMeaning ? ", by meaning" : "")
                + (page.otherLanguage.map { " (\($0))" } ?? "")
            lines.append("   page \(page.page)\(label)\(way): \(style.marked(page.snippet, at: page.marks))")
        }
        if !hit.copies.isEmpty {
            let more = hit.copies.count > 3 ? " and \(hit.copies.count - 3) more" : ""
            let paths = hit.copies.prefix(3).enumerated().map { number, path in
                let folder = hit.copyRootNames.indices.contains(number) ? hit.copyRootNames[number] : nil
                return TerminalText.safe(path) + (folder.map { " in \(TerminalText.safe($0))" } ?? "")
            }.joined(separator: ", ")
            lines.append(style.faint("   the same also as \(paths)\(more)"))
        }
        return lines
    }

    private func shown(
        _ text: String, as field: FieldHit.Field, _ hit: SearchHit, isStrong: Bool = false
    ) -> String {
        let found = hit.fields.first { $0.field == field && $0.text == text && text.count <= Self.longest }
        guard let found else {
            let text = TerminalText.safe(Self.cut(text))
            return isStrong ? style.strong(text) : text
        }
        return style.marked(text, at: found.marks, isStrong: isStrong)
    }

    private static func listed(_ texts: [String], _ separator: String) -> String {
        texts.prefix(12).joined(separator: separator) + (texts.count > 12 ? "\(separator)…" : "")
    }

    private static let longest = 300

    /// Long enough to recognise titles and names. "show" prints all of them.
    private static func cut(_ text: String) -> String { text.count > longest ? text.prefix(longest - 1) + "…" : text }

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
        let query = TRECName.field(queryID ?? "1")
        return results.hits.enumerated().map { position, hit in
            "\(query) Q0 \(TRECName.of(hit.document)) \(offset + position + 1) \(hit.score.json) docsearch\n"
        }.joined()
    }
}

/// Blanks separate the fields of TREC files, so they become underscores in names.
enum TRECName {
    static func of(_ document: ArchiveDocument) -> String { field(document.identifier ?? document.path) }

    static func field(_ text: String) -> String {
        String(TerminalText.safe(text).map { $0.isWhitespace ? "_" : $0 })
    }
}
