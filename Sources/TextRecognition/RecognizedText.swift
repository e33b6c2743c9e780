/// What tesseract read in an image.
package struct RecognizedText: Sendable, Equatable {
    /// Lines end with a line feed, paragraphs with an empty line.
    package var text: String
    package var words: [RecognizedWord]
    /// 0 to 1: the mean over the words, weighted by their length; nil without a word.
    package var confidence: Double?
}

/// A word and its place in the image.
package struct RecognizedWord: Sendable, Equatable {
    package var text: String
    /// Pixels from the left and top edge.
    package var left: Int
    package var top: Int
    package var width: Int
    package var height: Int
    /// 0 to 1.
    package var confidence: Double
}
