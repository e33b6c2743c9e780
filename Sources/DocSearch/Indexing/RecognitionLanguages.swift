import ExtractionProtocol

/// In which languages pages are recognised: the document's own, where there is data for it, then its folder's.
struct RecognitionLanguages: Sendable {
    /// Tesseract's codes of the data that the reader found.
    var installed: [String]

    /// Tesseract's codes, the most important first, of a language as the metadata has it (`de`, `de-DE`, `ger`, `deu`
    /// or `German`), and the codes of the document's folder. The same again for what it has returned as `root`.
    func codes(document: String?, root: [String]) -> [String] {
        guard let code = document.flatMap(Self.code), installed.contains(code) else { return root }
        return [code] + root.filter { $0 != code }
    }

    /// Tesseract's code of a language: that of ISO 639-2 for terminology, but for a few. Nil for a name that is not known, and
    /// for several languages.
    static func code(_ name: String) -> String? {
        LanguageName.longCode(name).map { others[$0] ?? $0 }
    }

    private static let others = ["nob": "nor", "nno": "nor", "zho": "chi_sim", "kur": "kmr"]
}
