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
