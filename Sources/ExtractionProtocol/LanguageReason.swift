/// A reason that the recognised text looks like a language or script other than those used for recognition.
package enum LanguageReason {
    package static let beginning = "other-language: "

    /// `code` is tesseract's of a language, or the name of a script in ``ScriptData``.
    package static func of(_ code: String) -> String { beginning + code }

    package static func code(in reason: String) -> String? {
        guard reason.hasPrefix(beginning) else { return nil }
        let code = reason.dropFirst(beginning.count)
        let isCode = code.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x5F }
        guard (2...12).contains(code.utf8.count) && isCode || ScriptData.isScript(String(code)) else { return nil }
        return String(code)
    }
}
