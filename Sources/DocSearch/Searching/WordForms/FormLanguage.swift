/// Languages of whose words Snowball knows the other forms (libstemmer). English is not among them: the full-text tables
/// have its stems.
enum FormLanguage: String, CaseIterable, Sendable {
    case arabic = "ar"
    case armenian = "hy"
    case basque = "eu"
    case catalan = "ca"
    case danish = "da"
    case dutch = "nl"
    case finnish = "fi"
    case french = "fr"
    case german = "de"
    case greek = "el"
    case hindi = "hi"
    case hungarian = "hu"
    case indonesian = "id"
    case irish = "ga"
    case italian = "it"
    case lithuanian = "lt"
    case nepali = "ne"
    case norwegian = "no"
    case portuguese = "pt"
    case romanian = "ro"
    case russian = "ru"
    case serbian = "sr"
    case spanish = "es"
    case swedish = "sv"
    case tamil = "ta"
    case turkish = "tr"
    case yiddish = "yi"

    /// Those that write compounds as one word.
    static let compounding: Set<FormLanguage> = [.danish, .dutch, .finnish, .german, .hungarian, .norwegian, .swedish]

    private static let mostNamed = 4

    /// The languages that metadata name, of which there may be several: `de-AT`, `German`, `fre; ger`.
    static func named(_ metadata: String?) -> [FormLanguage] {
        guard let metadata, !metadata.isEmpty else { return [] }
        let parts = metadata.split(whereSeparator: { ",;/|+\n".contains($0) }).prefix(mostNamed)
        return parts.compactMap { language($0.trimmingPrefix { $0.isWhitespace }) }.reduce(into: []) { all, language in
            if !all.contains(language) { all.append(language) }
        }
    }

    private static func language(_ name: Substring) -> FormLanguage? {
        let name = String(name.reversed().trimmingPrefix { $0.isWhitespace }.reversed())
        guard let code = LanguageName.code(name) else { return nil }
        // The two ways to write Norwegian have one stemmer.
        return FormLanguage(rawValue: ["nb", "nn"].contains(code) ? "no" : code)
    }
}
