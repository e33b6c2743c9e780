/// Where the words of a query are on a page's image.
public struct PageMatches: Sendable, Hashable {
    /// From 1.
    public var page: Int
    /// The page's size in points; nil when it is not known.
    public var size: PageText.Size?
    /// Pieces of the page with the lines around matches, from the top; those that touch are one.
    public var regions: [Region]
    /// One for each match in the order of the text: a word, or all words of a phrase.
    public var matches: [Match]

    /// A piece of the page.
    public struct Region: Sendable, Hashable {
        /// What encloses its lines.
        public var box: PageBox
        /// The text of its lines, on one line.
        public var text: String
    }

    /// A word or phrase of the query.
    public struct Match: Sendable, Hashable {
        /// Where it is in the page's text: Unicode scalars.
        public var range: Range<Int>
        /// As it stands in the text.
        public var text: String
        /// A box for each line that it is on; empty where the words of the page have no boxes.
        public var boxes: [PageBox]
        /// Which of ``PageMatches/regions`` it is in; nil without boxes.
        public var region: Int?
    }
}
