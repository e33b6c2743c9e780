internal import CTextLanguage
import ExtractionProtocol
import Foundation
import PageVerdict

/// The language that most of a text is in. Most pages are English where most are, and tell it by their words as they have
/// been counted anyway; CLD2 tells the others.
enum TextLanguage {
    /// UTF-8 bytes of letters. More than 1 in 50 shorter texts are taken for another language.
    private static let fewestLetters = 100
    /// Percent of the letters. The main language of a text with less of it is not certain.
    private static let leastShare = 50
    /// UTF-8 bytes that are looked at: some pages of print.
    private static let longest = 16_384

    /// One of ``IdentifiedLanguage``; nil where it is not certain. `shape` is that of the text, where it is known.
    static func identify(_ text: String, _ shape: TextShape? = nil) -> String? {
        if shape?.isClearlyEnglish == true { return "en" }
        guard text.utf8.count >= fewestLetters else { return nil }
        var found = docsearch_language()
        var text = plain(beginning(of: text))
        let isCertain = text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                docsearch_identify_language($0.baseAddress, $0.count, &found)
            }
        }
        guard isCertain, Int(found.letter_bytes) >= fewestLetters, Int(found.share) >= leastShare else { return nil }
        return code(of: &found)
    }

    private static func beginning(of text: String) -> Substring {
        guard text.utf8.count > longest else { return text[...] }
        // A string's subscript never cuts a character's bytes: it rounds down.
        return text[..<text.utf8.index(text.startIndex, offsetBy: longest)]
    }

    /// Letters that are joined or of another width, as Arabic is in some PDFs, are unknown to CLD2. All begin with one byte.
    private static func plain(_ text: Substring) -> String {
        text.utf8.contains(0xEF) ? text.precomposedStringWithCompatibilityMapping : String(text)
    }

    private static func code(of found: inout docsearch_language) -> String? {
        let code = withUnsafeBytes(of: &found.code) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        // `zh-Hant` is Chinese.
        let main = code.split(separator: "-").first.map(String.init) ?? ""
        return IdentifiedLanguage.known(former[main] ?? main)
    }

    /// Codes that ISO 639-1 has given up.
    private static let former = ["iw": "he", "jw": "jv", "mo": "ro"]
}
