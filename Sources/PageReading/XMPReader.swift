internal import ExtractionProtocol
internal import Markup

/// Dublin Core in XMP metadata (ISO 16684-1). What is not well-formed XML is read as HTML, which is never damaged.
package struct XMPReader: Sendable, Equatable {
    package var title: String?
    package var creators: [String] = []
    package var subjects: [String] = []
    package var rights: [String] = []
    /// Those of programs excepted.
    package var identifiers: [String] = []

    /// UTF-8 bytes; metadata that is longer is not looked at.
    private static let maximumBytes = 1 << 20
    /// Of one field; the rest is left out.
    private static let maximumItems = 100

    init() {}

    init(_ xmp: String) {
        var limits = ExtractionLimits()
        limits.markupBytes = Self.maximumBytes
        let bytes = Array(xmp.utf8)
        func root(as language: MarkupReader.Language) -> MarkupElement? {
            // Metadata that cannot be read is as good as none.
            try? MarkupTree.parse(bytes, as: language, keepsPrefixes: true, limits: limits)
        }
        let root = root(as: .xml) ?? root(as: .html)
        title = root.flatMap { Self.items(of: "dc:title", in: $0).first }
        func items(_ name: String) -> [String] { root.map { Self.items(of: name, in: $0) } ?? [] }
        creators = items("dc:creator")
        subjects = items("dc:subject")
        rights = items("dc:rights")
        let doi = root.flatMap(Self.doi).map { [$0] } ?? items("prism:doi")
        identifiers = (items("dc:identifier") + doi).filter { !Self.isOfPrograms($0) }
    }

    /// Numbers that programs give to each copy say nothing to people.
    private static func isOfPrograms(_ identifier: String) -> Bool {
        ["uuid:", "urn:uuid:", "xmp.", "adobe:"].contains(where: identifier.lowercased().hasPrefix)
    }

    private static func items(of name: String, in root: MarkupElement) -> [String] {
        ([root] + root.descendants(name)).lazy.filter { $0.name == name }.map { element in
            let items = element.descendants("rdf:li").map(\.text).filter { !$0.isEmpty }
            // Some programs leave the list out.
            return items.isEmpty && element.children.isEmpty && !element.text.isEmpty ? [element.text] : items
        }.first { !$0.isEmpty }.map { Array($0.prefix(maximumItems)) } ?? []
    }

    /// A single value may be an attribute of what it is said of (ISO 16684-1, 7.9.2.2), and publishers write this one so.
    private static func doi(in root: MarkupElement) -> String? {
        root.descendants("rdf:Description").lazy.compactMap { $0["doi"] }.first { !$0.isEmpty }
    }
}
