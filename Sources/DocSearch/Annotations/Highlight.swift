/// Words on a page that a person has marked, with a label, a colour and a comment. The range is stored as in the W3C
/// Web Annotation Data Model (4.2.4, 4.2.5): the words with the text before and after them, and their position.
public struct Highlight: Sendable, Hashable, Identifiable {
    /// The same in every index that it is imported into.
    public var id: String
    /// From 1.
    public var page: Int
    /// The words when they were marked.
    public var quote: TextQuote
    /// A word or two shared by highlights of a kind.
    public var label: String?
    /// `#RRGGBB`.
    public var color: String?
    /// The person's comment.
    public var comment: String?
    /// Milliseconds since 1970.
    public var created: Int64
    /// Milliseconds since 1970.
    public var modified: Int64
    /// The last person to change it.
    public var author: String
    /// The place of the words in the page's present text. Nil for a highlight that is adrift: its words are not found
    /// there.
    public var anchor: Anchor?

    /// The place of a highlight in a text.
    public struct Anchor: Sendable, Hashable {
        /// Unicode scalar offsets into ``PageText/text``.
        public var range: Range<Int>
        /// 0 to 1: the share of unchanged letters in the quote and around it, divided by the number of ranges about as
        /// good.
        public var sureness: Double
        /// Left, top, width and height in points from the page's top left corner, one box for each line; empty when
        /// unknown.
        public var boxes: [[Double]]
    }
}

/// Words in a text, with the text around them.
public struct TextQuote: Sendable, Hashable, Codable {
    /// The words.
    public var exact: String
    /// The text before them, up to ``context`` Unicode scalars.
    public var prefix: String
    /// The text after them, up to ``context`` Unicode scalars.
    public var suffix: String
    /// Unicode scalar offset of the first one.
    public var start: Int
    /// Unicode scalar offset after the last one.
    public var end: Int

    /// Unicode scalars kept before and after a quote.
    public static let context = 32

    init?(_ range: Range<Int>, in text: String) { self.init(range, in: Array(text.unicodeScalars)) }

    init?(_ range: Range<Int>, in scalars: [Unicode.Scalar]) {
        guard !range.isEmpty, range.lowerBound >= 0, range.upperBound <= scalars.count else { return nil }
        func part(_ range: Range<Int>) -> String { String(String.UnicodeScalarView(scalars[range])) }
        exact = part(range)
        prefix = part(max(0, range.lowerBound - Self.context)..<range.lowerBound)
        suffix = part(range.upperBound..<min(scalars.count, range.upperBound + Self.context))
        (start, end) = (range.lowerBound, range.upperBound)
    }
}

/// A highlight to be made.
public struct HighlightDraft: Sendable, Hashable {
    /// Unicode scalar offsets into ``PageText/text``.
    public var range: Range<Int>
    /// A word or two shared by highlights of a kind.
    public var label: String?
    /// `#RRGGBB`.
    public var color: String?
    /// The person's comment.
    public var comment: String?

    /// Marks words.
    public init(_ range: Range<Int>, label: String? = nil, color: String? = nil, comment: String? = nil) {
        (self.range, self.label, self.color, self.comment) = (range, label, color, comment)
    }
}

struct StoredHighlight: Codable, Hashable {
    var quote: TextQuote
    var label: String?
    var color: String?
    var comment: String?
    /// On the page's image when the highlight was made, as in ``Highlight/Anchor/boxes``, for other programs.
    var boxes: [[Double]]
    /// In points; empty when unknown.
    var size: [Double]

    init(_ annotation: Annotation) throws { self = try JSONText.decode(annotation.value) }

    init?(_ draft: HighlightDraft, on page: PageText) {
        guard let quote = TextQuote(draft.range, in: page.text) else { return nil }
        self.quote = quote
        (label, color, comment) = (draft.label, draft.color, draft.comment)
        boxes = page.boxes(of: draft.range)
        size = page.size.map { [$0.width, $0.height] } ?? []
    }

    func looksLike(_ other: Self) -> Bool {
        label == other.label && color?.lowercased() == other.color?.lowercased() && comment == other.comment
    }

    var texts: [String] { [comment, quote.exact].compactMap { $0 } }
}

extension Highlight {
    typealias Page = (text: PageText, letters: QuoteAnchor.Text)

    init(_ annotation: Annotation, _ stored: StoredHighlight, on page: Page?, comparisons: inout Int) {
        self.init(
            id: annotation.id, page: annotation.page, quote: stored.quote, label: stored.label, color: stored.color,
            comment: stored.comment, created: annotation.created, modified: annotation.modified,
            author: annotation.author)
        guard let page,
            let found = QuoteAnchor(stored.quote).range(in: page.letters, comparisons: &comparisons)
        else { return }
        anchor = Anchor(range: found.range, sureness: found.sureness, boxes: page.text.boxes(of: found.range))
    }
}
