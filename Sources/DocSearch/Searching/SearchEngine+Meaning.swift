import QueryLanguage
import SentenceEmbedding

extension SearchEngine {
    struct Asking {
        var question: MeaningQuestion
        var vectors: VectorFile
        var embedder: any Embedder
        var ahead: QuestionAhead
    }

    struct Meaning {
        var question: MeaningQuestion
        var embedder: any Embedder
        var documents: [RankedDocument]
        /// The question does not tell whether it is English.
        var mayBeForeign: Bool
        var isMultilingual: Bool
    }

    /// Less similar texts have nothing to do with the question. For a program's own model.
    private static let leastSimilarity = 0.2

    /// Nil where only words are asked for, or meaning cannot be. Hints name what is missing when meaning was asked for,
    /// and what is damaged always. `asksAll`: every document may answer. `note` is for ``SearchResults/meaningNote``.
    func asking(
        _ parsed: ParsedQuery, asksAll: Bool, hints: inout [SearchHint], note: inout String?
    ) throws -> Asking? {
        guard request.meaning != .off, let question = MeaningQuestion(parsed) else { return nil }
        let isAsked = request.meaning == .on
        guard isAsked || question.isPlain || question.isUndivided else { return nil }
        return try withoutMeaning(onErrorIn: &hints) { hints in
            // The way to vectors depends on what is on the disk.
            func nothing(_ reason: String, _ remedy: @autoclosure () -> Remedy? = nil) -> Asking? {
                if isAsked { hints.append(Self.notUsed(reason, remedy())) }
                return nil
            }
            guard request.sort == .relevance, request.match != .all else {
                return nothing("search by meaning cannot be sorted by date, title or path, or require all words.")
            }
            guard let vectors = try ownVectors() else { return nothing("the index has no vectors.", .vectors) }
            let languages = sources?.languages(ofModel: vectors.header.model)
            // English-only models do not know scripts without spaces.
            guard isAsked || question.isPlain || languages != Self.englishOnly else { return nil }
            guard isAsked || languages != Self.englishOnly || EnglishText.isEnglish(question.text) != false else {
                note = "The question does not look English, so meaning was not asked; --meaning on asks it."
                return nil
            }
            let header = vectors.header
            let found = try sources?.embedder(named: header.model)
            if found == nil, let model = EmbeddingModel(modelID: header.model) {
                return nothing(
                    "the model \(model.rawValue), which made the index's vectors, is not installed.",
                    .installModelNamed(model.rawValue))
            }
            guard let embedder = found, header.model == embedder.modelID, header.dimensions == embedder.dimensions,
                header.chunking == PageChunks.version
            else { return nothing("the index's vectors were made by another model or release.", .vectors) }
            let ahead = QuestionAhead(
                question.text, embedder, comparing: asksAll ? vectors : nil,
                isOver: { [clock] in clock.isOver(.words) })
            return Asking(question: question, vectors: vectors, embedder: embedder, ahead: ahead)
        }
    }

    func meaning(
        _ asking: Asking, _ ranker: Ranker, hints: inout [SearchHint], note: inout String?
    ) throws -> Meaning? {
        guard !clock.isOver(.words) else {
            clock.omit(.meaning)
            return nil
        }
        return try withoutMeaning(onErrorIn: &hints) { hints in
            let (question, embedder) = (asking.question, asking.embedder)
            let pieces = embedder.countPieces(of: question.text[...]).total
            if pieces > embedder.pieceLimit {
                let (all, unit) =
                    question.isUndivided ? (question.text.count, "character") : (question.wordCount, "word")
                let read = max(1, all * embedder.pieceLimit / pieces)
                hints.add(
                    "The query is longer than the model can read; only about the first \(read.counted(unit)) count "
                        + "for meaning.")
            }
            guard let ahead = try asking.ahead.wait(isOver: { clock.isOver(.words) }) else {
                clock.omit(.meaning)
                return nil
            }
            guard let vector = ahead.vector else { return nil }
            let search = MeaningSearch(asking.vectors, index)
            let asked = ranker.asked()
            let nearest =
                try (asked == nil ? ahead.nearest : nil)
                ?? MeaningSearch.candidates(
                    in: asking.vectors, near: vector, among: asked, limit: FusedRanking.depth,
                    isOver: { clock.isOver(.words) })
            if !nearest.isComplete { clock.omit(.meaning) }
            var found = try search.documents(
                of: nearest, near: vector, limit: FusedRanking.depth,
                floor: EmbeddingModel(modelID: embedder.modelID)?.leastSimilarity ?? Self.leastSimilarity)
            let languages = sources?.languages(ofModel: embedder.modelID)
            if request.meaning == .auto, let languages {
                let all = found.count
                found =
                    try languages == Self.englishOnly ? inEnglish(found) : found.filter { try isKnown($0, languages) }
                if found.count < all {
                    let reason =
                        languages == Self.englishOnly
                        ? "they do not look English" : "the model has not learned their language"
                    note =
                        "Not found by meaning, as \(reason): \((all - found.count).counted("document")); "
                        + "--meaning on asks for them."
                }
            }
            let mayBeForeign =
                request.meaning == .auto && languages == Self.englishOnly
                && EnglishText.isEnglish(question.text) == nil
            return Meaning(
                question: question, embedder: embedder, documents: try ranker.ranked(found), mayBeForeign: mayBeForeign,
                isMultilingual: languages != Self.englishOnly)
        }
    }

    private static let englishOnly: Set<String> = ["en"]

    /// The text of the nearest page tells the language, else the metadata. A document that tells none, or several, may
    /// be in one of them.
    private func isKnown(_ candidate: MeaningSearch.Document, _ languages: Set<String>) throws -> Bool {
        let ofPage = try candidate.pages.first.flatMap { try index.language(document: candidate.id, page: $0.page) }
        let language = try ofPage ?? index.language(document: candidate.id)
        return language.flatMap(LanguageName.code).map { languages.contains($0) } ?? true
    }

    /// The model has learned English only. The metadata tell the language, else the commonest words of the nearest passage,
    /// that of its page, and the languages of recognition; a document that tells nothing may be English.
    private func inEnglish(_ found: [MeaningSearch.Document]) throws -> [MeaningSearch.Document] {
        let documents = try index.documents(ids: found.map(\.id))
        let others = Set(try readRoots().filter { !$0.languages.isEmpty && !$0.languages.contains("eng") }.map(\.id))
        func said(_ document: ArchiveDocument) -> String? {
            document.languageOrigin == .text ? nil : document.language
        }
        let unsaid = found.filter { documents[$0.id].flatMap(said) == nil }
        let texts = try texts(unsaid.compactMap { $0.pages.first?.textID })
        return try found.filter { candidate in
            guard let document = documents[candidate.id] else { return false }
            if let language = said(document) { return LanguageName.code(language) ?? "en" == "en" }
            guard let page = candidate.pages.first, let text = texts[page.textID], let part = text.part(page.chunk)
            else { return true }
            if let isEnglish = EnglishText.isEnglish(String(part)) { return isEnglish }
            let identified = try index.language(document: candidate.id, page: page.page)
            return identified.map { $0 == "en" } ?? !others.contains(document.rootID)
        }
    }

    /// Words are enough for an answer, so faults of vectors and model become hints.
    private func withoutMeaning<Value>(
        onErrorIn hints: inout [SearchHint], _ body: (inout [SearchHint]) throws -> Value?
    ) throws -> Value? {
        do {
            return try body(&hints)
        } catch let error where !(error is DocSearchError || error is CancellationError) {
            let ofModel = (error as? ModelFileError).map { Remedy.install(fileOf: $0) }
            let remedy: Remedy? = error is VectorFileError ? .update : ofModel
            hints.append(Self.notUsed(Self.reason(error), remedy))
            return nil
        }
    }

    /// The folder of the model is not for everyone.
    private static func reason(_ error: any Error) -> String {
        guard let error = error as? ModelFileError else { return "\(error)" }
        return "the model cannot be used: \(PathText.name(error.path)): \(error.reason)."
    }

    private static func notUsed(_ reason: String, _ remedy: Remedy? = nil) -> SearchHint {
        SearchHint(onAll: "Searched by words only, not by meaning: \(reason)", remedy)
    }

    /// Nil where a program's own model gives no vectors for the sentences: the beginning is shown then.
    func snippet(
        of text: String, near chunk: Range<Int>, by meaning: Meaning?, _ hints: inout [SearchHint]
    ) -> Snippet? {
        do {
            return try meaning.flatMap {
                try $0.question.snippet(of: text, in: chunk, words: request.snippetWords, by: $0.embedder)
            }
        } catch {
            let hint = SearchHint(
                onAll: "The passage nearest to the question is not shown: \(Self.reason(error))")
            if !hints.contains(hint) { hints.append(hint) }
            return nil
        }
    }

    // MARK: - Fusing

    func ranking(_ ranker: Ranker, _ meaning: Meaning?, wanted: Int) throws -> Ranker.Ranking {
        guard let meaning else { return try ranker.rank(wanted: wanted) }
        var ranking = try ranker.rank(wanted: max(wanted, FusedRanking.depth), goesOn: true)
        if meaning.mayBeForeign, try areForeign(ranking.documents.prefix(Self.telling), by: ranker) { return ranking }
        ranking.usesMeaning = true
        if meaning.isMultilingual {
            ranking.languageAsked = try languageAsked(
                meaning.question, ranking.documents.prefix(Self.telling), by: ranker)
        }
        let stay = ranking.documents.prefix { $0.hasAllWords && ranker.standTogether(in: $0.ordinal) }.count
        for position in ranking.documents.indices {
            ranking.documents[position].coverage = ranker.coverage(of: ranking.documents[position].ordinal)
        }
        let others = SortedRows.difference(meaning.documents.map(\.ordinal).sorted(), ranking.matching)
        ranking.documents = FusedRanking(weights: request.fusion).fused(
            ranking.documents, meaning.documents, staying: stay)
        ranking.totalByMeaning = others.count
        ranking.total += others.count
        ranking.isRelaxed = ranking.isRelaxed || !others.isEmpty
        ranking.matching += others
        return ranking
    }

    /// The language of a question is that of the pages that have its words.
    private func areForeign(_ documents: ArraySlice<RankedDocument>, by ranker: Ranker) throws -> Bool {
        let languages = try languages(of: documents, by: ranker)
        return languages.count { $0 != "en" } * 2 > languages.count
    }

    private func languages(of documents: ArraySlice<RankedDocument>, by ranker: Ranker) throws -> [String] {
        try documents.compactMap { entry in
            let first = ranker.evaluation.rowMap.firstRows[entry.ordinal]
            let best = entry.pages.first { $0.row > first }.map { Int($0.row - first) }
            let ofPage = try best.flatMap { try index.language(document: entry.id, page: $0) }
            return try ofPage ?? index.language(document: entry.id).flatMap(LanguageName.code)
        }
    }

    /// The language of a question to a model of many, where its small words tell it, or most of the pages with its words.
    private func languageAsked(
        _ question: MeaningQuestion, _ documents: ArraySlice<RankedDocument>, by ranker: Ranker
    ) throws -> String? {
        if EnglishText.isEnglish(question.text) == true { return "en" }
        let languages = try languages(of: documents, by: ranker)
        let counts = Dictionary(languages.map { ($0, 1) }, uniquingKeysWith: +)
        return counts.first { $0.value * 2 > languages.count }?.key
    }

    /// How many of the first documents tell.
    private static let telling = 10

    func pagesToShow(of entry: RankedDocument, by ranker: Ranker) -> [(page: Int, score: Double)] {
        let first = ranker.evaluation.rowMap.firstRows[entry.ordinal]
        let found = (entry.pages.isEmpty ? ranker.pages(of: entry.ordinal) : entry.pages).filter { $0.row > first }
        guard let meaning = entry.meaning else {
            return found.prefix(request.pagesPerDocument).map { (page: Int($0.row - first), score: $0.score) }
        }
        let fused = FusedRanking(weights: request.fusion).pages(
            found.prefix(FusedRanking.depth).map { (Int($0.row - first), ranker.isComplete($0)) },
            meaning.pages.map(\.page))
        return Array(fused.prefix(request.pagesPerDocument))
    }
}
