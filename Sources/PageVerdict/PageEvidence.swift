/// All that is measured on a page to judge its text layer.
package struct PageEvidence: Sendable, Equatable, Codable {
    /// The words of the layer.
    package var shape = TextShape()
    /// Whether some of the words are in form fields or notes.
    package var hasFields = false
    /// Share of the page's squares that have text of the layer in them, 0 to 1.
    package var textCoverage = 0.0
    /// Share of the page that raster images cover, 0 to 1; nil when it was not looked at.
    package var imageCoverage: Double?
    /// Whether any glyph of the layer is drawn; nil when the page was not rendered.
    package var isLayerVisible: Bool?
    /// Nil when the page was not rendered.
    package var ink: InkEvidence?
    /// Whether the page's image was left out although the words leave something open.
    package var isByWordsOnly = false
    /// Whether the page was made smaller than 72 dots per inch to look at its ink.
    package var isReduced = false
    /// Nil when the lexicon was not asked, or is of another language than the layer seems to be.
    package var lexicon: LexiconEvidence?

    package init() {}
}

/// What a lexicon says of the layer's words: shares of the words asked for, 0 to 1.
package struct LexiconEvidence: Sendable, Equatable, Codable {
    /// It has them. Nil for a text that seems to be in no language.
    package var known: Double?
    /// It does not, but they are known words without the spaces between them.
    package var joined: Double
    /// They are known words written backwards; looked at only where the text seems to be in no language.
    package var reversed: Double

    package init(known: Double? = nil, joined: Double = 0, reversed: Double = 0) {
        self.known = known
        self.joined = joined
        self.reversed = reversed
    }
}
