/// What forms of bundle are called where nothing is said of what is in them.
package enum FormName {
    /// With its article; nil for a form that is not known. `format` as in ``BundleDescription/format``.
    package static func noun(of format: String) -> String? { nouns[format] }

    private static let nouns = [
        "pdf": "a PDF", "zip": "a zip", "plain-folder": "a folder", "tar": "a tar", "7z": "a 7z",
        "yianazip": "a document of Yiana", "yianazip-1": "a document of Yiana", "yianazip-json": "a document of Yiana",
        "bagit": "a bag", "mets": "a package under METS", "hocr": "hOCR", "paperless": "an export of Paperless-ngx",
        "dspace-saf": "items of DSpace", "ocfl": "an OCFL object", "cbz": "a comic",
        "internet-archive": "an item of the Internet Archive", "images": "images", "mail": "an e-mail",
        "mbox": "a mailbox",
    ]
}
