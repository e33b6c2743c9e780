import SentenceEmbedding

extension SearchEngine {
    func topics(count: Int?) throws -> ArchiveTopics {
        if let count, !(1...50).contains(count) {
            throw DocSearchError(.usage, "The number of topics is 1 to 50, not \(count).")
        }
        let vectors = try requiredVectors()
        return try reading {
            let (asked, hints) = try documentsOfTopics()
            let all = try index.documentYears().filter { document in
                asked?.contains(document.id) != false && !vectors.chunks(ofDocument: document.id).isEmpty
            }
            let some = all.sorted { ($0.hash, $0.id) < ($1.hash, $1.id) }.prefix(Self.mostDocuments)
            let search = MeaningSearch(vectors, index)
            var (middles, documents): ([Float], [(id: Int64, year: Int?)]) = ([], [])
            for document in some {
                guard !clock.isOver(.words) else { throw SearchClock.timeIsUp }
                if Task.isCancelled { throw CancellationError() }
                guard let middle = try search.middle(of: document.id, page: nil, chunks: Self.chunksOfDocument) else {
                    continue
                }
                middles += middle.direction
                documents.append((document.id, document.year))
            }
            let usualCount = max(1, min(12, Int((Double(documents.count) / 2).squareRoot().rounded())))
            let clusters = try TopicClusters(
                middles, dimensions: vectors.header.dimensions, count: count ?? usualCount,
                isOver: { clock.isOver(.words) }
            ).clusters
            // Without others beside it, one that is alone is a topic, too.
            let shown = documents.count < 8 ? clusters : clusters.filter { $0.members.count > 1 }
            let share = documents.isEmpty ? 1 : Double(all.count) / Double(documents.count)
            let words = try words(of: shown, documents, search)
            let topics = try zip(shown, words).map { cluster, words in
                ArchiveTopics.Topic(
                    words: words, documents: Int((Double(cluster.members.count) * share).rounded()),
                    typical: try typical(cluster.members.map { documents[$0].id }),
                    years: ArchiveTopics.Years(cluster.members.compactMap { documents[$0].year }))
            }
            return ArchiveTopics(
                topics: topics, documents: all.count, lookedAt: documents.count,
                others: documents.count - shown.reduce(0) { $0 + $1.members.count }, hints: hints)
        }
    }

    /// Enough to tell the share of a topic to one of a hundred, and looked at in about a second.
    private static let mostDocuments = 8000
    private static let mostHits = 500
    private static let chunksOfDocument = 64
    private static let documentsRead = 24
    private static let pagesRead = 2
    private static let wordsShown = 6
    private static let documentsShown = 3

    private func documentsOfTopics() throws -> (ids: Set<Int64>?, hints: [SearchHint]) {
        guard !request.query.allSatisfy(\.isWhitespace) else {
            return (try rankerWithoutWords().asked().map { Set($0) }, [])
        }
        var request = request
        (request.limit, request.offset, request.pagesPerDocument) = (Self.mostHits, 0, 0)
        request.makesSnippets = false
        let engine = SearchEngine(
            index: index, request: request, clock: clock, sources: sources, openPages: openPages, readRoots: readRoots)
        let results = try engine.search()
        return (Set(results.hits.map(\.document.id)), results.hints)
    }

    private func words(
        of clusters: [TopicClusters.Cluster], _ documents: [(id: Int64, year: Int?)], _ search: MeaningSearch
    ) throws -> [[String]] {
        var words = TopicWords(topics: clusters.count)
        for (number, cluster) in clusters.enumerated() {
            guard !clock.isOver(.details) else { throw SearchClock.timeIsUp }
            if Task.isCancelled { throw CancellationError() }
            var ids: [Int64] = []
            for member in cluster.members.prefix(Self.documentsRead) {
                ids += try search.texts(of: documents[member].id, near: cluster.centre, limit: Self.pagesRead)
            }
            let texts = try self.texts(ids)
            for id in ids { if let text = texts[id] { words.add(text, to: number) } }
        }
        return clusters.indices.map { words.telling(of: $0, limit: Self.wordsShown) }
    }

    private func typical(_ ids: [Int64]) throws -> [ArchiveDocument] {
        var (keys, chosen): (Set<String>, [Int64]) = ([], [])
        for id in ids where chosen.count < Self.documentsShown {
            let key = try index.sameness(document: id).key
            if key.map({ keys.insert($0).inserted }) ?? true { chosen.append(id) }
        }
        let known = try shownDocuments(chosen)
        return chosen.compactMap { known[$0] }
    }
}

extension ArchiveTopics.Years {
    fileprivate init?(_ years: [Int]) {
        let years = years.sorted()
        guard let first = years.first, let last = years.last else { return nil }
        self.init(first: first, middle: years[(years.count - 1) / 2], last: last)
    }
}

extension MeaningSearch {
    fileprivate func texts(of document: Int64, near vector: [Float], limit: Int) throws -> [Int64] {
        let scan = VectorScan(vectors, for: try QuantizedVector(vector))
        var texts: [Int64] = []
        for index in scan.chunks(nearestIn: vectors.chunks(ofDocument: document), limit: 4 * limit) {
            let chunk = vectors.chunk(at: index)
            guard texts.count < limit, !texts.contains(chunk.text),
                try textID(document, chunk.page) == chunk.text
            else { continue }
            texts.append(chunk.text)
        }
        return texts
    }
}
