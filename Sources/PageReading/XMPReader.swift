internal import CivilCalendar
internal import ExtractionProtocol
internal import Markup

/// Dublin Core in XMP metadata (ISO 16684-1). XML that is not well-formed is read as HTML, which never fails.
package struct XMPReader: Sendable, Equatable {
    package var title: String?
    package var creators: [String] = []
    package var subjects: [String] = []
    package var rights: [String] = []
    /// Without those made by programs.
    package var identifiers: [String] = []
    /// ISO 8601. PDF 2.0 has it here alone.
    package var creationDate: String?
    /// ISO 8601, of what the file shows (`dc:date`, `photoshop:DateCreated`), where it is not a day on which a program
    /// wrote the file.
    package var date: String?
    /// Programs and devices that made the file.
    package var makers: [String] = []

    /// UTF-8 bytes; longer metadata is ignored.
    private static let maximumBytes = 1 << 20
    /// For one field; more are dropped.
    private static let maximumItems = 100

    init() {}

    init(_ xmp: String) {
        var limits = ExtractionLimits()
        limits.markupBytes = Self.maximumBytes
        let bytes = Array(xmp.utf8)
        func root(as language: MarkupReader.Language) -> MarkupElement? {
            // Unreadable metadata counts as missing.
            try? MarkupTree.parse(bytes, as: language, keepsPrefixes: true, limits: limits)
        }
        let root = root(as: .xml) ?? root(as: .html)
        title = root.flatMap { Self.items(of: "dc:title", in: $0).first }
        func items(_ name: String) -> [String] { root.map { Self.items(of: name, in: $0) } ?? [] }
        creators = items("dc:creator")
        subjects = items("dc:subject")
        rights = items("dc:rights")
        let doi = root.flatMap { Self.attribute("doi", in: $0) }.map { [$0] } ?? items("prism:doi")
        identifiers = (items("dc:identifier") + doi).filter { !Self.isOfPrograms($0) }
        func texts(_ namespace: String, _ name: String) -> [String] {
            root.flatMap { Self.attribute(name, in: $0) }.map { [$0] } ?? items("\(namespace):\(name)")
        }
        makers = texts("xmp", "CreatorTool") + texts("pdf", "Producer")
        func date(_ texts: [String]) -> String? {
            texts.lazy.compactMap { ISODate($0)?.description ?? PDFDate.iso8601($0) }.first(where: PDFDate.isCredible)
        }
        creationDate = date(Array(texts("xmp", "CreateDate").prefix(1)))
        let written = ["CreateDate", "ModifyDate", "MetadataDate"].compactMap { date(texts("xmp", $0))?.prefix(10) }
        // Any text may be there.
        let dates = items("dc:date").filter { ISODate($0) != nil || !$0.contains(where: \.isLetter) }
        self.date = date(dates + texts("photoshop", "DateCreated"))
        if let found = self.date, written.contains(where: { $0.hasPrefix(found.prefix(10)) }) { self.date = nil }
    }

    /// Numbers that programs give to each copy mean nothing to people.
    private static func isOfPrograms(_ identifier: String) -> Bool {
        ["uuid:", "urn:uuid:", "xmp.", "adobe:"].contains(where: identifier.lowercased().hasPrefix)
    }

    private static func items(of name: String, in root: MarkupElement) -> [String] {
        ([root] + root.descendants(name)).lazy.filter { $0.name == name }.map { element in
            let items = element.descendants("rdf:li").map(\.text).filter { !$0.isEmpty }
            // Some programs omit the list.
            return items.isEmpty && element.children.isEmpty && !element.text.isEmpty ? [element.text] : items
        }.first { !$0.isEmpty }.map { Array($0.prefix(maximumItems)) } ?? []
    }

    /// A single value may be an attribute of its subject (ISO 16684-1, 7.9.2.2).
    private static func attribute(_ name: String, in root: MarkupElement) -> String? {
        root.descendants("rdf:Description").lazy.compactMap { $0[name] }.first { !$0.isEmpty }
    }
}
