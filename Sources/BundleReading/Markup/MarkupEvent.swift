/// What a ``MarkupReader`` meets, in the order of the document. Names are without prefixes.
enum MarkupEvent {
    case start(name: String, attributes: MarkupAttributes)
    /// Text between two tags may come in several pieces.
    case text(String)
    case end(name: String)
}

/// The attributes of one element, by names without prefixes.
struct MarkupAttributes {
    private(set) var pairs: [(name: String, value: String)] = []

    /// The attribute of this name that has no prefix, else the first that has one.
    subscript(name: String) -> String? { pairs.first { $0.name == name }?.value }

    /// Of two attributes with one name, `xml:lang` and `lang`, that without prefix comes first.
    mutating func add(_ name: String, _ value: String, hasPrefix: Bool) {
        if !hasPrefix, let index = pairs.firstIndex(where: { $0.name == name }) {
            pairs.insert((name, value), at: index)
        } else {
            pairs.append((name, value))
        }
    }
}
