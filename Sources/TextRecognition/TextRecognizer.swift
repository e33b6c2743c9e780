internal import CTesseract

/// A tesseract engine for one set of languages, kept between images. Not for several threads.
package final class TextRecognizer {
    /// Owned: freed in `deinit`.
    private let engine: OpaquePointer

    /// Name and version, as in `tesseract 5.3.0`.
    package static var engineVersion: String { "tesseract \(String(cString: TessVersion()))" }

    /// Languages with data on this machine; see ``LanguageData``.
    package static func availableLanguages() -> [String] { LanguageData.installed().languages }

    /// Starts an engine.
    ///
    /// - Parameter languages: Tesseract's codes, most important first; none stands for `eng`.
    /// - Throws: ``TextRecognitionError``.
    package init(languages: [String]) throws {
        let languages = languages.isEmpty ? ["eng"] : languages
        guard let engine = Self.silentEngine() else {
            throw TextRecognitionError.engine(languages: languages)
        }
        let isStarted = TessBaseAPIInit3(engine, nil, languages.joined(separator: "+")) == 0
        // With several languages it starts when one of them is there, and says nothing.
        let loaded = isStarted ? CStringList.take(TessBaseAPIGetLoadedLanguagesAsVector(engine)) : []
        guard isStarted, languages.allSatisfy(loaded.contains) else {
            let available = CStringList.take(TessBaseAPIGetAvailableLanguagesAsVector(engine))
            TessBaseAPIDelete(engine)
            let absent = languages.filter { !available.contains($0) }
            throw absent.isEmpty
                ? TextRecognitionError.engine(languages: languages) : .missingLanguages(absent)
        }
        TessBaseAPISetPageSegMode(engine, PSM_AUTO)
        self.engine = engine
    }

    deinit { TessBaseAPIDelete(engine) }

    /// Whether the lexicons of the engine's languages have the word. Case matters.
    package func knows(_ word: String) -> Bool { TessBaseAPIIsValidWord(engine, word) != 0 }

    /// Reads an image in 8-bit grey, 0 is black.
    ///
    /// - Parameters:
    ///   - pixels: At least `bytesPerRow` times `height` bytes, top row first. Tesseract copies them.
    ///   - width: Pixels.
    ///   - height: Pixels.
    ///   - bytesPerRow: At least `width`.
    ///   - resolution: Dots per inch; taken for 70 or 2400 when it is beyond these, which are tesseract's limits.
    /// - Returns: Text and words; none of both for an image without text.
    /// - Throws: ``TextRecognitionError/image(_:)``, also when a side has fewer than 3 or more than 32,767 pixels.
    package func recognize(
        pixels: UnsafeRawBufferPointer, width: Int, height: Int, bytesPerRow: Int, resolution: Double
    ) throws -> RecognizedText {
        let sides = 3...Self.longestSide
        guard sides.contains(width), sides.contains(height) else {
            throw TextRecognitionError.image("\(width) by \(height) pixels are too small or too large")
        }
        guard bytesPerRow >= width, bytesPerRow <= Int32.max, let base = pixels.baseAddress,
            pixels.count >= bytesPerRow * (height - 1) + width
        else { throw TextRecognitionError.image("its bytes do not make \(width) by \(height) pixels") }
        OpenMP.useOneThread()
        defer { TessBaseAPIClear(engine) }
        TessBaseAPISetImage(
            engine, base.assumingMemoryBound(to: UInt8.self), Int32(width), Int32(height), 1,
            Int32(bytesPerRow))
        let known = resolution.isFinite ? min(2400, max(70, resolution.rounded())) : 70
        TessBaseAPISetSourceResolution(engine, Int32(known))
        guard TessBaseAPIRecognize(engine, nil) == 0 else {
            throw TextRecognitionError.image("recognition failed")
        }
        let words = words()
        let letters = words.reduce(0) { $0 + $1.text.unicodeScalars.count }
        let sum = words.reduce(0.0) { $0 + $1.confidence * Double($1.text.unicodeScalars.count) }
        return RecognizedText(
            text: taken(TessBaseAPIGetUTF8Text(engine)) ?? "", words: words,
            confidence: letters > 0 ? sum / Double(letters) : nil)
    }

    /// The words of the image just recognised, in reading order.
    private func words() -> [RecognizedWord] {
        guard let results = TessBaseAPIGetIterator(engine) else { return [] }
        defer { TessResultIteratorDelete(results) }
        // The same object seen as its base class; not to be freed.
        let position = TessResultIteratorGetPageIterator(results)
        var words: [RecognizedWord] = []
        repeat {
            guard let text = taken(TessResultIteratorGetUTF8Text(results, RIL_WORD)),
                text.contains(where: { !$0.isWhitespace })
            else {
                continue
            }
            var (left, top, right, bottom): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
            guard TessPageIteratorBoundingBox(position, RIL_WORD, &left, &top, &right, &bottom) != 0 else {
                continue
            }
            let percent = Double(TessResultIteratorConfidence(results, RIL_WORD))
            words.append(
                RecognizedWord(
                    text: text, left: Int(left), top: Int(top), width: Int(right - left),
                    height: Int(bottom - top), confidence: min(1, max(0, percent / 100))))
        } while TessResultIteratorNext(results, RIL_WORD) != 0
        return words
    }

    /// Takes over a text of tesseract.
    private func taken(_ text: UnsafeMutablePointer<CChar>?) -> String? {
        guard let text else { return nil }
        defer { TessDeleteText(text) }
        return String(cString: text)
    }

    /// Tesseract prints what it misses and what it guesses to standard error; errors say it better.
    static func silentEngine() -> OpaquePointer? {
        Leptonica.silence()
        guard let engine = TessBaseAPICreate() else { return nil }
        TessBaseAPISetVariable(engine, "debug_file", "/dev/null")
        return engine
    }

    /// Pixels; coordinates are 16-bit numbers in tesseract.
    private static let longestSide = 32_767
}
