import ExtractionProtocol
import PageVerdict
import TextRecognition

/// The language or script that a recognised page seems to be in, where the page was not read in it.
enum OtherLanguage {
    /// Below this confidence a text may be in another script. Pages in Cyrillic, Greek, Arabic and Chinese that were read as
    /// English had 0.17 to 0.37. Tesseract takes English that can be read for Cyrillic, too.
    private static let foreignScript = 0.5
    /// The same for Fraktur, which had 0.62 to 0.70 when it was read as English, and 0.78 to 0.80 as German.
    private static let fraktur = 0.85
    /// Fraktur had 2.1 to 11; another page 0.6.
    private static let leastFrakturEvidence = 1.0
    /// A few words may be in any script.
    private static let fewestWords = 20
    /// CLD2 may take the scraps of a text that was read with less confidence for any language. German that was read as
    /// English had 0.88 and more.
    private static let leastConfidence = 0.6

    /// Whether tesseract should say which script it is. Not where a page is hard to read and English: looking takes a tenth
    /// of the time of reading.
    static func mayBeOtherScript(_ found: RecognizedText, languages: [String]) -> Bool {
        let confidence = found.confidenceOfAllWords
        guard found.words.count >= fewestWords, confidence < fraktur else { return false }
        guard confidence >= foreignScript else { return true }
        return !ScriptData.isRead(ScriptData.fraktur, by: languages)
            && TextShape(of: found.text).hasFewWords(of: ["eng"])
    }

    /// See ``LanguageReason/of(_:)``. `shape` is that of the text, `identified` its language as ``TextLanguage`` tells it.
    static func code(
        of found: RecognizedText, _ shape: TextShape, _ identified: String?, besides languages: [String]
    ) -> String? {
        let confidence = found.confidenceOfAllWords
        if let script = found.script, ScriptData.isScript(script.name), !ScriptData.isRead(script.name, by: languages),
            script.name == ScriptData.fraktur
                ? script.evidence >= leastFrakturEvidence : confidence < foreignScript
        {
            return script.name
        }
        if let code = identified.map(IdentifiedLanguage.tesseractCode), !isKnown(code, to: languages),
            confidence >= leastConfidence, shape.hasFewWords(of: languages)
        {
            return code
        }
        return shape.language(besides: languages)
    }

    /// Whether the data of one of `codes` is for the language: its own, that of a variety (`ita_old`), or that for its
    /// script.
    static func isKnown(_ language: String, to codes: [String]) -> Bool {
        codes.contains { code in
            let script = code.split(separator: "/").last.map(String.init) ?? code
            return code == language || code.hasPrefix(language + "_") || varieties[script] == language
                || alike.contains { $0.contains(code) && $0.contains(language) }
                || ScriptData.isScript(script) && ScriptData.isRead(script, by: [language])
        }
    }

    private static let varieties = [
        "frk": "deu", ScriptData.fraktur: "deu", "enm": "eng", "frm": "fra", "grc": "ell",
        // CLD2's `zh-Hant` is `zh` here.
        "chi_tra": "chi_sim", "chi_tra_vert": "chi_sim", "HanS": "chi_sim", "HanT": "chi_sim",
    ]

    /// Languages of which a short text may be taken for the other.
    private static let alike: [Set<String>] = [
        ["bos", "hrv", "srp", "srp_latn"], ["ind", "msa"], ["ces", "slk"], ["dan", "nor"],
    ]
}
