import Foundation

/// Languages that texts are identified as: by their codes of two letters (ISO 639-1), and of three where there is none of
/// two. Readers and stored texts give no others.
package enum IdentifiedLanguage {
    package static func known(_ code: String) -> String? { codes.contains(code) ? code : nil }

    /// Tesseract's code of the language: that of ISO 639-2 (terminology), with a few exceptions.
    package static func tesseractCode(_ code: String) -> String {
        if let other = tesseractCodes[code] { return other }
        return Locale.LanguageCode(code).identifier(.alpha3) ?? code
    }

    private static let tesseractCodes = ["nn": "nor", "zh": "chi_sim", "ku": "kmr"]

    package static let codes: Set<String> = Set(
        """
        af am ar as az be bg bn bo br bs ca ceb co cs cy da de dv el en eo es et eu fa fi fo fr fy ga gd gl gu he hi hr ht \
        hu hy id is it ja jv ka kk km kn ko ku ky la lb lo lt lv mg mi mk ml mn mr ms mt my ne nl nn no oc or pa pl ps pt \
        rm ro ru rw sd si sk sl so sq sr su sv sw ta te tg th ti tk tl tr tt ug uk ur uz vi xh yi yo zh zu
        """.split(separator: " ").map(String.init))
}
