/// What a ``MarkupReader`` meets, in the order of the document. Names are without prefixes unless these are asked for.
package enum MarkupEvent {
    case start(name: String, attributes: MarkupAttributes)
    /// Text between two tags may come in several pieces.
    case text(String)
    case end(name: String)
}

/// The attributes of one element, by names without prefixes.
package struct MarkupAttributes {
    private var plain: [(name: String, value: String)] = []
    private var prefixed: [(name: String, value: String)] = []

    /// Of two attributes with one name, `xml:lang` and `lang`, that without prefix comes first.
    package var pairs: [(name: String, value: String)] { prefixed.isEmpty ? plain : plain + prefixed }

    /// The attribute of this name that has no prefix, else the first that has one.
    package subscript(name: String) -> String? {
        plain.first { $0.name == name }?.value ?? prefixed.first { $0.name == name }?.value
    }

    mutating func add(_ name: String, _ value: String, hasPrefix: Bool) {
        if hasPrefix { prefixed.append((name, value)) } else { plain.append((name, value)) }
    }
}
