import ExtractionProtocol

/// The languages in which pages are recognised: the document's own, if there is data for it, then its folder's.
struct RecognitionLanguages: Sendable {
    /// Tesseract's codes of the data that the reader found.
    var installed: [String]

    /// Tesseract's codes, most important first, for a language in metadata (`de`, `de-DE`, `ger`, `deu` or `German`)
    /// and the codes of the document's folder. Idempotent: its own result as `root` gives the same.
    func codes(document: String?, root: [String]) -> [String] {
        guard let code = document.flatMap(Self.code), installed.contains(code) else { return root }
        return [code] + root.filter { $0 != code }
    }

    /// Tesseract's code of a language: the terminology code of ISO 639-2, with a few exceptions. Nil for an unknown
    /// name, and for several languages.
    static func code(_ name: String) -> String? {
        LanguageName.longCode(name).map { others[$0] ?? $0 }
    }

    private static let others = ["nob": "nor", "nno": "nor", "zho": "chi_sim", "kur": "kmr"]
}
