internal import BundleConventions
internal import ExtractionProtocol

/// An XML file that describes everything in its folder: `dc.xml`, `mods.xml`, `metadata/descriptive/dc.xml`.
enum DescriptionFile {
    private static let names: Set<String> = [
        "dc", "oai_dc", "qdc", "dcterms", "dublin_core", "dublincore", "mods", "metadata", "descriptive", "dim",
    ]
    private static let folders = ["", "metadata", "metadata/descriptive", "descriptive"]

    static func record(in folder: BundleFolder, noting problems: inout [BundleError]) -> DescriptiveRecord? {
        let found = folder.files.compactMap { file -> (rank: Int, file: BundleFolder.File)? in
            guard file.type == .xml, let rank = folders.firstIndex(of: file.folder.lowercased()) else { return nil }
            let stem = String(file.name).fileStem.lowercased()
            let last = stem.split { "._-".contains($0) }.last.map(String.init) ?? ""
            return names.contains(stem) || ["dc", "mods"].contains(last) ? (rank, file) : nil
        }
        for (_, file) in found.sorted(by: { ($0.rank, $0.file.path) < ($1.rank, $1.file.path) }) {
            var record: DescriptiveRecord?
            _ = folder.session.account.trying {
                record = folder.tree(of: file, noting: &problems).flatMap(DescriptiveXML.record)
                return record == nil ? nil : .nothing
            }
            if let record { return record }
        }
        return nil
    }
}
