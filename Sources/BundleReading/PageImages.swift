package struct PageImages {
    /// Number of image files; a TIFF may hold several pages.
    package var count: Int { references.count }
    private let references: [FileReference]
    private let document: String
    private let session: ReadingSession

    init(_ references: [FileReference], of document: String, _ session: ReadingSession) {
        self.references = references
        self.document = document
        self.session = session
    }

    /// The document's name when the image is the bundle itself.
    package func name(_ index: Int) -> String { references[index].entry?.name ?? document }

    /// The bytes of an image, counted from 0. Throws ``BundleError`` with the image's name.
    package func content(_ index: Int) throws -> DocumentContent {
        try session.content(of: references[index], named: name(index))
    }
}
