internal import CPopplerGLib

enum GLibText {
    /// Frees the text. Invalid UTF-8 is repaired; an empty text gives nil.
    static func take(_ characters: UnsafeMutablePointer<CChar>?) -> String? {
        guard let characters else { return nil }
        defer { g_free(characters) }
        let text = String(cString: characters)
        return text.isEmpty ? nil : text
    }
}

enum GLibList {
    /// Takes ownership of the list, which `free` releases with its items.
    static func take<Item, Value>(
        _ list: UnsafeMutablePointer<GList>?, freedBy free: (UnsafeMutablePointer<GList>?) -> Void,
        _ read: (Item) -> Value?
    ) -> [Value] {
        guard let list else { return [] }
        defer { free(list) }
        return sequence(first: list) { $0.pointee.next }
            .compactMap { $0.pointee.data.flatMap { read($0.assumingMemoryBound(to: Item.self).pointee) } }
    }
}
