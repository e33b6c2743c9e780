internal import BundleConventions
internal import ExtractionProtocol

/// Page images without a PDF: those of a folder are the pages of a document, by name. Multi-page TIFFs are one document
/// each.
enum ImagesLayout {
    static func documents(in folder: BundleFolder) -> [BundledDocument] {
        let images = folder.files.filter(\.isImage)
        let byFolder = Dictionary(grouping: images, by: \.folder)
        var seen: Set<Substring> = []
        let texts = Sidecars(folder)
        return images.map(\.folder).filter { seen.insert($0).inserted }
            .flatMap { documents(of: NaturalOrder.sorted(byFolder[$0] ?? []), texts, in: folder) }
    }

    private static func documents(
        of files: [BundleFolder.File], _ texts: Sidecars, in folder: BundleFolder
    ) -> [BundledDocument] {
        let areDocuments =
            files.count > 1 && files.allSatisfy { $0.type?.isTIFF == true } && hasSeveralPages(files[0], in: folder)
        return areDocuments
            ? files.map { document(of: $0, texts, in: folder) }
            : [document(of: files, text: texts.text(of: files), in: folder)]
    }

    private static func document(
        of image: BundleFolder.File, _ texts: Sidecars, in folder: BundleFolder
    ) -> BundledDocument {
        folder.document(image, .images([folder.reference(to: image)]), text: texts.text(of: [image]))
    }

    /// Each image beside documents is a document of its own, as on disk. In a folder of a zip or tar without documents
    /// they are the pages of one. Images of a PDF's pages are skipped, because the PDF contains them.
    static func beside(_ documents: [BundledDocument], in folder: BundleFolder) throws -> [BundledDocument] {
        let images = folder.files.filter(\.isImage)
        guard !images.isEmpty else { return [] }
        var references: [[UInt8]: FileReference] = [:]
        let known = documents.compactMap { document -> Substring? in
            guard case .file(let reference) = document.files, reference.way == folder.way,
                let path = reference.entry?.path
            else { return nil }
            guard path.hasPrefix(folder.prefix) else { return nil }
            let own = path.dropFirst(folder.prefix.count)
            references[Array(String(own).fileStem.utf8)] = reference
            return own
        }
        let pdfs = folder.pdfs.map { Substring($0.path) } + known
        let pictures = PagePictures(ofDocuments: pdfs.lazy.map { Array($0.utf8)[...] })
        let texts = Sidecars(folder)
        for pdf in folder.pdfs { references[Array(pdf.stem.utf8)] = folder.reference(to: pdf) }
        // Images beyond a PDF's page count are documents, and those of its pages are passed over.
        let rest = NaturalOrder.sorted(
            try images.filter { image in
                try !pictures.owners(of: Array(image.path.utf8)[...]).contains { owner in
                    guard let count = try references[owner.stem].flatMap(folder.session.pageCount) else { return false }
                    return owner.number <= count
                }
            })
        let isOnDisk = folder.session.isFolder && folder.way.isEmpty
        let mixed = Set(
            pdfs.map { path in path.lastIndex(of: "/").map { path[..<$0] } ?? "" }
                + folder.files.filter(\.isContainer).map(\.folder) + [""])
        var pages: [Substring: [BundleFolder.File]] = [:]
        for image in rest where !isOnDisk && !mixed.contains(image.folder) {
            pages[image.folder, default: []].append(image)
        }
        return rest.flatMap { image -> [BundledDocument] in
            guard let all = pages[image.folder] else { return [document(of: image, texts, in: folder)] }
            return all.first == image ? Self.documents(of: all, texts, in: folder) : []
        }
    }

    static func document(
        of files: [BundleFolder.File], text: SidecarText, in folder: BundleFolder
    ) -> BundledDocument {
        BundledDocument(
            entry: entryName(ofImages: files, in: folder), files: .images(files.map(folder.reference)), text: text)
    }

    static func entryName(ofImages files: [BundleFolder.File], in folder: BundleFolder) -> String {
        let path = files.first.map { $0.entry.path } ?? ""
        let name = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
        // A nested bundle has a name of its own.
        if name.isEmpty { return folder.containerName }
        return folder.entryName(name)
    }

    private static func hasSeveralPages(_ file: BundleFolder.File, in folder: BundleFolder) -> Bool {
        do {
            return ImageKind.hasSeveralPages(try folder.bytes(of: file, limit: .document(folder.limits)))
        } catch {
            // Reading its page reports a problem with the image.
            return false
        }
    }
}
