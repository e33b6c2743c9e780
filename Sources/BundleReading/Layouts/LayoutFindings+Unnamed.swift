internal import BundleConventions
internal import ExtractionProtocol

/// What a layout says nothing of, and whether a folder on disk is what its marks say.
extension LayoutFindings {
    /// Adds the documents among the files that the layout does not account for: nothing is hidden by lying beside them.
    mutating func addUnnamed(_ session: ReadingSession) throws {
        guard let unnamed else { return }
        self.unnamed = nil
        let used = used
        // In a zip images beside documents are pictures of these.
        let wantsImages = session.isFolder && unnamed.way.isEmpty
        let rest = unnamed.with { !used.contains($0.entry.index) && (wantsImages || !$0.isImage) }
        if rest.files.contains(where: { $0.mayBeDocument && !$0.isImage }) {
            add(try PlainLayout.findings(in: rest, session))
        } else {
            documents += ImagesLayout.single(in: rest, session)
        }
    }

    /// Entries of the bundle's own container that are documents already.
    private var used: Set<UInt64> {
        var used: Set<UInt64> = []
        for document in documents {
            let places: [FileReference] =
                switch document.place {
                case .nowhere: []
                case .file(let place): [place]
                case .images(let places): places
                }
            // Of what is in a bundle within the bundle, that one.
            for place in places { if let entry = place.way.first ?? place.entry { used.insert(entry.index) } }
        }
        return used
    }

    /// Whether a folder on disk is a bundle: what its description names is there. One in which nothing else could be
    /// read is taken as what it claims to be, so that what it lacks is reported.
    func isBundle(_ folder: BundleFolder) -> Bool {
        if holdsTogether, format != .zip, format != .images { return true }
        return !folder.files.contains(where: \.mayBeDocument)
    }
}

extension BundleFolder.File {
    /// Whether a walk through folders would take it for a bundle, by its name.
    var mayBeDocument: Bool { type == .pdf || isImage || type?.isContainer == true }
}

extension ImagesLayout {
    /// Images of a folder on disk that lie beside documents: each is one of its own, as it would be without the others.
    /// Those of a PDF's pages are in the PDF.
    static func single(in folder: BundleFolder, _ session: ReadingSession) -> [BundledDocument] {
        let images = folder.files.filter(\.isImage)
        guard !images.isEmpty else { return [] }
        let pictures = PagePictures(
            ofDocuments: folder.pdfs.lazy.map { Array($0.path.utf8)[...] })
        let texts = ImageTexts(folder, session)
        return NaturalOrder.sorted(images.filter { !pictures.contain(Array($0.path.utf8)[...]) }).map { image in
            BundledDocument(
                entry: folder.entryName(of: image), place: .images([folder.place(of: image)]),
                text: texts.text(of: [image]))
        }
    }
}
