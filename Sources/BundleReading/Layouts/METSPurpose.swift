internal import BundleConventions

enum METSPurpose: Equatable {
    case pdf
    case image
    case text
    case other

    var isImage: Bool { self == .image }

    private static let unwanted = [
        "thumb", "preview", "icon", "license", "licence", "metadata", "submission", "logo", "teaser", "target",
    ]

    init(_ file: METSDocument.File) {
        let use = (file.use ?? "").lowercased()
        let name = file.path ?? file.links.lazy.compactMap { ConfinedPath.parts(ofReference: $0).last }.first
        let type = name.flatMap { FileType(path: $0) }
        if file.isCopy || use == "min" || Self.unwanted.contains(where: use.contains) {
            self = .other
        } else if file.mimeType == "application/pdf" || type == .pdf {
            self = .pdf
        } else if file.mimeType?.hasPrefix("image/") == true || type?.isImage == true {
            self = .image
        } else if [
            "text/xml", "application/xml", "text/plain", "text/html", "text/vnd.hocr+html", "application/alto+xml",
        ].contains(file.mimeType ?? "") || [.xml, .txt, .html, .hocr].contains(type) {
            self = .text
        } else {
            self = .other
        }
    }

    func fits(_ file: BundleFolder.File) -> Bool {
        switch self {
        case .pdf: file.type == .pdf
        case .image: file.isImage
        case .text: file.type.map { [.xml, .txt, .html, .htm, .xhtml, .hocr].contains($0) } ?? false
        case .other: true
        }
    }

    /// Corrected texts before recognised ones, and those before intermediate steps, which contain page layouts at most.
    /// OCR-D names its groups this way.
    static func textRank(_ file: METSDocument.File) -> Int { rank(file, textRanks) }

    /// Masters before copies for screens.
    static func rank(_ file: METSDocument.File) -> Int { rank(file, imageRanks) }

    // Words in the name of a group; the first row with one of them counts.
    private static let textRanks = [
        (3, ["corr", "cor-", "-cor", "gt", "ground", "truth", "manual", "edited", "proofread"]),
        (0, ["seg", "bin", "crop", "desk", "dewarp", "clip", "layout", "denoise", "preproc"]),
        (2, ["fulltext", "text", "ocr-d-ocr", "final", "best"]),
    ]
    private static let imageRanks = [
        (2, ["master", "original", "archiv", "preservation", "max"]),
        (0, ["default", "present", "access", "reference", "service", "derivative", "web", "download"]),
    ]

    private static func rank(_ file: METSDocument.File, _ ranks: [(Int, [String])]) -> Int {
        let use = (file.use ?? "").lowercased()
        return ranks.first { $1.contains(where: use.contains) }?.0 ?? 1
    }
}
