internal import CTesseract

/// Not thread-safe.
final class TesseractEngine {
    /// Owned: freed in `deinit`.
    private let engine: OpaquePointer

    /// Pixels; coordinates are 16-bit numbers in tesseract.
    static let longestSide = 32_767

    init(languages: [String]) throws {
        guard let engine = Self.create() else { throw TextRecognitionError.engine(languages: languages) }
        let isStarted = TessBaseAPIInit3(engine, nil, languages.joined(separator: "+")) == 0
        // With several languages it starts when one of them is found, and reports nothing.
        let loaded = isStarted ? Self.texts(TessBaseAPIGetLoadedLanguagesAsVector(engine)) : []
        guard isStarted, languages.allSatisfy(loaded.contains) else {
            let available = Self.texts(TessBaseAPIGetAvailableLanguagesAsVector(engine))
            TessBaseAPIDelete(engine)
            let absent = languages.filter { !available.contains($0) }
            throw absent.isEmpty ? TextRecognitionError.engine(languages: languages) : .missingLanguages(absent)
        }
        self.engine = engine
    }

    deinit { TessBaseAPIDelete(engine) }

    /// Not started. It prints no warnings, because errors say it better.
    static func create() -> OpaquePointer? {
        setMsgSeverity(Int32(L_SEVERITY_NONE))
        guard let engine = TessBaseAPICreate() else { return nil }
        TessBaseAPISetVariable(engine, "debug_file", "/dev/null")
        return engine
    }

    /// Tesseract copies the picture, of 70 to 2400 dots per inch. With `isBlock` it is read as one block of lines in
    /// its present position. Otherwise layout analysis finds columns and blocks, some of which may be upright.
    func read(_ picture: Picture, resolution: Int32, isBlock: Bool = false) throws -> Reading {
        OpenMP.useOneThread()
        defer { TessBaseAPIClear(engine) }
        TessBaseAPISetPageSegMode(engine, isBlock ? PSM_SINGLE_BLOCK : PSM_AUTO)
        picture.withHandle { TessBaseAPISetImage2(engine, $0) }
        TessBaseAPISetSourceResolution(engine, resolution)
        guard TessBaseAPIRecognize(engine, nil) == 0 else { throw TextRecognitionError.image("recognition failed") }
        return Reading(words: words())
    }

    struct Position {
        /// Degrees clockwise that the page is turned by; nil when it is not certain.
        var orientation: Int?
        var script: DetectedScript?
    }

    /// How the page is turned, and in which script it is. Only for an engine with `osd`. It takes a third of a second, so
    /// it is used only for pages that could not be read well. Nil when there are too few letters.
    func position(of picture: Picture, resolution: Int32) -> Position? {
        OpenMP.useOneThread()
        defer { TessBaseAPIClear(engine) }
        var (degrees, confidence, scriptEvidence): (Int32, Float, Float) = (0, 0, 0)
        // Owned by the engine.
        var script: UnsafePointer<CChar>?
        let isFound = picture.withHandle {
            TessBaseAPISetImage2(engine, $0)
            TessBaseAPISetSourceResolution(engine, resolution)
            return TessBaseAPIDetectOrientationScript(engine, &degrees, &confidence, &script, &scriptEvidence)
        }
        guard isFound != 0 else { return nil }
        let isSure = confidence >= Self.orientationEvidence && [0, 90, 180, 270].contains(degrees)
        return Position(
            orientation: isSure ? Int(degrees) : nil,
            script: script.map { DetectedScript(name: String(cString: $0), evidence: Double(scriptEvidence)) })
    }

    /// With less confidence its answer is wrong for three lines of capitals, in all four positions. Pages of the corpus
    /// had 3.6 and more in all four positions, except one slide with 2; no answer was wrong.
    private static let orientationEvidence: Float = 3

    /// Only the engine's first lexicon is searched.
    func knows(_ word: String) -> Bool { TessBaseAPIIsValidWord(engine, word) != 0 }

    private func words() -> [Reading.Word] {
        guard let results = TessBaseAPIGetIterator(engine) else { return [] }
        defer { TessResultIteratorDelete(results) }
        // The same object as its base class; must not be freed.
        let position = TessResultIteratorGetPageIterator(results)
        var words: [Reading.Word] = []
        var (beginsLine, beginsParagraph) = (false, false)
        repeat {
            // A line may begin with a word that is skipped.
            beginsLine = beginsLine || TessPageIteratorIsAtBeginningOf(position, RIL_TEXTLINE) != 0
            beginsParagraph = beginsParagraph || TessPageIteratorIsAtBeginningOf(position, RIL_PARA) != 0
            var (left, top, right, bottom): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
            guard let text = taken(TessResultIteratorGetUTF8Text(results, RIL_WORD)),
                text.contains(where: { !$0.isWhitespace }),
                TessPageIteratorBoundingBox(position, RIL_WORD, &left, &top, &right, &bottom) != 0
            else { continue }
            let percent = Double(TessResultIteratorConfidence(results, RIL_WORD))
            words.append(
                Reading.Word(
                    text: text,
                    box: PixelBox(left: Int(left), top: Int(top), width: Int(right - left), height: Int(bottom - top)),
                    confidence: min(1, max(0, percent / 100)), beginsLine: beginsLine,
                    beginsParagraph: beginsParagraph))
            (beginsLine, beginsParagraph) = (false, false)
        } while TessResultIteratorNext(results, RIL_WORD) != 0
        return words
    }

    /// Copies a null-terminated list of strings, and frees it.
    static func texts(_ list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> [String] {
        guard let list else { return [] }
        defer { TessDeleteTextArray(list) }
        var result: [String] = []
        while let text = list[result.count] { result.append(String(cString: text)) }
        return result
    }

    /// Takes ownership of a string from tesseract.
    private func taken(_ text: UnsafeMutablePointer<CChar>?) -> String? {
        guard let text else { return nil }
        defer { TessDeleteText(text) }
        return String(cString: text)
    }
}
