internal import BundleConventions
internal import ExtractionProtocol

/// Page images with hOCR, or hOCR alone: one file for all pages, or one for each image by its name. Where there is a
/// PDF, the hOCR is the PDF's sidecar.
enum HOCRLayout: BundleLayout {
    static func findings(in folder: BundleFolder) throws -> LayoutFindings? {
        guard !folder.hasPDF else { return nil }
        let texts = NaturalOrder.sorted(folder.files.filter { isText($0, in: folder) })
        guard let first = texts.first else { return nil }
        let images = folder.images
        var findings = LayoutFindings(format: .hocr, documents: [])
        findings.holdsTogether =
            !images.isEmpty && texts.contains { folder.textFormat(of: $0) == .hocr }
        findings.unnamed = folder
        if texts.count == 1 {
            findings.documents = [try document(of: first, with: images, in: folder)]
        } else if images.isEmpty {
            findings.documents = texts.map { text in
                BundledDocument(
                    entry: folder.entryName(of: text), place: .nowhere, text: .file(folder.place(of: text), .hocr))
            }
        } else {
            findings.documents = [paired(texts, with: images, in: folder)]
        }
        return findings
    }

    /// One file for all pages: its pages name their images, or come in the order of them.
    private static func document(
        of text: BundleFolder.File, with images: [BundleFolder.File], in folder: BundleFolder
    ) throws -> BundledDocument {
        let document = try BundleError.naming(folder.entryName(of: text)) {
            try HOCRReader.document(
                folder.bytes(of: text, limit: .markup(folder.limits)), limits: folder.limits)
        }
        let record = HOCRMetadata.record(of: document)
        let byName = Dictionary(images.map { (String($0.name).lowercased(), $0) }) { first, _ in first }
        let named = document.pages.map { page in
            page.image.flatMap { byName[$0.split { $0 == "/" || $0 == "\\" }.last.map { $0.lowercased() } ?? ""] }
        }
        let areAllNamed = !named.contains(nil) && Set(named).count == images.count
        let places = (areAllNamed ? named.compactMap { $0 } : images).map { folder.place(of: $0) }
        return BundledDocument(
            entry: images.isEmpty
                ? folder.entryName(of: text) : ImagesLayout.entryName(ofImages: images, in: folder),
            place: places.isEmpty ? .nowhere : .images(places), metadata: record.metadata,
            rawMetadata: record.rawText, text: .file(folder.place(of: text), .hocr))
    }

    /// A file for each image, of the same name in whatever folder.
    private static func paired(
        _ texts: [BundleFolder.File], with images: [BundleFolder.File], in folder: BundleFolder
    ) -> BundledDocument {
        func stem(_ file: BundleFolder.File) -> String { String(String(file.name).fileStem) }
        // HTML says so in its name: `1_hocr.html`.
        func textStem(_ file: BundleFolder.File) -> String {
            let stem = stem(file)
            let end = ["_hocr", ".hocr", "-hocr"].first { stem.lowercased().hasSuffix($0) }
            return String(stem.dropLast(end?.count ?? 0))
        }
        let byStem = Dictionary(texts.map { (textStem($0), $0) }) { first, _ in first }
        // Some programs keep the image's whole name: `1.png.hocr`.
        var places = images.map { image in
            (byStem[stem(image)] ?? byStem[String(image.name)]).map { folder.place(of: $0) }
        }
        if places.allSatisfy({ $0 == nil }), texts.count == images.count {
            places = texts.map { folder.place(of: $0) }
        }
        return BundledDocument(
            entry: ImagesLayout.entryName(ofImages: images, in: folder),
            place: .images(images.map { folder.place(of: $0) }), text: .files(places, .hocr))
    }

    private static func isText(_ file: BundleFolder.File, in folder: BundleFolder) -> Bool {
        switch file.type {
        case .hocr: true
        case .html, .htm, .xhtml, .xml: folder.textFormat(of: file) == .hocr
        default: false
        }
    }
}
