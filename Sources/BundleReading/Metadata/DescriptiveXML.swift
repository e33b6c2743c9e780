internal import ExtractionProtocol
internal import Markup

/// Descriptions in XML of any kind that is known, told apart by their elements.
enum DescriptiveXML {
    /// Descriptions lie within records, and these within answers of repositories.
    private static let maximumElements = 200

    /// What `root`, or the first element below it that is a description, says; nil when there is none.
    static func record(of root: MarkupElement) -> DescriptiveRecord? {
        guard root.name.lowercased() != "html" else { return nil }
        // Breadth first: what stands further out describes more.
        var queue = [root]
        var next = 0
        while next < queue.count {
            let element = queue[next]
            next += 1
            switch element.name {
            case "mods": return MODSReader.record(of: element)
            case "ead": return EADReader.record(of: element)
            case "descriptionSet": return EprintsReader.record(of: element)
            case "record" where MARCReader.isRecord(element): return MARCReader.record(of: element)
            case "ComicInfo": return ComicInfoReader.record(of: element)
            default: if DublinCoreReader.isContainer(element) { return DublinCoreReader.record(of: element) }
            }
            queue += element.children.prefix(max(0, maximumElements - queue.count))
        }
        return nil
    }
}

extension SidecarMetadata {
    /// Metadata in XML: MODS, METS with it, Dublin Core in any notation. Throws ``BundleError`` when `bytes` are not.
    init(descriptive bytes: [UInt8], limits: ExtractionLimits) throws {
        let root = try BundleMarkup.tree(bytes, limits: limits)
        let record = root.name == "mets" ? METSDocument(root).record : DescriptiveXML.record(of: root)
        guard let record else { throw BundleError(.damaged, "it is not metadata in XML that is known") }
        metadata = record.metadata
        rawText = record.rawText
    }
}
