import ExtractionProtocol

/// Names of formats with articles, for sentences. `format` is as in ``BundleDescription/format``.
package enum FormatName {
    /// Without the content; nil for an unknown format.
    package static func short(of format: String) -> String? { names(of: format)?.short }

    package static func full(of format: String) -> String? { names(of: format)?.full }

    private static func names(of format: String) -> (short: String, full: String)? {
        guard let format = BundleFormat(rawValue: format) else { return nil }
        return switch format {
        case .pdf: ("a PDF", "a PDF")
        case .zip: ("a zip", "a zip of documents")
        case .folder: ("a folder", "a folder of documents")
        case .tar: ("a tar", "a tar of documents")
        case .sevenZip: ("a 7z", "a 7z of documents")
        case .yianaZip: ("a document of Yiana", "a document of Yiana")
        case .yianaBinary: ("a document of Yiana", "a document of Yiana, version 1")
        case .yianaMetadata: ("a document of Yiana", "a document of Yiana, its metadata alone")
        case .bagit: ("a bag", "a bag (BagIt)")
        case .mets: ("a package under METS", "pages described by METS")
        case .hocr: ("hOCR, ALTO or PAGE", "texts of pages (hOCR, ALTO or PAGE), with images or alone")
        case .paperless: ("an export of Paperless-ngx", "an export of Paperless-ngx")
        case .simpleArchive: ("items of DSpace", "items of DSpace (Simple Archive Format)")
        case .ocfl: ("an OCFL object", "an OCFL object")
        case .internetArchive: ("an item of the Internet Archive", "an item of the Internet Archive")
        case .comic: ("a comic", "a comic")
        case .images: ("images", "page images")
        case .mail: ("an e-mail", "an e-mail")
        case .mailbox: ("a mailbox", "a mailbox")
        }
    }
}
