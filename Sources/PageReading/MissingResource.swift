/// A resource that poppler lacks on this machine and without which it leaves out text. Poppler reports it only in its
/// log (``HeardWarnings``).
package struct MissingResource: Hashable, Sendable {
    let name: String
    private let kind: Kind

    private enum Kind: Hashable { case tables, font }

    /// Nil for a message that is not about this machine. Files may name collections for which nobody has tables.
    init?(message: String, hasTables: Bool = PDFEngine.hasTables) {
        guard message.contains("Missing language pack") || message.contains("Couldn't find a font for"),
            let quoted = message.split(separator: " '", omittingEmptySubsequences: false).dropFirst().first?
                .prefix(while: { $0 != "'" })
        else { return nil }
        name = String(
            quoted.unicodeScalars.prefix(100).filter { $0.properties.generalCategory != .control }.map(Character.init))
        kind = message.contains("Missing language pack") ? .tables : .font
        // Without such tables the file is at fault.
        guard kind == .font || !hasTables && Self.collections.contains(name) else { return nil }
    }

    /// Otherwise the text is only not drawn.
    package var concealsText: Bool { kind == .tables }

    /// To be put into a sentence.
    package var reason: String {
        switch kind {
        case .tables:
            "the page has text that poppler cannot read without its tables for Chinese, Japanese and Korean (\(name)), "
                + "which are missing on this machine: apt install poppler-data"
        case .font:
            "the page cannot be drawn, as there is no font for “\(name)” on this machine: apt install fonts-dejavu-core, "
                + "or a package with fonts of its script"
        }
    }

    private static let collections: Set<String> = [
        "Adobe-CNS1", "Adobe-GB1", "Adobe-Japan1", "Adobe-Japan2", "Adobe-Korea1", "Adobe-KR",
    ]
}
