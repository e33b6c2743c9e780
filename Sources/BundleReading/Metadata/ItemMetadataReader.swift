internal import ExtractionProtocol
internal import Markup

/// `NAME_meta.xml`, the description of an item of the Internet Archive.
enum ItemMetadataReader {
    static func record(of metadata: MarkupElement, limits: ExtractionLimits) throws -> DescriptiveRecord {
        var record = DescriptiveRecord()
        for child in metadata.children { record.keep(child.text, as: child.name) }
        func texts(_ name: String) -> [String] { metadata.all(name).map(\.text).filter { !$0.isEmpty } }

        record.metadata.identifier = texts("identifier").first
        record.metadata.setTitle(texts("title").first)
        record.metadata.authors = texts("creator").eachOnce
        record.metadata.setDate(texts("date") + texts("year"))
        record.metadata.tags = texts("subject").flatMap { $0.split(separator: ";").map(String.init) }.eachOnce
        record.metadata.language = texts("language").first
        record.metadata.claimedPageCount = texts("imagecount").lazy.compactMap { ParsedJSON.string($0).count }.first
        record.metadata.description = try texts("description").map { try HTMLText.plain($0, limits: limits) }
            .joined(separator: "\n").nonEmpty
        return record
    }
}
