/// Names are without prefixes unless these are requested.
package enum MarkupEvent {
    case start(name: String, attributes: MarkupAttributes)
    /// Text between two tags may arrive in several pieces.
    case text(String)
    case end(name: String)
}

/// By local name.
package struct MarkupAttributes {
    private var plain: [(name: String, value: String)] = []
    private var prefixed: [(name: String, value: String)] = []

    /// An attribute without a prefix comes first: `lang` before `xml:lang`.
    package var pairs: [(name: String, value: String)] { prefixed.isEmpty ? plain : plain + prefixed }

    package subscript(name: String) -> String? {
        plain.first { $0.name == name }?.value ?? prefixed.first { $0.name == name }?.value
    }

    mutating func add(_ name: String, _ value: String, hasPrefix: Bool) {
        if hasPrefix { prefixed.append((name, value)) } else { plain.append((name, value)) }
    }
}
