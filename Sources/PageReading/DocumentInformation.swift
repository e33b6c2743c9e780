/// Metadata of a PDF from its Info dictionary and its XMP metadata (ISO 32000-1, 14.3).
package struct DocumentInformation: Sendable, Equatable {
    package var title: String?
    package var author: String?
    package var subject: String?
    package var keywords: String?
    package var creator: String?
    package var producer: String?
    /// ISO 8601 in the given precision and time zone.
    package var creationDate: String?
    package var xmp = XMPReader()
    package var attachments: [String] = []
    package var comments: [PageComment] = []
    /// Values of an XML form (XFA) that no field on its pages has.
    package var formValues: [String] = []

    package init() {}
}
