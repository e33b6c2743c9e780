internal import BundleConventions
internal import ExtractionProtocol

/// Finds and reads what lies beside documents and has their names: `x.pdf.json` or `x.json` beside `x.pdf`. A sidecar
/// that cannot be read becomes a problem; its document goes on without it.
struct Sidecars {
    private(set) var problems: [BundleError] = []
    private let folder: BundleFolder
    private let session: ReadingSession
    private let isBeside: Bool
    private let files: [String: BundleFolder.File]
    /// Entries that were tried in vain, so that many documents of one name do not try them, and report them, again.
    private var failures: Set<UInt64> = []

    /// `isBeside` for files beside the bundle's own.
    init(_ folder: BundleFolder, _ session: ReadingSession, isBeside: Bool = false) {
        self.folder = folder
        self.session = session
        self.isBeside = isBeside
        let found = folder.files.compactMap { file in
            file.type.flatMap { $0.kind == .companion ? ("\(file.stem).\($0.rawValue)", file) : nil }
        }
        files = Dictionary(found) { first, _ in first }
    }

    /// The metadata beside the document at `path`: JSON before XML.
    mutating func metadata(beside path: String) -> SidecarMetadata? {
        if let file = file(beside: path, type: .json), let found = json(file) { return found }
        guard let file = file(beside: path, type: .xml), textFormat(of: file) == nil else { return nil }
        let limits = session.limits
        return reading(file) { try SidecarMetadata(descriptive: $0, limits: limits) }
    }

    /// The text beside the document at `path`: first what knows the places of its words, then plain text.
    mutating func text(beside path: String) -> BroughtText {
        for type in [FileType.hocr, .xml, .txt, .md] {
            guard let file = file(beside: path, type: type) else { continue }
            switch type {
            case .hocr: return .file(place(of: file), .hocr)
            case .xml: if let format = textFormat(of: file) { return .file(place(of: file), format) }
            default: return .file(place(of: file), .plain)
            }
        }
        return .none
    }

    /// JSON metadata; nil, and a problem, when it is none.
    mutating func json(_ file: BundleFolder.File) -> SidecarMetadata? {
        reading(file) { try SidecarMetadata(parsing: $0) }
    }

    /// `x.pdf.json` before `x.json`: it is the more particular one.
    func file(beside path: String, type: FileType) -> BundleFolder.File? {
        files["\(path).\(type.rawValue)"] ?? files["\(path.fileStem).\(type.rawValue)"]
    }

    func place(of file: BundleFolder.File) -> FileReference {
        var place = folder.place(of: file)
        place.isBeside = isBeside
        return place
    }

    /// What page text an XML or HTML file holds, by its beginning; nil for other files.
    func textFormat(of file: BundleFolder.File) -> PageTextFormat? {
        PageTextFormat(ofMarkup: session.head(of: place(of: file)))
    }

    private mutating func reading<Value>(_ file: BundleFolder.File, _ read: ([UInt8]) throws -> Value) -> Value? {
        guard !failures.contains(file.entry.index) else { return nil }
        let (session, place) = (session, place(of: file))
        let found = folder.attempt(file, &problems) { try read(session.metadata(at: place)) }
        if found == nil { failures.insert(file.entry.index) }
        return found
    }
}

extension LayoutFindings {
    /// Completes the document of a bundle that is a file by what lies beside the file, which has the last word on metadata:
    /// it was put there on purpose. `path` is the bundle's.
    mutating func completeByCompanions(of path: String, _ session: ReadingSession) {
        guard let beside = session.beside, documents.count == 1 else { return }
        var sidecars = Sidecars(beside, session, isBeside: true)
        let name = String(path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...])
        var document = documents[0]
        if let own = sidecars.metadata(beside: name) {
            document.metadata = own.metadata.completed(by: document.metadata)
            document.rawMetadata = own.rawText
        }
        let results = "\(BundleNames.yianaResults)/\(name)"
        if let file = sidecars.file(beside: results, type: .json) {
            document.text = .file(sidecars.place(of: file), .yianaResults)
        } else if let text = [results, name].lazy.map({ sidecars.text(beside: $0) }).first(where: { $0 != .none }) {
            document.text = text
        }
        documents = [document]
        problems += sidecars.problems
    }
}
