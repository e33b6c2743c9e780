internal import CTesseract

/// Reads page images with one tesseract engine for one set of languages, kept between images. Not thread-safe.
package final class TextRecognizer {
    private let engine: TesseractEngine
    /// Loaded on first use. Nil without its data, as pages can be tried in all positions instead.
    private lazy var orientationEngine = try? TesseractEngine(languages: ["osd"])

    /// Below this mean confidence a page may have been read on its side or upside down. Clean book pages have 0.9 and
    /// more. Chosen, not measured: three lines of capitals read upside down had less.
    private static let doubtful = 0.75
    /// A page with fewer words is read in all positions as fast as a part of a full one.
    private static let fewWords = 60
    package static var engineVersion: String { "tesseract \(String(cString: TessVersion()))" }

    /// Tesseract's language codes, most important first; an empty list means `eng`.
    package init(languages: [String]) throws {
        engine = try TesseractEngine(languages: languages.isEmpty ? ["eng"] : languages)
    }

    /// Searches the lexicons of the engine's languages. Case matters.
    package func knows(_ word: String) -> Bool { engine.knows(word) }

    /// Pages that are turned, slope by up to 10 degrees or are light on dark are corrected first.
    ///
    /// `pixels` are 8-bit grey (0 is black), at least `bytesPerRow` times `height` bytes, top row first. They are
    /// copied. `resolution` is in dots per inch, limited to 70 (tesseract's limit) to 400: it says how large letters
    /// are likely to be, and a finer scan does not mean smaller print. A side has 3 to 32,767 pixels.
    ///
    /// The script is looked for when `wantsScript` says so of the text. That takes a third of a second, if the page's
    /// position was not looked for.
    package func recognize(
        pixels: UnsafeRawBufferPointer, width: Int, height: Int, bytesPerRow: Int, resolution: Double,
        wantsScript: (RecognizedText) -> Bool = { _ in false }
    ) throws -> RecognizedText {
        let sides = 3...TesseractEngine.longestSide
        guard sides.contains(width), sides.contains(height) else {
            throw TextRecognitionError.image("\(width) by \(height) pixels are too small or too large")
        }
        guard bytesPerRow >= width, bytesPerRow <= Int32.max, pixels.baseAddress != nil,
            pixels.count >= bytesPerRow * (height - 1) + width
        else { throw TextRecognitionError.image("its bytes do not make \(width) by \(height) pixels") }
        guard let page = Picture(grey: pixels, width: width, height: height, bytesPerRow: bytesPerRow) else {
            throw TextRecognitionError.image("there is not enough memory for \(width) by \(height) pixels")
        }
        let levels = GreyLevels(pixels, width: width, height: height, bytesPerRow: bytesPerRow)
        let known = resolution.isFinite ? min(400, max(70, resolution.rounded())) : 70
        func prepare(_ orientation: Int?) throws -> ImagePreparation {
            if let made = ImagePreparation(page, levels: levels, resolution: known, orientation: orientation) {
                return made
            }
            throw TextRecognitionError.image("there is not enough memory to prepare \(width) by \(height) pixels")
        }

        let first = try prepare(nil)
        lazy var position = orientationEngine?.position(of: first.picture, resolution: Int32(known))
        var (reading, turn) = (try engine.read(first.picture, resolution: Int32(known)), first.turn)
        if !first.isOrientationSure || reading.confidence < 0.5, reading.confidence < Self.doubtful,
            let correction = try position?.orientation ?? correction(first, reading, resolution: Int32(known)),
            correction != 0
        {
            let second = try prepare((360 - first.turn.quarter + correction) % 360)
            let other = try engine.read(second.picture, resolution: Int32(known))
            if other.trustedLetters > reading.trustedLetters { (reading, turn) = (other, second.turn) }
        }
        var found = result(reading, turn)
        if wantsScript(found) { found.script = position?.script }
        return found
    }

    /// Degrees clockwise that the picture is still turned by.
    private func correction(_ preparation: ImagePreparation, _ reading: Reading, resolution: Int32) throws -> Int? {
        try OrientationTrial(engine: engine, resolution: resolution)
            .orientation(of: preparation.picture, ink: preparation.ink, isWhole: reading.words.count < Self.fewWords)
    }

    private func result(_ reading: Reading, _ turn: PageTurn) -> RecognizedText {
        let flags = IndexedWords.flags(reading)
        let words = zip(reading.words, flags).map {
            RecognizedWord(text: $0.text, box: turn.original($0.box), confidence: $0.confidence, isIndexed: $1)
        }
        let indexed = Reading(words: zip(reading.words, flags).filter(\.1).map(\.0))
        return RecognizedText(
            text: IndexedWords.text(reading, flags: flags), words: words,
            confidence: indexed.words.isEmpty ? nil : indexed.confidence, confidenceOfAllWords: reading.confidence,
            orientation: (360 - turn.quarter) % 360, skew: turn.angle)
    }
}
