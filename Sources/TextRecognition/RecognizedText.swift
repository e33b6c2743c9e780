/// What tesseract read in an image.
package struct RecognizedText: Sendable, Equatable {
    /// The words worth finding (``RecognizedWord/isIndexed``). Lines end with a line feed, paragraphs with an empty line.
    package var text: String
    /// All words in reading order, those that are probably none included.
    package var words: [RecognizedWord]
    /// 0 to 1: the mean over the words of the text, weighted by their length; nil without one.
    package var confidence: Double?
    /// Degrees clockwise that the page is turned by: 0, 90, 180 or 270; not those of upright blocks beside others.
    package var orientation = 0
    /// Degrees that the lines rise from left to right when the text is upright; 0 where it was too little to matter.
    package var skew = 0.0
}

/// A word and its box in the image.
package struct RecognizedWord: Sendable, Equatable {
    package var text: String
    /// In the image as it was given; an upright box around the word, however it lies.
    package var box: PixelBox
    /// 0 to 1.
    package var confidence: Double
    /// False for what was read into pictures, stains and rulings, as far as can be told.
    package var isIndexed = true
}
