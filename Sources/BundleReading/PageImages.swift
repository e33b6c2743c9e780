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
