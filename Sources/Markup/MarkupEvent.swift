/// An event of a ``MarkupReader``, in document order. Names are without prefixes unless these are requested.
package enum MarkupEvent {
    case start(name: String, attributes: MarkupAttributes)
    /// Text between two tags may arrive in several pieces.
    case text(String)
    case end(name: String)
}

/// The attributes of one element, by local name.
package struct MarkupAttributes {
    private var plain: [(name: String, value: String)] = []
    private var prefixed: [(name: String, value: String)] = []

    /// When `xml:lang` and `lang` are both there, the one without a prefix comes first.
    package var pairs: [(name: String, value: String)] { prefixed.isEmpty ? plain : plain + prefixed }

    /// The attribute of this name without a prefix, else the first with one.
    package subscript(name: String) -> String? {
        plain.first { $0.name == name }?.value ?? prefixed.first { $0.name == name }?.value
    }

    mutating func add(_ name: String, _ value: String, hasPrefix: Bool) {
        if hasPrefix { prefixed.append((name, value)) } else { plain.append((name, value)) }
    }
}
