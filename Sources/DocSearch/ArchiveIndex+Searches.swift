import Foundation

/// The last searches of people. They are personal: all who may read `user.sqlite` can read them.
extension ArchiveIndex {
    /// Keeps a search as it was typed and how many documents have all its words, to be called when a person has the
    /// answer. It waits for nothing and never fails: a search is not kept when `user.sqlite` is another user's or may
    /// not be written, when another command is changing it, when it is of an earlier release, or when the query is
    /// longer than 1,000 characters. The last 500 are kept. Returns whether it was kept.
    @discardableResult
    public func keepSearch(_ query: String, found: Int, at time: Date = Date()) -> Bool {
        SearchHistory(folder: folder).keep(query, found: found, at: time)
    }

    /// The last questions, each once, the newest first.
    public func recentSearches(limit: Int = 10) throws -> [RecentSearch] {
        SearchStatistics.questions(try searches()).prefix(max(0, limit)).map {
            RecentSearch(query: $0.query, time: $0.time, found: $0.found)
        }
    }

    /// Removes all searches that were kept. Returns how many there were.
    ///
    /// Throws ``DocSearchError``: `noIndex`, `locked` when `user.sqlite` is long in use, `failed` without rights to it.
    @discardableResult
    public func clearSearches() throws -> Int {
        guard exists else { throw noIndex }
        return try SearchHistory(folder: folder).clear()
    }

    /// Names of files in the index folder that may have searches of earlier: each is a `user.sqlite` that was damaged and moved
    /// aside, or its log. What else they have may be needed yet, so ``clearSearches()`` leaves them as they are.
    public var damagedFilesWithSearches: [String] {
        // A folder that cannot be read has been reported by the command itself, which reads it too.
        let names = (try? IndexFolder.names(in: folder.path)) ?? []
        return names.filter { $0.hasPrefix(IndexFolder.userName) && IndexFolder.isSetAside($0) }.sorted()
    }

    /// What was asked for most, and what was not found, of the searches that are kept.
    public func searchStatistics(limit: Int = 10) throws -> SearchStatistics {
        SearchStatistics(try searches(), limit: max(0, limit))
    }

    /// What to offer to a person who has not said what to search for. Hidden documents do not count.
    public func offers(recent: Int = 10, tags: Int = 5, authors: Int = 5) throws -> SearchOffers {
        let index = try indexStore()
        let (documents, facets) = try index.facetsOfShown()
        return SearchOffers(
            recent: try recentSearches(limit: recent), tags: Array(facets.tags.prefix(max(0, tags))),
            authors: Array(facets.authors.prefix(max(0, authors))), documents: documents)
    }

    private func searches() throws -> [RecentSearch] {
        guard exists else { throw noIndex }
        return try SearchHistory(folder: folder).all()
    }
}
