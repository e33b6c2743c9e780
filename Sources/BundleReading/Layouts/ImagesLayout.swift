internal import BundleConventions
internal import ExtractionProtocol

/// Page images without a PDF: those of a folder are the pages of one document, in the natural order of their names. A
/// folder of TIFFs with several pages each holds as many documents.
enum ImagesLayout {
    /// One document for each folder with images. Throws ``BundleError`` when there are none that can be read.
    static func documents(in folder: BundleFolder, _ session: ReadingSession) throws -> [BundledDocument] {
        var byFolder: [(name: Substring, files: [BundleFolder.File])] = []
        var places: [Substring: Int] = [:]
        for file in folder.files where file.isImage {
            if let place = places[file.folder] {
                byFolder[place].files.append(file)
            } else {
                places[file.folder] = byFolder.count
                byFolder.append((file.folder, [file]))
            }
        }
        let texts = ImageTexts(folder, session)
        return byFolder.flatMap { documents(of: NaturalOrder.sorted($0.files), texts, in: folder, session) }
    }

    private static func documents(
        of files: [BundleFolder.File], _ texts: ImageTexts, in folder: BundleFolder, _ session: ReadingSession
    ) -> [BundledDocument] {
        let areDocuments =
            files.count > 1 && files.allSatisfy { $0.type?.isTIFF == true }
            && hasSeveralPages(files[0], in: folder, session)
        if areDocuments {
            return files.map {
                BundledDocument(
                    entry: folder.entryName(of: $0), place: .images([folder.place(of: $0)]),
                    text: texts.text(of: [$0]))
            }
        }
        return [document(of: files, texts, in: folder)]
    }

    /// The document whose pages the images are, in the order given, with the page texts that have their names.
    static func document(
        of files: [BundleFolder.File], _ texts: ImageTexts, in folder: BundleFolder
    ) -> BundledDocument {
        BundledDocument(
            entry: entryName(ofImages: files, in: folder), place: .images(files.map { folder.place(of: $0) }),
            text: texts.text(of: files))
    }

    /// The name of the folder that the images lie in, as the document's; empty for that of the bundle itself.
    static func entryName(ofImages files: [BundleFolder.File], in folder: BundleFolder) -> String {
        let path = files.first.map { $0.entry.path } ?? ""
        let name = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
        // A bundle within the bundle stands for itself.
        if name.isEmpty { return folder.way.map(\.name).joined(separator: "!/") }
        return folder.entryName(name)
    }

    private static func hasSeveralPages(
        _ file: BundleFolder.File, in folder: BundleFolder, _ session: ReadingSession
    ) -> Bool {
        do {
            return ImageKind.hasSeveralPages(try folder.bytes(of: file, limit: .document(session.limits)))
        } catch {
            // What is wrong with the image is said when its page is read.
            return false
        }
    }
}

/// Texts beside images: one file for each, by name.
struct ImageTexts {
    private let sidecars: Sidecars
    private let session: ReadingSession

    /// Looks through all files of the folder once.
    init(_ folder: BundleFolder, _ session: ReadingSession) {
        sidecars = Sidecars(folder, session)
        self.session = session
    }

    func text(of images: [BundleFolder.File]) -> BroughtText {
        for (type, format) in [(FileType.hocr, PageTextFormat.hocr), (.xml, .alto), (.txt, .plain)] {
            let places = images.map { image in
                sidecars.file(beside: image.path, type: type).map { sidecars.place(of: $0) }
            }
            guard let first = places.lazy.compactMap({ $0 }).first else { continue }
            if type == .xml, PageTextFormat(ofMarkup: session.head(of: first)) != .alto { continue }
            // A single multi-page image has its pages' texts in one file.
            return images.count == 1 ? .file(first, format) : .files(places, format)
        }
        return .none
    }
}
