/// The places of a query's words on a page's image.
public struct PageMatches: Sendable, Hashable {
    /// From 1.
    public var page: Int
    /// The page's size in points; nil when unknown.
    public var size: PageText.Size?
    /// Parts of the page with the lines around matches, from the top; adjacent ones are merged.
    public var regions: [Region]
    /// One for each match in text order: a word, or all words of a phrase.
    public var matches: [Match]

    /// A part of the page.
    public struct Region: Sendable, Hashable {
        /// The rectangle around its lines.
        public var box: PageBox
        /// The text of its lines, on one line.
        public var text: String
    }

    /// A word or phrase of the query.
    public struct Match: Sendable, Hashable {
        /// Its place in the page's text, in Unicode scalars.
        public var range: Range<Int>
        /// As in the text.
        public var text: String
        /// One box for each of its lines; empty where the words of the page have no boxes.
        public var boxes: [PageBox]
        /// The index of its region in ``PageMatches/regions``; nil without boxes.
        public var region: Int?
    }
}
