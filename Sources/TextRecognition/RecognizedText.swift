package struct RecognizedText: Sendable, Equatable {
    /// The indexed words (``RecognizedWord/isIndexed``). Lines end with a line feed, paragraphs with an empty line.
    package var text: String
    /// In reading order, including words that are probably not text.
    package var words: [RecognizedWord]
    /// 0 to 1: the mean over the words of the text, weighted by length. Nil without words.
    package var confidence: Double?
    /// Degrees clockwise that the page is turned by: 0, 90, 180 or 270. Blocks turned differently from the page do not
    /// count.
    package var orientation = 0
    /// Degrees that the lines rise from left to right when the text is upright; 0 where it was too little to matter.
    package var skew = 0.0
}

package struct RecognizedWord: Sendable, Equatable {
    package var text: String
    /// In the original image: an upright box around the word, however it lies.
    package var box: PixelBox
    /// 0 to 1.
    package var confidence: Double
    /// False for words that were probably read into pictures, stains and rulings.
    package var isIndexed = true
}
