package import ExtractionProtocol

/// A bundle whose directory and metadata have been read. Not for use from several threads at once.
package final class OpenedBundle {
    package let format: BundleFormat
    /// In the order of the bundle's directory.
    package let documents: [BundledDocument]
    /// Entries that were refused, each by name; the rest is usable.
    package let problems: [BundleError]
    /// Why there is nothing for docsearch in the bundle; nil when there are documents or problems.
    package let skipReason: String?
    /// The files that the bundle states checksums for, in the order in which it does; nothing is compared yet.
    package let statedFixity: [StatedFixity]
    /// Files that the bundle's descriptions name and that are not there, those that are awaited left out.
    package let missingFiles: Int
    /// Those of them that the bundle states checksums for; 0 where these are not wanted.
    package let missingStatedFiles: Int
    /// Files that are to be fetched from elsewhere, and the names of the first.
    package let awaitedFiles: (count: Int, names: [String])
    /// False for a folder on disk whose names promise a bundle that its files do not make.
    package let isBundle: Bool
    let session: ReadingSession

    init(_ findings: LayoutFindings, _ session: ReadingSession, isBundle: Bool = true) {
        self.isBundle = isBundle
        format = findings.format
        documents = UniqueNames.renamed(findings.documents)
        problems = findings.problems
        skipReason = documents.isEmpty && problems.isEmpty ? findings.skipReason : nil
        statedFixity = session.fixity?.files ?? []
        let absent = session.absent
        missingFiles = absent.missingCount
        missingStatedFiles = session.fixity == nil ? 0 : absent.statedCount
        awaitedFiles = (absent.awaitedCount, absent.awaitedNames)
        self.session = session
    }

    /// The bytes of a document: a PDF, or page images.
    package enum Content {
        case pdf(DocumentContent)
        case images(PageImages)
    }

    /// The bytes of one of ``documents``, decompressed and checked.
    ///
    /// Throws ``BundleError`` with the entry's name when the bytes are damaged, locked or over a limit, or when the
    /// document has none.
    package func content(of document: BundledDocument) throws -> Content {
        switch document.place {
        case .nowhere:
            throw BundleError(.empty, "there is metadata but no PDF", entry: document.entry)
        case .file(let place):
            return .pdf(try session.content(at: place, named: document.entry))
        case .images(let places):
            return .images(PageImages(places, of: document.entry, session))
        }
    }

    /// The text that the bundle brings for a document, and what could not be read of it.
    package func text(of document: BundledDocument) -> BroughtDocumentText {
        BroughtTextReader.text(document.text, in: session)
    }
}

/// The page images of a document, read one after the other.
package struct PageImages {
    /// Of image files; a TIFF may hold several pages.
    package var count: Int { places.count }
    private let places: [FileReference]
    private let document: String
    private let session: ReadingSession

    init(_ places: [FileReference], of document: String, _ session: ReadingSession) {
        self.places = places
        self.document = document
        self.session = session
    }

    /// What an image is called; the document's name when it is the bundle itself.
    package func name(_ index: Int) -> String { places[index].entry?.name ?? document }

    /// The bytes of an image from 0. Throws ``BundleError`` that says the image's name.
    package func content(_ index: Int) throws -> DocumentContent {
        try session.content(at: places[index], named: name(index))
    }
}

/// Names that tell a bundle's documents apart. Nothing forbids two entries of one name, and two names may look the same
/// once control characters are replaced.
enum UniqueNames {
    static func renamed(_ documents: [BundledDocument]) -> [BundledDocument] {
        zip(documents, names(documents.map(\.entry))).map { document, name in
            var document = document
            document.entry = name
            return document
        }
    }

    static func names(_ names: [String]) -> [String] {
        let all = Set(names)
        var copies: [String: Int] = [:]
        return names.map { name in
            var number = copies[name, default: 0] + 1
            // A name such as `a.pdf#2` may be another entry's own.
            while number > 1, all.contains(numbered(name, number)) { number += 1 }
            copies[name] = number
            return numbered(name, number)
        }
    }

    private static func numbered(_ name: String, _ number: Int) -> String {
        number == 1 ? name : "\(name)#\(number)"
    }
}
