internal import BundleConventions
internal import ExtractionProtocol
internal import Markup

struct METSDocument {
    struct File: Equatable {
        fileprivate(set) var id: String
        /// In the folder of the METS document; nil for a remote file.
        let path: String?
        let mimeType: String?
        /// The purpose of the file or of the nearest group with one: `ORIGINAL`, `FULLTEXT`, `MASTER`.
        let use: String?
        let groupID: String?
        var checksum: String?
        var checksumType: String?
        var links: [String] = []
        /// Derived from an existing original, for preservation or for access.
        fileprivate(set) var isCopy = false

        var isElsewhere: Bool { !links.isEmpty && links.allSatisfy(ConfinedPath.isElsewhere) }
    }

    struct Reference: Equatable {
        let path: String
        let checksum: String?
        let checksumType: String?
        let isMETS: Bool
    }

    private(set) var files: [File]
    let structure: METSStructure
    let descriptionPaths: [String]
    /// Files to which metadata sections and the structure point: descriptions, PREMIS, other METS documents.
    let references: [Reference]
    let isDescribed: Bool
    let problems: [BundleError]
    let record: DescriptiveRecord

    private let positions: [String: Int]
    private let descriptions: [String: DescriptiveRecord]
    /// By the identifier of the file.
    private var ownDescriptionIDs: [String: [String]] = [:]
    /// By the description of a division around them.
    private var partsWithin: [String: [METSStructure.Part]] = [:]

    subscript(id: String) -> File? { positions[id].map { files[$0] } }

    /// Paths are relative to `folder`, the METS document's own.
    init(_ root: MarkupElement, in folder: Substring = "") {
        var problems: [BundleError] = []
        let listed = root.all("fileSec").flatMap { Self.files(in: $0, folder: folder, problems: &problems) }
        files = Self.toldApart(listed)
        positions = Dictionary(files.enumerated().map { ($1.id, $0) }) { first, _ in first }
        self.problems = problems
        let sections = root.all("dmdSec")
        descriptionPaths = sections.flatMap { $0.all("mdRef") }
            .compactMap { $0["href"].flatMap { ConfinedPath.path(ofReference: $0, in: folder) } }

        references = ["mdRef", "mptr"].flatMap { root.descendants($0) }.compactMap { element in
            guard let path = element["href"].flatMap({ ConfinedPath.path(ofReference: $0, in: folder) })
            else { return nil }
            return Reference(
                path: path, checksum: element["CHECKSUM"]?.nonEmpty, checksumType: element["CHECKSUMTYPE"]?.nonEmpty,
                isMETS: element.name == "mptr")
        }

        structure = METSStructure(root)
        let descriptions = sections.compactMap { section -> (id: String, record: DescriptiveRecord)? in
            let data = section.all("mdWrap").compactMap { $0.first("xmlData") }
            return data.lazy.compactMap(DescriptiveXML.record).first.map { (section["ID"] ?? "", $0) }
        }
        let byID = Dictionary(descriptions.map { ($0.id, $0.record) }) { first, _ in first }
        isDescribed = !descriptions.isEmpty
        self.descriptions = byID
        // Descriptions of the object, narrower parts first, or the first that belongs to no part.
        let whole = structure.wholeIDs.compactMap { byID[$0] }
        let claimed = structure.claimedIDs
        var record =
            Self.joined(whole) ?? descriptions.first { !claimed.contains($0.id) }?.record ?? DescriptiveRecord()
        let (objectID, label) = (root["OBJID"]?.nonEmpty, root["LABEL"]?.nonEmpty)
        // The object itself may be centuries older than the METS document.
        let created = root.first("metsHdr")?["CREATEDATE"]
        let own = [("OBJID", objectID), ("LABEL", label), ("TYPE", root["TYPE"]), ("CREATEDATE", created)]
        for (field, value) in own { record.keep(value ?? "", as: "mets.\(field)") }
        record.complete(by: structure)
        record.metadata.removePlaceholder()
        if record.metadata.title == nil { record.metadata.setTitle(METSStructure.title(label) ?? structure.label) }
        record.metadata.addIdentifiers(
            [objectID.map { ("OBJID", $0) }].compactMap { $0 } + structure.contentIDs.map { ("CONTENTIDS", $0) })
        record.metadata.details += Self.details(of: structure.parts, byID)
        self.record = record
        guard byID.count > 1 || whole.isEmpty, !byID.isEmpty else { return }
        ownDescriptionIDs = structure.descriptionIDsOfFiles
        if structure.areOfDisk { shareDescriptionsInGroups() }
        guard describesFiles else { return }
        for part in structure.parts { for id in part.widerIDs { partsWithin[id, default: []].append(part) } }
    }

    /// A copy of a file is described with it (Archivematica).
    private mutating func shareDescriptionsInGroups() {
        var byGroup: [String: [String]] = [:]
        for file in files {
            if let group = file.groupID, let own = ownDescriptionIDs[file.id] { byGroup[group] = own }
        }
        for file in files where ownDescriptionIDs[file.id] == nil {
            ownDescriptionIDs[file.id] = file.groupID.flatMap { byGroup[$0] }
        }
    }

    var describesFiles: Bool { !ownDescriptionIDs.isEmpty }

    func describes(_ file: File) -> Bool { ownDescriptionIDs[file.id] != nil }

    /// The description of the file itself, without that of the whole package.
    func record(ofFile id: String) -> DescriptiveRecord? {
        let ids = ownDescriptionIDs[id] ?? []
        guard var record = Self.joined(ids.compactMap { descriptions[$0] }) else { return nil }
        record.metadata.removePlaceholder()
        record.metadata.details += Self.details(of: partsWithin[ids[0]] ?? [], descriptions)
        return record
    }

    /// For a file with a description of its own, which the descriptions of other parts do not concern.
    func withoutParts(_ record: DescriptiveRecord) -> DescriptiveRecord {
        var record = record
        let details = Set(Self.details(of: structure.parts, descriptions))
        record.metadata.details.removeAll(where: details.contains)
        return record
    }

    func files(of page: METSStructure.Page) -> [File] { page.fileIDs.compactMap { self[$0] } }

    /// Recognises copies by their group, which contains the original (Archivematica): both are one page or one
    /// document.
    mutating func markCopies(of isThere: (File) -> Bool) {
        let originals = Set(
            files.filter { file in
                file.use?.lowercased() == "original" && [.pdf, .image].contains(METSPurpose(file)) && isThere(file)
            }.compactMap(\.groupID))
        guard !originals.isEmpty else { return }
        for index in files.indices {
            guard let group = files[index].groupID, originals.contains(group) else { continue }
            files[index].isCopy = ["preservation", "access", "service"].contains(files[index].use?.lowercased())
        }
    }

    private static func joined(_ records: [DescriptiveRecord]) -> DescriptiveRecord? {
        records.first.map { records.dropFirst().reduce($0) { $0.completed(by: $1) } }
    }

    private static func details(
        of parts: [METSStructure.Part], _ byID: [String: DescriptiveRecord]
    ) -> [MetadataDetail] {
        var details: [MetadataDetail] = []
        for division in parts {
            let records = division.descriptionIDs.compactMap { byID[$0] }
            let title = records.lazy.compactMap(\.metadata.title).first ?? division.label
            let type = division.type?.split(separator: ":").last.map(String.init) ?? "part"
            details.add(.other, called: type.prefix(1).uppercased() + type.dropFirst(), title)
            for record in records {
                for author in record.metadata.authors { details.add(.person, called: "Author of a part", author) }
                details += record.metadata.details.filter { $0.kind == .person }
            }
        }
        return details.eachOnce
    }

    /// Gives a file without an identifier one with a blank, which no real one has (XML Schema, xsd:ID).
    private static func toldApart(_ files: [File]) -> [File] {
        var known: Set<String> = []
        return files.enumerated().map { number, file in
            guard file.id.isEmpty || !known.insert(file.id).inserted else { return file }
            var file = file
            file.id = "\(file.id) \(number)"
            return file
        }
    }

    private static func files(in section: MarkupElement, folder: Substring, problems: inout [BundleError]) -> [File] {
        var files: [File] = []
        var open: [(element: MarkupElement, use: String?)] = [(section, nil)]
        while let (element, use) = open.popLast() {
            guard element.name == "file" else {
                let use = element["USE"]?.nonEmpty ?? use
                // The last element is taken first.
                open += element.children.reversed().filter { ["fileGrp", "file"].contains($0.name) }.map { ($0, use) }
                continue
            }
            let references = element.all("FLocat").compactMap { $0["href"]?.nonEmpty }
            guard element["ID"] != nil || !references.isEmpty else { continue }
            let path = references.lazy.compactMap { ConfinedPath.path(ofReference: $0, in: folder) }.first
            if path == nil, let reference = references.first(where: { !ConfinedPath.isElsewhere($0) }) {
                problems.append(
                    BundleError(.damaged, "the METS document names a file outside the bundle", entry: reference))
            }
            files.append(
                File(
                    id: element["ID"] ?? "", path: path, mimeType: element["MIMETYPE"]?.lowercased(),
                    use: element["USE"]?.nonEmpty ?? use,
                    groupID: element["GROUPID"], checksum: element["CHECKSUM"]?.nonEmpty,
                    checksumType: element["CHECKSUMTYPE"]?.nonEmpty, links: path == nil ? references : []))
            // A file may consist of others.
            open += element.all("file").reversed().map { ($0, element["USE"]?.nonEmpty ?? use) }
        }
        return files
    }
}
