internal import ExtractionProtocol

/// Page images without a PDF: those of a folder are the pages of one document, in the natural order of their names. A
/// folder of TIFFs with several pages each holds as many documents.
enum ImagesLayout {
    /// One document for each folder with images. Throws ``BundleError`` when there are none that can be read.
    static func documents(in folder: BundleFolder, _ session: ReadingSession) throws -> [BundledDocument] {
        var byFolder: [(name: Substring, files: [BundleFolder.File])] = []
        var places: [Substring: Int] = [:]
        for file in folder.files where ImageKind(type: file.type) != nil {
            if let place = places[file.folder] {
                byFolder[place].files.append(file)
            } else {
                places[file.folder] = byFolder.count
                byFolder.append((file.folder, [file]))
            }
        }
        return byFolder.flatMap { group in
            documents(of: group.files.sorted { NaturalOrder.precedes($0.path, $1.path) }, in: folder, session)
        }
    }

    private static func documents(
        of files: [BundleFolder.File], in folder: BundleFolder, _ session: ReadingSession
    ) -> [BundledDocument] {
        let areDocuments =
            files.count > 1 && files.allSatisfy { ImageKind(type: $0.type) == .tiff }
            && hasSeveralPages(files[0], in: folder, session)
        if areDocuments {
            return files.map {
                BundledDocument(
                    entry: folder.entryName(of: $0), place: .images([folder.place(of: $0)]),
                    text: Texts(folder, session).text(of: [$0]))
            }
        }
        return [document(of: files, in: folder, session)]
    }

    /// The document whose pages the images are, in the order given, with the page texts that have their names.
    static func document(
        of files: [BundleFolder.File], in folder: BundleFolder, _ session: ReadingSession
    ) -> BundledDocument {
        BundledDocument(
            entry: entryName(ofImages: files, in: folder), place: .images(files.map { folder.place(of: $0) }),
            text: Texts(folder, session).text(of: files))
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

    /// Texts beside images: one file for each, by name.
    private struct Texts {
        private let sidecars: Sidecars
        private let session: ReadingSession

        init(_ folder: BundleFolder, _ session: ReadingSession) {
            sidecars = Sidecars(folder, session)
            self.session = session
        }

        func text(of images: [BundleFolder.File]) -> BroughtText {
            for (type, format) in [("hocr", PageTextFormat.hocr), ("xml", .alto), ("txt", .plain)] {
                let places = images.map { image in
                    sidecars.file(beside: image.path, type: type).map { sidecars.place(of: $0) }
                }
                guard let first = places.lazy.compactMap({ $0 }).first else { continue }
                if type == "xml", PageTextFormat(ofMarkup: session.head(of: first)) != .alto { continue }
                // A single multi-page image has its pages' texts in one file.
                return images.count == 1 ? .file(first, format) : .files(places, format)
            }
            return .none
        }
    }
}

/// The order of names in which numbers are compared by their value: `page 2` before `page 10`.
enum NaturalOrder {
    static func precedes(_ one: String, _ other: String) -> Bool {
        let (first, second) = (parts(one), parts(other))
        for (left, right) in zip(first, second) where left != right {
            switch (left, right) {
            case (.number(let a, _), .number(let b, _)) where a != b:
                return a.count == b.count ? a < b : a.count < b.count
            case (.number(_, let a), .number(_, let b)): return a < b
            case (.number, .text): return true
            case (.text, .number): return false
            case (.text(let a), .text(let b)): return a < b
            }
        }
        return first.count < second.count
    }

    private enum Part: Equatable {
        /// Digits without leading zeros, and how many there were.
        case number(String, zeros: Int)
        case text(String)
    }

    private static func parts(_ name: String) -> [Part] {
        var parts: [Part] = []
        var rest = name[...]
        while let first = rest.first {
            let isNumber = first.isASCII && first.isNumber
            let part = rest.prefix { ($0.isASCII && $0.isNumber) == isNumber }
            rest = rest[part.endIndex...]
            if isNumber {
                let digits = part.drop { $0 == "0" }
                parts.append(.number(String(digits), zeros: part.count - digits.count))
            } else {
                parts.append(.text(part.lowercased()))
            }
        }
        return parts
    }
}
