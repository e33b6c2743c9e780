/// What the bundle turned out to be.
package struct BundleFrame: Codable, Sendable, Equatable {
    package var format: BundleFormat

    package init(format: BundleFormat) { self.format = format }
}

/// The forms of bundle that are understood, told apart by content.
package enum BundleFormat: String, Codable, Sendable, CaseIterable {
    /// A PDF on disk.
    case pdf
    /// A zip of PDFs with optional sidecars.
    case zip
    /// A `.yianazip` of version 2: a zip with `metadata.json` and `content.pdf`.
    case yianaZip = "yianazip"
    /// A `.yianazip` of version 1: JSON, four bytes FF, PDF.
    case yianaBinary = "yianazip-1"
    /// A `.yianazip` that is only its metadata.
    case yianaMetadata = "yianazip-json"
    /// A bag (RFC 8493).
    case bagit
    /// Page texts and images under a METS document.
    case mets
    /// Page images with hOCR.
    case hocr
    /// An export of Paperless-ngx.
    case paperless
    /// Items in DSpace's Simple Archive Format.
    case simpleArchive = "dspace-saf"
    /// An OCFL object.
    case ocfl
    /// An item of the Internet Archive.
    case internetArchive = "internet-archive"
    /// Page images with ComicInfo.
    case comic = "cbz"
    /// Page images.
    case images
    /// A mail message with attachments.
    case mail
    /// A mailbox of several messages.
    case mailbox = "mbox"
}
