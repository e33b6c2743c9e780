internal import BundleConventions
internal import ExtractionProtocol
internal import Markup

/// Page images with `ComicInfo.xml`: one document, with its pages in the natural order of their paths.
enum ComicLayout: BundleLayout {
    static func findings(in folder: BundleFolder) throws -> LayoutFindings? {
        guard let info = folder.file(named: BundleNames.comicInfo), !folder.hasPDF else { return nil }
        let images = folder.images
        guard !images.isEmpty else { return nil }
        var findings = LayoutFindings(format: .comic, documents: [], holdsTogether: false)
        var document = ImagesLayout.document(of: images, text: Sidecars(folder).text(of: images), in: folder)
        // The bundle is the comic, whatever folders its pages are in.
        document.entry = folder.containerName
        findings.unnamed = folder
        if let tree = folder.tree(of: info, noting: &findings.problems) {
            findings.holdsTogether = tree.name == "ComicInfo"
            let record = ComicInfoReader.record(of: tree)
            document.metadata = record.metadata
            document.rawMetadata = record.rawText
        }
        findings.documents = [document]
        return findings
    }
}
