/// A past search.
public struct RecentSearch: Sendable, Hashable {
    /// As typed.
    public var query: String
    /// Milliseconds since 1970.
    public var time: Int64
    /// Documents with all the words at that time.
    public var found: Int
}

/// Frequent questions; see ``ArchiveIndex/searchStatistics(limit:)``.
public struct SearchStatistics: Sendable, Hashable {
    /// A question, ignoring case and blanks.
    public struct Question: Sendable, Hashable {
        /// As last typed.
        public var query: String
        /// The number of times it was asked.
        public var times: Int
        /// The last time it was asked, in milliseconds since 1970.
        public var time: Int64
        /// Documents with all the words at that time.
        public var found: Int
    }

    /// Number of searches counted.
    public var searches: Int
    /// The time of the first one, in milliseconds since 1970; nil without any.
    public var since: Int64?
    /// The most frequent questions, in descending order.
    public var frequent: [Question]
    /// Questions whose last search found no document with all words, most frequent first.
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

    /// Each question once, most recent first. `searches` must be sorted newest first.
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

/// Suggestions for a person without a question yet.
public struct SearchOffers: Sendable, Hashable {
    /// The last questions, each once, newest first.
    public var recent: [RecentSearch]
    /// The most frequent tags.
    public var tags: [SearchFacets.Value]
    /// The most frequent authors.
    public var authors: [SearchFacets.Value]
    /// Documents in the index.
    public var documents: Int
}
