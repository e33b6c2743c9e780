/// A search that a person made.
public struct RecentSearch: Sendable, Hashable {
    /// As it was typed.
    public var query: String
    /// Milliseconds since 1970.
    public var time: Int64
    /// Documents that had all the words then.
    public var found: Int
}

/// What was asked for how often; see ``ArchiveIndex/searchStatistics(limit:)``.
public struct SearchStatistics: Sendable, Hashable {
    /// A question, capitals and blanks aside.
    public struct Question: Sendable, Hashable {
        /// As it was typed last.
        public var query: String
        /// How often it was asked.
        public var times: Int
        /// When it was asked last, in milliseconds since 1970.
        public var time: Int64
        /// Documents that had all the words then.
        public var found: Int
    }

    /// Searches that are counted.
    public var searches: Int
    /// When the first of them was made, in milliseconds since 1970; nil without any.
    public var since: Int64?
    /// Asked most, the commonest first.
    public var frequent: [Question]
    /// Those that no document had all words of when they were asked last, the commonest first.
    public var fruitless: [Question]

    init(_ searches: [RecentSearch], limit: Int) {
        let questions = Self.questions(searches).sorted {
            $0.times != $1.times ? $0.times > $1.times : $0.time > $1.time
        }
        self.searches = searches.count
        since = searches.last?.time
        frequent = Array(questions.prefix(limit))
        fruitless = Array(questions.lazy.filter { $0.found == 0 }.prefix(limit))
    }

    /// Each once, that asked last first. `searches` are the newest first.
    static func questions(_ searches: [RecentSearch]) -> [Question] {
        var questions: [Question] = []
        var indices: [String: Int] = [:]
        for search in searches {
            let key = search.query.lowercased()
            if let index = indices[key] {
                questions[index].times += 1
            } else {
                indices[key] = questions.count
                questions.append(Question(query: search.query, times: 1, time: search.time, found: search.found))
            }
        }
        return questions
    }
}

/// What to offer to a person who has not said yet what to search for.
public struct SearchOffers: Sendable, Hashable {
    /// The last questions, each once, the newest first.
    public var recent: [RecentSearch]
    /// The tags of most documents.
    public var tags: [SearchFacets.Value]
    /// The authors of most documents.
    public var authors: [SearchFacets.Value]
    /// Documents in the index.
    public var documents: Int
}
