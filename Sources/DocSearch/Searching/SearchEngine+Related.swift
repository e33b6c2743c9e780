import QueryLanguage
import SentenceEmbedding

extension SearchEngine {
    /// The nearest first. Throws `environment` without vectors, `notFound` where the document has none.
    func related(to document: ArchiveDocument, page: Int?) throws -> [RelatedDocument] {
        try validate()
        let vectors = try requiredVectors()
        return try reading {
            let ranker = try rankerWithoutWords()
            var search = MeaningSearch(vectors, index)
            guard let middle = try search.middle(of: document.id, page: page) else {
                throw try withoutVectors(document, page)
            }
            search.askedLength = middle.length
            let wanted = request.offset + request.limit
            var depth = wanted + 1
            while true {
                let (found, isComplete) = try search.documents(
                    near: middle.direction, among: ranker.asked(), limit: depth, floor: Self.leastRelated,
                    isOver: { clock.isOver(.details) })
                guard isComplete else { throw SearchClock.timeIsUp }
                let others = try folded(try ranker.ranked(found), besides: document.id)
                if others.count >= wanted || found.count < depth {
                    return try shown(Array(others.dropFirst(request.offset).prefix(request.limit)))
                }
                // Copies have taken the places of others.
                depth *= 4
            }
        }
    }

    private func withoutVectors(_ document: ArchiveDocument, _ page: Int?) throws -> DocSearchError {
        let name = "\(page.map { "Page \($0) of " } ?? "")\"\(document.path)\""
        let pages = page.map { $0...$0 } ?? 1...max(1, document.pageCount)
        guard try pages.contains(where: { try index.textID(document: document.id, page: $0) != nil }) else {
            return DocSearchError(
                .notFound, "\(name) has no text to compare: it is blank, or waits for recognition.",
                item: document.path, page: page)
        }
        return DocSearchError(
            .notFound,
            "\(name) has no vectors: no run has made any since it was read, or its text has no words that the model knows.",
            item: document.path, page: page, remedy: .vectors)
    }

    private static let leastRelated = 0.3

    /// Throws `environment` without vectors, `damagedIndex` when they cannot be read.
    func requiredVectors() throws -> VectorFile {
        if let vectors = try reading({ try ownVectors() }) { return vectors }
        throw DocSearchError(
            .environment,
            "The index has no vectors to compare documents by.",
            remedy: .vectors)
    }

    func reading<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try index.read { _ in try body() }
        } catch let error as VectorFileError {
            throw DocSearchError(error)
        }
    }

    /// Nil where the index has none; vectors of another index know texts by other numbers.
    func ownVectors() throws -> VectorFile? {
        guard let vectors = try sources?.vectors(), vectors.count > 0, let name = try index.pagesName() else {
            return nil
        }
        return vectors.header.store == VectorFileHeader.number(ofStore: name) ? vectors : nil
    }

    func rankerWithoutWords() throws -> Ranker {
        let context = try context()
        let filter = try scoped(request.filter.map { QueryParser().parse($0, context) })
        let parsed = QueryParser().parse("", .none)
        let plan = SearchPlan(parsed, filter: filter)
        let seen = try permission()
        let finder = try finder(within: seen)
        let evaluation = try Evaluation(of: plan, by: finder)
        let roots = try roots(for: plan, of: parsed)
        return try Ranker(
            request: request, index: index, plan: plan, evaluation: evaluation,
            facts: try facts(of: plan, in: evaluation, below: roots.known), leftOut: try leftOut(),
            permitted: seen?.documents)
    }

    private func folded(_ documents: [RankedDocument], besides id: Int64) throws -> [RankedDocument] {
        var seen = Set([try index.sameness(document: id).key].compactMap { $0 })
        return try documents.filter { document in
            guard document.id != id else { return false }
            guard !request.showsCopies, let key = try index.sameness(document: document.id).key else { return true }
            return seen.insert(key).inserted
        }
    }

    private func shown(_ documents: [RankedDocument]) throws -> [RelatedDocument] {
        let known = try shownDocuments(documents.map(\.id))
        return documents.compactMap { ranked in
            guard let document = known[ranked.id], let meaning = ranked.meaning else { return nil }
            return RelatedDocument(document: document, similarity: meaning.similarity, pages: meaning.pages.map(\.page))
        }
    }
}

extension MeaningSearch {
    /// The mean of a document's vectors: its direction as a vector of length 1, and its length. Nil when the document
    /// has none, or other texts by now. `chunks` are looked at, spread over the document.
    func middle(
        of document: Int64, page: Int?, chunks limit: Int = .max
    ) throws -> (direction: [Float], length: Double)? {
        var sums = [Float](repeating: 0, count: vectors.header.dimensions)
        var known: [Int: Int64?] = [:]
        var count = 0
        let chunks = vectors.chunks(ofDocument: document)
        for index in stride(from: chunks.lowerBound, to: chunks.upperBound, by: (max(1, chunks.count) - 1) / limit + 1)
        {
            let chunk = vectors.chunk(at: index)
            guard page == nil || chunk.page == page else { continue }
            let text = try known[chunk.page] ?? textID(document, chunk.page)
            known[chunk.page] = text
            guard text == chunk.text else { continue }
            count += 1
            let first = index * sums.count
            for column in sums.indices { sums[column] += Float(vectors.values[first + column]) * vectors.scales[index] }
        }
        let length = sums.reduce(0) { $0 + $1 * $1 }.squareRoot()
        try vectors.requireWhole()
        guard length > 0, length.isFinite else { return nil }
        return (sums.map { $0 / length }, Double(length) / Double(count))
    }
}
