internal import CTesseract

package struct LanguageData: Sendable {
    /// Its path, links not resolved. Nil when tesseract cannot tell.
    package let folder: String?
    /// Sorted, `osd` (orientation, not a language) left out.
    package let languages: [String]

    /// Searches where tesseract would, `TESSDATA_PREFIX` included. Takes a few milliseconds, as no model is loaded.
    package static func installed() -> LanguageData {
        guard let engine = TesseractEngine.create() else { return LanguageData(folder: nil, languages: []) }
        defer { TessBaseAPIDelete(engine) }
        // Only an engine told to start knows where its data is, although it cannot start without a language.
        TessBaseAPIInit3(engine, nil, "no-language")
        let languages = TesseractEngine.texts(TessBaseAPIGetAvailableLanguagesAsVector(engine))
            .filter { $0 != "osd" }.sorted()
        // The engine owns this string.
        let folder = TessBaseAPIGetDatapath(engine).map { String(cString: $0) }
        return LanguageData(folder: folder, languages: languages)
    }
}
