internal import CPopplerGLib

/// The texts that GLib functions return.
enum GLibText {
    /// Copies a text and frees it. Invalid UTF-8 is repaired; a null pointer and an empty text give nil.
    static func take(_ characters: UnsafeMutablePointer<CChar>?) -> String? {
        guard let characters else { return nil }
        defer { g_free(characters) }
        let text = String(cString: characters)
        return text.isEmpty ? nil : text
    }
}
