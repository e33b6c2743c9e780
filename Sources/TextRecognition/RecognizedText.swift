package struct RecognizedText: Sendable, Equatable {
    /// The indexed words (``RecognizedWord/isIndexed``). Lines end with a line feed, paragraphs with an empty line.
    package var text: String
    /// In reading order, including words that are probably not text.
    package var words: [RecognizedWord]
    /// 0 to 1: the mean over the words of the text, weighted by length. Nil without words.
    package var confidence: Double?
    /// The same over all words, also those that are probably not text; 0 without words.
    package var confidenceOfAllWords = 0.0
    /// Degrees clockwise that the page is turned by: 0, 90, 180 or 270. Blocks turned differently from the page do not
    /// count.
    package var orientation = 0
    /// Degrees that the lines rise from left to right when the text is upright; 0 where it was too little to matter.
    package var skew = 0.0
    /// Nil when nobody asked for it, and without tesseract's data for it (`osd`).
    package var script: DetectedScript?
}

package struct DetectedScript: Sendable, Equatable {
    /// Tesseract's name, such as `Cyrillic` or `Fraktur`.
    package var name: String
    /// How much more the letters speak for it than for the next one; from 0.
    package var evidence: Double
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

extension RecognizedText {
    /// What another engine has read.
    package init(text: String, words: [RecognizedWord]) {
        let length = words.reduce(0) { $0 + $1.text.count }
        let sum = words.reduce(0) { $0 + $1.confidence * Double($1.text.count) }
        let confidence = length == 0 ? nil : sum / Double(length)
        self.init(text: text, words: words, confidence: confidence, confidenceOfAllWords: confidence ?? 0)
    }
}

extension RecognizedWord {
    /// In pixels of the image, from its top left corner.
    package init(
        text: String, left: Double, top: Double, right: Double, bottom: Double, confidence: Double
    ) {
        let box = PixelBox(left: Int(left), top: Int(top), width: Int(right - left), height: Int(bottom - top))
        self.init(text: text, box: box, confidence: confidence)
    }
}
