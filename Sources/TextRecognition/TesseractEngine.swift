internal import CTesseract

/// Owns a tesseract engine and reads pictures with it. Not for several threads.
final class TesseractEngine {
    /// Owned: freed in `deinit`.
    private let engine: OpaquePointer

    /// Pixels; coordinates are 16-bit numbers in tesseract.
    static let longestSide = 32_767

    /// - Parameter languages: At least one of tesseract's codes.
    /// - Throws: ``TextRecognitionError``.
    init(languages: [String]) throws {
        guard let engine = Self.create() else { throw TextRecognitionError.engine(languages: languages) }
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
        self.engine = engine
    }

    deinit { TessBaseAPIDelete(engine) }

    /// An engine that was not told to start. Tesseract prints what it misses and what it guesses to standard error;
    /// errors say it better.
    static func create() -> OpaquePointer? {
        LeptonicaWarnings.silence()
        guard let engine = TessBaseAPICreate() else { return nil }
        TessBaseAPISetVariable(engine, "debug_file", "/dev/null")
        return engine
    }

    /// - Parameters:
    ///   - picture: Tesseract copies it.
    ///   - resolution: Dots per inch, 70 to 2400.
    ///   - isBlock: Whether to take it for a block of lines, read as they lie. Else its layout is found out: columns,
    ///     and blocks of which some may stand upright.
    /// - Returns: Words in reading order; none where there is no text.
    /// - Throws: ``TextRecognitionError/image(_:)``.
    func read(_ picture: Picture, resolution: Int32, isBlock: Bool = false) throws -> Reading {
        OpenMP.useOneThread()
        defer { TessBaseAPIClear(engine) }
        TessBaseAPISetPageSegMode(engine, isBlock ? PSM_SINGLE_BLOCK : PSM_AUTO)
        picture.withHandle { TessBaseAPISetImage2(engine, $0) }
        TessBaseAPISetSourceResolution(engine, resolution)
        guard TessBaseAPIRecognize(engine, nil) == 0 else {
            throw TextRecognitionError.image("recognition failed")
        }
        return Reading(words: words())
    }

    /// Whether the engine's first lexicon has the word.
    func knows(_ word: String) -> Bool { TessBaseAPIIsValidWord(engine, word) != 0 }

    /// The words of the image just recognised, in reading order.
    private func words() -> [Reading.Word] {
        guard let results = TessBaseAPIGetIterator(engine) else { return [] }
        defer { TessResultIteratorDelete(results) }
        // The same object seen as its base class; not to be freed.
        let position = TessResultIteratorGetPageIterator(results)
        var words: [Reading.Word] = []
        var (beginsLine, beginsParagraph) = (false, false)
        repeat {
            // A line may begin with a word that is passed over.
            beginsLine = beginsLine || TessPageIteratorIsAtBeginningOf(position, RIL_TEXTLINE) != 0
            beginsParagraph = beginsParagraph || TessPageIteratorIsAtBeginningOf(position, RIL_PARA) != 0
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
                Reading.Word(
                    text: text,
                    box: PixelBox(
                        left: Int(left), top: Int(top), width: Int(right - left), height: Int(bottom - top)),
                    confidence: min(1, max(0, percent / 100)), beginsLine: beginsLine,
                    beginsParagraph: beginsParagraph))
            (beginsLine, beginsParagraph) = (false, false)
        } while TessResultIteratorNext(results, RIL_WORD) != 0
        return words
    }

    /// Takes over a text of tesseract.
    private func taken(_ text: UnsafeMutablePointer<CChar>?) -> String? {
        guard let text else { return nil }
        defer { TessDeleteText(text) }
        return String(cString: text)
    }
}
