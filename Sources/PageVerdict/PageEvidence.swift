package struct PageEvidence: Sendable, Equatable, Codable {
    package var shape = TextShape()
    package var hasFields = false
    /// Share of the page's grid squares with text of the layer, 0 to 1.
    package var textCoverage = 0.0
    /// Share of the page that raster images cover, 0 to 1; nil when this was not measured.
    package var imageCoverage: Double?
    /// Nil when the page was not rendered.
    package var isLayerVisible: Bool?
    package var ink: InkEvidence?
    /// The page was not rendered, although the words leave the verdict open.
    package var isByWordsOnly = false
    /// Below 72 dots per inch.
    package var isReduced = false
    /// The text is certainly in a language of Cyrillic letters whose little words ``FunctionWords`` does not list.
    package var isInUnlistedLanguage: Bool?
    /// Nil when the lexicon was not used, or is for a language other than the layer's.
    package var lexicon: LexiconEvidence?

    package init() {}
}

/// Shares of the words looked up, 0 to 1.
package struct LexiconEvidence: Sendable, Equatable, Codable {
    /// Nil for a text in no recognisable language.
    package var known: Double?
    /// Unknown, but known words without the spaces between them.
    package var joined: Double
    /// Known words written backwards. Measured only for a text in no recognisable language.
    package var reversed: Double

    package init(known: Double? = nil, joined: Double = 0, reversed: Double = 0) {
        (self.known, self.joined, self.reversed) = (known, joined, reversed)
    }
}
