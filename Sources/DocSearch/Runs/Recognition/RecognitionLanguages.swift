import ExtractionProtocol

/// The document's own language, if there is data for it, then its folder's.
struct RecognitionLanguages: Sendable {
    /// Tesseract's codes.
    var installed: [String]

    /// Most important first, from a language in metadata (`de`, `de-DE`, `ger`, `deu` or `German`) and the folder's
    /// codes. Idempotent.
    func codes(document: String?, root: [String]) -> [String] {
        guard let code = document.flatMap(Self.code), installed.contains(code) else { return root }
        return [code] + root.filter { $0 != code }
    }

    /// The terminology code of ISO 639-2, with a few exceptions.
    static func code(_ name: String) -> String? {
        LanguageName.longCode(name).map { others[$0] ?? $0 }
    }

    private static let others = ["nob": "nor", "nno": "nor", "zho": "chi_sim", "kur": "kmr"]
}
