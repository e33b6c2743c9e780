internal import ExtractionProtocol
internal import Markup

enum DescriptiveXML {
    /// Descriptions are inside records, and these inside repositories' responses.
    private static let maximumElements = 200

    static func record(of root: MarkupElement) -> DescriptiveRecord? {
        guard root.name.lowercased() != "html" else { return nil }
        // Breadth first, because outer elements describe more.
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
    /// MODS, METS with it, or Dublin Core in any notation.
    init(descriptive bytes: [UInt8], limits: ExtractionLimits) throws {
        let root = try BundleMarkup.tree(bytes, limits: limits)
        let record = root.name == "mets" ? METSDocument(root).record : DescriptiveXML.record(of: root)
        guard let record else { throw BundleError(.damaged, "it is not metadata in XML that is known") }
        metadata = record.metadata
        rawText = record.rawText
    }
}
