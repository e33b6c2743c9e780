internal import CTesseract

/// The language data on this machine.
package struct LanguageData: Sendable {
    /// Where it is, links not resolved; nil when tesseract cannot tell.
    package let folder: String?
    /// Sorted, `osd` (orientation, not a language) left out.
    package let languages: [String]

    /// Looks where tesseract itself would, `TESSDATA_PREFIX` included. Takes some milliseconds, as no model is loaded.
    package static func installed() -> LanguageData {
        guard let engine = TesseractEngine.create() else { return LanguageData(folder: nil, languages: []) }
        defer { TessBaseAPIDelete(engine) }
        // Only an engine that was told to start knows where its data is, although it cannot without a language.
        TessBaseAPIInit3(engine, nil, "no-language")
        let languages = TesseractEngine.texts(TessBaseAPIGetAvailableLanguagesAsVector(engine))
            .filter { $0 != "osd" }.sorted()
        // The engine's own text.
        let folder = TessBaseAPIGetDatapath(engine).map { String(cString: $0) }
        return LanguageData(folder: folder, languages: languages)
    }
}
