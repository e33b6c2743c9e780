import Foundation

/// People's last searches are personal: everyone who may read `user.sqlite` can read them.
extension ArchiveIndex {
    /// Stores a search as typed with the number of documents that have all its words; call it when a person has the
    /// answer. It never waits or fails. A search is not stored when `user.sqlite` belongs to another user or is not
    /// writable, when another command is changing it, or when the query is longer than 1,000 characters. The last 500
    /// are kept. Returns true if it was stored.
    @discardableResult
    public func keepSearch(_ query: String, found: Int, at time: Date = Date()) -> Bool {
        SearchHistory(folder: folder).keep(query, found: found, at: time)
    }

    /// The last questions, each once, newest first.
    public func recentSearches(limit: Int = 10) throws -> [RecentSearch] {
        SearchStatistics.questions(try searches()).prefix(max(0, limit)).map {
            RecentSearch(query: $0.query, time: $0.time, found: $0.found)
        }
    }

    /// Removes all stored searches. Returns their number.
    ///
    /// Throws ``DocSearchError``: `noIndex`, `locked` when `user.sqlite` is in use for long, `failed` without rights to
    /// it.
    @discardableResult
    public func clearSearches() throws -> Int {
        guard exists else { throw noIndex }
        return try SearchHistory(folder: folder).clear()
    }

    /// Names of files in the index folder that may contain earlier searches: each is a `user.sqlite` that was damaged
    /// and moved aside, or its log. Their other content may still be needed, so ``clearSearches()`` leaves them
    /// unchanged.
    public var damagedFilesWithSearches: [String] {
        // The command itself reads the folder too, and has reported if it cannot.
        let names = (try? IndexFolder.names(in: folder.path)) ?? []
        return names.filter { $0.hasPrefix(IndexFolder.userName) && IndexFolder.isSetAside($0) }.sorted()
    }

    /// The most frequent questions, and those without results, among the stored searches.
    public func searchStatistics(limit: Int = 10) throws -> SearchStatistics {
        SearchStatistics(try searches(), limit: max(0, limit))
    }

    /// Suggestions for a person without a question yet. Hidden documents do not count.
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
