internal import BundleConventions
internal import ExtractionProtocol

/// Page images with `ComicInfo.xml`: one document, whose pages are in the natural order of their paths.
enum ComicLayout: BundleLayout {
    static func findings(in folder: BundleFolder, _ session: ReadingSession) throws -> LayoutFindings? {
        guard let info = folder.file(named: BundleNames.comicInfo), !folder.hasPDF
        else {
            return nil
        }
        let images = folder.images
        guard !images.isEmpty else { return nil }
        var findings = LayoutFindings(format: .comic, documents: [], holdsTogether: false)
        var document = ImagesLayout.document(of: images, ImageTexts(folder, session), in: folder)
        // The bundle is the comic, whatever folders its pages are in.
        document.entry = folder.way.map(\.name).joined(separator: "!/")
        let limits = session.limits
        var isComic = false
        let record = folder.reading(info, .metadata(limits), &findings.problems) { bytes in
            let tree = try BundleMarkup.tree(bytes, limits: limits)
            isComic = tree.name == "ComicInfo"
            return ComicInfoReader.record(of: tree)
        }
        findings.holdsTogether = isComic
        findings.unnamed = folder
        if let record {
            document.metadata = record.metadata
            document.rawMetadata = record.rawText
        }
        findings.documents = [document]
        return findings
    }
}
