internal import BundleConventions
internal import ExtractionProtocol

/// Page images with hOCR, or hOCR alone: one file for all pages, or one for each image by its name; no PDF. Also ALTO
/// and PAGE-XML alone.
enum HOCRLayout: BundleLayout {
    static func findings(in folder: BundleFolder) throws -> LayoutFindings? {
        guard !folder.hasPDF else { return nil }
        let texts = NaturalOrder.sorted(folder.files.filter { isText($0, in: folder) })
        guard let first = texts.first else { return try textsAlone(in: folder) }
        let images = folder.images
        var findings = LayoutFindings(format: .hocr, documents: [])
        findings.holdsTogether = !images.isEmpty && texts.contains { folder.textFormat(of: $0) == .hocr }
        findings.unnamed = folder
        if texts.count == 1 {
            findings.documents = try documents(of: first, with: images, in: folder, noting: &findings.problems)
        } else if images.isEmpty {
            findings.documents = texts.map {
                folder.document($0, .nowhere, text: .file(folder.reference(to: $0), .hocr))
            }
        } else {
            findings.documents = [paired(texts, with: images, in: folder, noting: &findings.problems)]
        }
        return findings
    }

    /// ALTO and PAGE-XML without a document whose text they could be: each is one document.
    ///
    /// Throws for a folder on disk in which all of them are below damaged XML, which may have described them.
    private static func textsAlone(in folder: BundleFolder) throws -> LayoutFindings? {
        guard !folder.files.contains(where: \.mayBeDocument) else { return nil }
        let files = NaturalOrder.sorted(folder.files.filter { $0.type == .xml })
            .map { (file: $0, format: folder.textFormat(of: $0)) }
        let documents = files.compactMap { file, format in
            format.flatMap { format in
                [.alto, .page].contains(format)
                    ? folder.document(file, .nowhere, text: .file(folder.reference(to: file), format)) : nil
            }
        }
        guard !documents.isEmpty else { return nil }
        let problems = folder.problems(ofXML: files.filter { $0.format == nil }.map(\.file))
        let top = files.filter { !$0.file.path.contains("/") }
        if folder.session.isFolder, folder.way.isEmpty, !top.isEmpty, top.allSatisfy({ $0.format == nil }),
            let lost = problems.first(where: { problem in
                top.contains { folder.entryName(of: $0.file) == problem.entry }
            })
        {
            throw lost
        }
        var findings = LayoutFindings(format: .hocr, documents: documents)
        findings.problems = problems
        findings.unnamed = folder
        return findings
    }

    /// If the only text cannot be read, the images remain.
    private static func documents(
        of text: BundleFolder.File, with images: [BundleFolder.File], in folder: BundleFolder,
        noting problems: inout [BundleError]
    ) throws -> [BundledDocument] {
        guard folder.files.contains(where: \.mayBeDocument)
        else { return [try document(of: text, with: images, in: folder)] }
        let found = folder.attempt(text, noting: &problems) { try document(of: text, with: images, in: folder) }
        if let found { return [found] }
        guard !images.isEmpty else { return [] }
        let others = Sidecars(folder.with { $0 != text })
        return [ImagesLayout.document(of: images, text: others.text(of: images), in: folder)]
    }

    private static func document(
        of text: BundleFolder.File, with images: [BundleFolder.File], in folder: BundleFolder
    ) throws -> BundledDocument {
        let document = try BundleError.naming(folder.entryName(of: text)) {
            try HOCRReader.document(folder.bytes(of: text, limit: .markup(folder.limits)), limits: folder.limits)
        }
        let record = HOCRMetadata.record(of: document)
        let byName = Dictionary(images.map { (String($0.name).lowercased(), $0) }) { first, _ in first }
        let named = document.pages.map { page in
            page.image.flatMap { byName[$0.split { $0 == "/" || $0 == "\\" }.last.map { $0.lowercased() } ?? ""] }
        }
        let areAllNamed = !named.contains(nil) && Set(named).count == images.count
        let references = (areAllNamed ? named.compactMap { $0 } : images).map { folder.reference(to: $0) }
        return BundledDocument(
            entry: images.isEmpty ? folder.entryName(of: text) : ImagesLayout.entryName(ofImages: images, in: folder),
            files: references.isEmpty ? .nowhere : .images(references), metadata: record.metadata,
            rawMetadata: record.rawText, text: .file(folder.reference(to: text), .hocr))
    }

    /// A file with the same name for each image. If several have it, the one that shares more of the image's path.
    private static func paired(
        _ texts: [BundleFolder.File], with images: [BundleFolder.File], in folder: BundleFolder,
        noting problems: inout [BundleError]
    ) -> BundledDocument {
        func stem(_ file: BundleFolder.File) -> String { String(String(file.name).fileStem) }
        // The name of hOCR in HTML says so: `1_hocr.html`.
        func textStem(_ file: BundleFolder.File) -> String {
            let stem = stem(file)
            let end = ["_hocr", ".hocr", "-hocr"].first { stem.lowercased().hasSuffix($0) }
            return String(stem.dropLast(end?.count ?? 0))
        }
        let byStem = Dictionary(grouping: texts, by: textStem)
        // Some programs keep the image's whole name: `1.png.hocr`.
        var found = images.map { image in nearest(byStem[stem(image)] ?? byStem[String(image.name)] ?? [], to: image) }
        if found.allSatisfy({ $0 == nil }), texts.count == images.count { found = texts }
        let used = Set(found.compactMap { $0?.entry.index })
        var list = ProblemList()
        for text in texts where !used.contains(text.entry.index) {
            list.add(
                .unsupported, "no image matches the name of this text, so its page is unknown",
                entry: folder.entryName(of: text))
        }
        problems += list.all
        return ImagesLayout.document(
            of: images, text: .files(found.map { $0.map(folder.reference) }, .hocr), in: folder)
    }

    private static func nearest(_ texts: [BundleFolder.File], to image: BundleFolder.File) -> BundleFolder.File? {
        guard texts.count > 1 else { return texts.first }
        let way = image.folder.split(separator: "/")
        let best = texts.best { text in
            let own = text.folder.split(separator: "/")
            // Its own folder before one within it.
            return own == way ? .max : zip(own, way).prefix { $0 == $1 }.count
        }
        return best.count == 1 ? best[0] : nil
    }

    private static func isText(_ file: BundleFolder.File, in folder: BundleFolder) -> Bool {
        switch file.type {
        case .hocr: true
        // A file with such a name is reported when it is a web page or empty.
        case .html, .htm: NameKind(String(file.name)) == .marker || folder.textFormat(of: file) == .hocr
        case .xhtml, .xml: folder.textFormat(of: file) == .hocr
        default: false
        }
    }
}
