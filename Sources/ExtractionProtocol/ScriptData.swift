/// Scripts by the names that tesseract's script detection gives them, and the data that reads each.
package enum ScriptData {
    package static let latin = "Latin"
    package static let fraktur = "Fraktur"

    package static func isScript(_ name: String) -> Bool { languages[name] != nil }

    /// Tesseract's codes of languages, the most widespread first, without data for the whole script.
    package static func languages(of script: String) -> [String] { languages[script] ?? [] }

    /// Data for all languages of a script: Debian installs `Cyrillic`, tesseract's own folder has `script/Cyrillic`.
    package static func whole(_ script: String) -> [String] {
        (script == "Han" ? ["HanS", "HanT"] : [script]).flatMap { [$0, "script/\($0)"] }
    }

    /// Whether one of the languages is written in the script. Languages that are in no list are Latin.
    package static func isRead(_ script: String, by codes: [String]) -> Bool {
        codes.contains { code in
            if whole(script).contains(code) || languages(of: script).contains(code) { return true }
            return script == latin && !code.hasPrefix("script/") && !isScript(code) && !others.contains(code)
        }
    }

    private static let others = Set(languages.filter { $0.key != latin }.flatMap(\.value))

    private static let languages: [String: [String]] = {
        let lines = table.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        return Dictionary(lines.map { ($0[0], Array($0.dropFirst())) }, uniquingKeysWith: { first, _ in first })
    }()

    private static let table = """
        Latin eng
        Fraktur deu_latf frk
        Cyrillic rus ukr bul srp bel mkd kaz kir mon tgk tat uzb_cyrl aze_cyrl
        Arabic ara fas urd pus uig snd
        Greek ell grc
        Hebrew heb yid
        Devanagari hin mar nep san
        Bengali ben asm
        Han chi_sim chi_tra jpn
        Japanese jpn
        Hiragana jpn
        Katakana jpn
        Hangul kor
        Korean kor
        Armenian hye
        Canadian_Aboriginal iku
        Cherokee chr
        Ethiopic amh tir
        Georgian kat
        Gujarati guj
        Gurmukhi pan
        Kannada kan
        Khmer khm
        Lao lao
        Malayalam mal
        Myanmar mya
        Oriya ori
        Sinhala sin
        Syriac syr
        Tamil tam
        Telugu tel
        Thaana div
        Thai tha
        Tibetan bod dzo
        """
}
