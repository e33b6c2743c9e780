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

    private static let types: Set<String> = ["txt", "json", "xml", "hocr", "md"]

    /// `isBeside` for files beside the bundle's own.
    init(_ folder: BundleFolder, _ session: ReadingSession, isBeside: Bool = false) {
        self.folder = folder
        self.session = session
        self.isBeside = isBeside
        let found = folder.files.compactMap { file in
            Self.types.contains(file.type) ? ("\(file.stem).\(file.type)", file) : nil
        }
        files = Dictionary(found) { first, _ in first }
    }

    /// The metadata beside the document at `path`: JSON before XML.
    mutating func metadata(beside path: String) -> SidecarMetadata? {
        if let file = file(beside: path, type: "json"), let found = json(file) { return found }
        guard let file = file(beside: path, type: "xml"), textFormat(of: file) == nil else { return nil }
        let limits = session.limits
        return reading(file) { try SidecarMetadata(descriptive: $0, limits: limits) }
    }

    /// The text beside the document at `path`: first what knows the places of its words, then plain text.
    mutating func text(beside path: String) -> BroughtText {
        for type in ["hocr", "xml", "txt", "md"] {
            guard let file = file(beside: path, type: type) else { continue }
            switch type {
            case "hocr": return .file(place(of: file), .hocr)
            case "xml": if let format = textFormat(of: file) { return .file(place(of: file), format) }
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
    func file(beside path: String, type: String) -> BundleFolder.File? {
        files["\(path).\(type)"] ?? files["\(BundleFolder.File.stem(of: path)).\(type)"]
    }

    func place(of file: BundleFolder.File) -> FilePlace {
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
        do {
            return try read(session.metadata(at: place(of: file)))
        } catch let error as BundleError {
            problems.append(error.naming(folder.entryName(of: file)))
        } catch {
            problems.append(BundleError(.damaged, "it cannot be read: \(error)", entry: folder.entryName(of: file)))
        }
        failures.insert(file.entry.index)
        return nil
    }
}

/// What lies beside a file that is the bundle: for the document in it, by the file's name.
struct Companions {
    private let sidecars: Sidecars
    private let name: String

    /// Nil when nothing lies beside it.
    init?(path: String, _ session: ReadingSession) {
        guard let beside = session.beside else { return nil }
        sidecars = Sidecars(beside, session, isBeside: true)
        name = String(path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...])
    }

    /// The document with what lies beside it, which has the last word on metadata: somebody put it there.
    func complete(_ document: BundledDocument) -> (document: BundledDocument, problems: [BundleError]) {
        var document = document
        var sidecars = sidecars
        if let own = sidecars.metadata(beside: name) {
            document.metadata = own.metadata.completed(by: document.metadata)
            document.rawMetadata = own.rawText
        }
        let text = sidecars.text(beside: name)
        if text != .none { document.text = text }
        let results = ".ocr_results/\(name)"
        if let file = sidecars.file(beside: results, type: "json") {
            document.text = .file(sidecars.place(of: file), .yianaResults)
        } else if case let text = sidecars.text(beside: results), text != .none {
            document.text = text
        }
        return (document, sidecars.problems)
    }
}

extension BundleFolder.File {
    /// A path without the last point of its name and what follows.
    static func stem(of path: String) -> Substring {
        guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return path[...] }
        return path[..<dot]
    }
}
