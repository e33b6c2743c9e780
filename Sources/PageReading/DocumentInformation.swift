/// What a PDF says about itself, in its Info dictionary and its XMP metadata (ISO 32000-1, 14.3).
package struct DocumentInformation: Sendable, Equatable {
    package var title: String?
    package var author: String?
    package var subject: String?
    package var keywords: String?
    package var creator: String?
    package var producer: String?
    /// ISO 8601 at the precision and in the zone given.
    package var creationDate: String?
    package var xmp = XMPReader()
    /// The names of the files that are attached.
    package var attachments: [String] = []
    /// What people have written about its pages, in their order.
    package var comments: [PageComment] = []
    /// Values of a form in XML (XFA) that none of the fields on its pages has.
    package var formValues: [String] = []

    package init() {}
}
