import QueryLanguage
import SentenceEmbedding

/// Finding by meaning, beside finding by words.
extension SearchEngine {
    /// What meaning gives for a query.
    struct Meaning {
        var question: MeaningQuestion
        /// Documents of the index that may answer, best first.
        var documents: [RankedDocument] = []
        /// Chooses what is shown of a page.
        var embedder: any Embedder
    }

    /// What is less similar has nothing to do with the question.
    static let leastSimilarity = 0.25

    /// The documents that are near to the query; nil where only words are asked for, or meaning cannot be. What keeps it from
    /// being used is among the hints when it was asked for, or is damaged.
    func meaning(
        of parsed: ParsedQuery, hints: inout [SearchHint], ranker: () throws -> Ranker
    ) throws -> Meaning? {
        guard request.meaning != .off, let question = MeaningQuestion(parsed) else { return nil }
        let isAsked = request.meaning == .on
        guard isAsked || question.isPlain else { return nil }
        guard request.sort == .relevance, request.match != .all else {
            if isAsked { hints.append(SearchHint(onAll: Self.orderedOtherwise)) }
            return nil
        }
        do {
            guard let (vectors, embedder) = try opened(&hints, isAsked: isAsked) else { return nil }
            let found = try near(question, vectors, embedder, &hints, ranker())
            return found.map { Meaning(question: question, documents: $0, embedder: embedder) }
        } catch let error as CancellationError {
            throw error
        } catch let error as DocSearchError where error.code != .damagedIndex || error.item != vectorFile {
            throw error
        } catch {
            hints.append(SearchHint(onAll: "Meaning was not used. \((error as? DocSearchError)?.message ?? "\(error)")"))
            return nil
        }
    }

    private static let orderedOtherwise =
        "Meaning was not used: it is for answers in the order of relevance that need not have all words."

    /// The vectors and the model that made them.
    private func opened(
        _ hints: inout [SearchHint], isAsked: Bool
    ) throws -> (vectors: VectorFile, embedder: any Embedder)? {
        let problem: (String, Remedy)
        if let vectors = try sources?.vectors(), vectors.count > 0 {
            if let embedder = try sources?.embedder() {
                if vectors.modelID == embedder.modelID, vectors.dimensions == embedder.dimensions {
                    return (vectors, embedder)
                }
                problem = ("the index has vectors of another model, \(vectors.modelID).", .makeVectors)
            } else {
                problem = ("no model is installed.", .installModel)
            }
        } else {
            problem = ("the index has no vectors.", .makeVectors)
        }
        if isAsked { hints.append(SearchHint(onAll: "Meaning was not used: \(problem.0)", problem.1)) }
        return nil
    }

    /// Nil when there is no time.
    private func near(
        _ question: MeaningQuestion, _ vectors: VectorFile, _ embedder: any Embedder, _ hints: inout [SearchHint],
        _ ranker: Ranker
    ) throws -> [RankedDocument]? {
        guard !clock.isOver(.words) else {
            clock.omit(.meaning)
            return nil
        }
        let pieces = embedder.countPieces(of: question.text[...]).total
        if pieces > embedder.pieceLimit {
            hints.append(
                SearchHint(
                    onAll: "The query is longer than the model reads: about the first "
                        + "\(max(1, question.wordCount * embedder.pieceLimit / pieces)) words count for meaning."))
        }
        guard let vector = try embedder.embed([question.text]).first else { return nil }
        let permitted = ranker.asked()
        let search = MeaningSearch(vectors: vectors) { document, page in
            try index.textID(document: document, page: page)
        }
        let (found, isComplete) = try search.documents(
            near: vector, among: permitted.map { $0.map { ranker.evaluation.places.ids[$0] }.sorted() },
            limit: FusedRanking.depth, floor: Self.leastSimilarity, isOver: { clock.isOver(.words) })
        if !isComplete { clock.omit(.meaning) }
        return ranker.ranked(found)
    }

    private var vectorFile: String? { sources?.path }

    // MARK: - Fusing

    /// The order of documents, by words alone or with meaning.
    func ranking(_ ranker: Ranker, _ meaning: Meaning?, wanted: Int) throws -> Ranker.Ranking {
        guard let meaning else { return try ranker.rank(wanted: wanted) }
        var ranking = try ranker.rank(wanted: max(wanted, FusedRanking.depth))
        let stay = ranking.documents.prefix { $0.hasAllWords && ranker.standTogether(in: $0.ordinal) }.count
        let others = SortedRows.difference(meaning.documents.map(\.ordinal).sorted(), ranking.matching)
        ranking.documents = FusedRanking(weights: request.fusion).fused(
            ranking.documents, meaning.documents, staying: stay)
        ranking.totalByMeaning = others.count
        ranking.total += others.count
        ranking.matching = SortedRows.union(ranking.matching, others)
        return ranking
    }

    /// The pages to show of a document, best first.
    func pagesToShow(of entry: RankedDocument, by ranker: Ranker) -> [(page: Int, score: Double)] {
        let first = ranker.evaluation.places.firstRows[entry.ordinal]
        let found = entry.pages.isEmpty ? ranker.pages(of: entry.ordinal) : entry.pages
        let byWords = found.lazy.filter { $0.row > first }
        guard let meaning = entry.meaning else {
            return byWords.prefix(request.pagesPerDocument).map { (page: Int($0.row - first), score: $0.score) }
        }
        let fused = FusedRanking(weights: request.fusion).pages(
            byWords.prefix(FusedRanking.depth).map { (Int($0.row - first), ranker.isComplete($0)) },
            meaning.pages.map(\.page))
        return Array(fused.prefix(request.pagesPerDocument))
    }
}
