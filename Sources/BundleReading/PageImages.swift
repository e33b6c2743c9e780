package struct PageImages {
    /// A TIFF may hold several pages.
    package var count: Int { references.count }
    private let references: [FileReference]
    private let document: String
    private let session: ReadingSession

    init(_ references: [FileReference], of document: String, _ session: ReadingSession) {
        self.references = references
        self.document = document
        self.session = session
    }

    package func name(_ index: Int) -> String { references[index].entry?.name ?? document }

    package func content(_ index: Int) throws -> DocumentContent {
        try session.content(of: references[index], named: name(index))
    }
}
