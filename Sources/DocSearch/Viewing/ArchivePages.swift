/// Documents of an index as people look at them: images of pages, the places of words, and the documents' own bytes.
///
/// Everything foreign is read by reading programs in their sandbox. A few documents stay open, what was drawn is kept in a
/// folder, and both are bounded. Everything can be called from any task, waits without blocking a thread, and throws
/// `CancellationError` soon after the task is cancelled.
public final class ArchivePages: Sendable {
    /// Whose documents these are.
    public let index: ArchiveIndex
    /// As they were given.
    public let options: ArchivePagesOptions

    /// Nothing is started or opened before it is needed. Throws ``DocSearchError`` with code `environment` when the folder of
    /// the cache cannot be used.
    public init(_ index: ArchiveIndex, options: ArchivePagesOptions = ArchivePagesOptions()) throws {
        self.index = index
        self.options = options
    }

    /// Draws a page, or takes what was drawn before of the same bytes.
    ///
    /// - Throws: ``DocSearchError``: `notFound` for a page that the document does not have and for documents without pages,
    ///   `usage` for a request that makes no sense, `limit` for more pixels, bytes or time than allowed, `missingFile` and
    ///   `changedFile` when the file is not there or not what was indexed, `unreadable` when the page cannot be drawn, `busy`,
    ///   `environment`.
    public func image(_ request: PageImageRequest, of document: ArchiveDocument) async throws -> PageImage {
        throw DocSearchError(.failed, "Pages are not drawn yet.")
    }

    /// A page's text with its size and the places of its words: those that are in the index where it was recognised, else
    /// those of the page's text layer as far as they are in the text.
    ///
    /// - Throws: As ``image(_:of:)`` does. Whoever can do without places uses ``ArchiveIndex/pages(of:page:withLayouts:)`` then.
    public func page(_ page: Int, of document: ArchiveDocument) async throws -> PageText {
        throw DocSearchError(.failed, "Pages are not drawn yet.")
    }

    /// The sizes of a document's pages in points by their numbers, from the index where it has them. Pages that cannot be
    /// opened are not among them.
    ///
    /// - Throws: As ``image(_:of:)`` does.
    public func sizes(of document: ArchiveDocument) async throws -> [Int: PageText.Size] {
        throw DocSearchError(.failed, "Pages are not drawn yet.")
    }

    /// The bytes of a document, as it is in its bundle. Of a document of several images there is nothing without `page`;
    /// with it, that page as a PDF.
    ///
    /// - Throws: As ``image(_:of:)`` does; `notFound` for a document of several images without `page`.
    public func file(of document: ArchiveDocument, page: Int? = nil) async throws -> DocumentBytes {
        throw DocSearchError(.failed, "Pages are not drawn yet.")
    }

    /// Takes everything out of the cache that was drawn of a document, as when it is forgotten.
    public func removeImages(of document: ArchiveDocument) throws {}

    /// Closes all documents and ends the reading programs. What comes later starts them again.
    public func close() {}
}
