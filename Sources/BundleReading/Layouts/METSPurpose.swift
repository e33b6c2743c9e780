internal import BundleConventions

/// What a file of a METS document is to docsearch.
enum METSPurpose: Equatable {
    case pdf
    case image
    case text
    /// Small pictures, licences, and what cannot be read.
    case other

    var isImage: Bool { self == .image }

    /// Uses that METS profiles give to files that are neither the document nor its text.
    private static let unwanted = [
        "thumb", "preview", "icon", "license", "licence", "metadata", "logo", "teaser", "target",
    ]

    init(_ file: METSDocument.File) {
        let use = (file.use ?? "").lowercased()
        let type = file.path.flatMap { FileType(path: $0) }
        if use == "min" || Self.unwanted.contains(where: use.contains) {
            self = .other
        } else if file.mimeType == "application/pdf" || type == .pdf {
            self = .pdf
        } else if file.mimeType?.hasPrefix("image/") == true || type?.isImage == true {
            self = .image
        } else if [
            "text/xml", "application/xml", "text/plain", "text/html", "text/vnd.hocr+html", "application/alto+xml",
        ]
        .contains(file.mimeType ?? "") || [.xml, .txt, .html, .hocr].contains(type) {
            self = .text
        } else {
            self = .other
        }
    }

    /// How good a page image is for reading, by what its group is for: masters before copies made for screens.
    static func rank(_ file: METSDocument.File) -> Int {
        let use = (file.use ?? "").lowercased()
        if ["master", "original", "archiv", "preservation", "max"].contains(where: use.contains) { return 2 }
        return ["default", "present", "access", "reference", "service", "derivative", "web", "download"]
            .contains(where: use.contains) ? 0 : 1
    }
}
