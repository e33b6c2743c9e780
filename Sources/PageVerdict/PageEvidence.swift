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
    /// Share of the layer's words that the lexicon of their language has, 0 to 1; nil when it was not asked, or is of
    /// another language.
    package var lexiconShare: Double?

    package init() {}
}
