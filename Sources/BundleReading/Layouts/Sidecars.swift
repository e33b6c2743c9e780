internal import BundleConventions
internal import ExtractionProtocol

/// Finds and reads companions of `x.pdf`, such as `x.pdf.json` or `x.json`. Unreadable ones become problems.
struct Sidecars {
    private(set) var problems: [BundleError] = []
    private let folder: BundleFolder
    private let files: [String: BundleFolder.File]
    /// HTML files by path without extension: they may have been hOCR.
    private let html: [Substring: BundleFolder.File]
    /// Entries that failed, so that several documents of one name do not try and report them again.
    private var failures: Set<UInt64> = []

    init(_ folder: BundleFolder) {
        self.folder = folder
        let found = folder.files.compactMap { file in
            file.type.flatMap { $0.kind == .companion ? ("\(file.stem).\($0.rawValue)", file) : nil }
        }
        files = Dictionary(found) { first, _ in first }
        let pages = folder.files.filter { [.html, .htm].contains($0.type) }
        html = Dictionary(pages.map { ($0.stem, $0) }) { first, _ in first }
    }

    mutating func metadata(beside path: String) -> SidecarMetadata? {
        if let file = file(beside: path, type: .json), let found = json(file) { return found }
        guard let file = file(beside: path, type: .xml), folder.textFormat(of: file) == nil else { return nil }
        let limits = folder.limits
        return reading(file) { bytes in
            if let lack = BundleMarkup.lack(in: Array(bytes.prefix(4096))) { throw BundleError(.damaged, lack) }
            return try SidecarMetadata(descriptive: bytes, limits: limits)
        }
    }

    /// Formats with word boxes first, then plain text.
    func text(beside path: String) -> SidecarText {
        for type in [FileType.hocr, .xml, .txt, .md] {
            guard let file = file(beside: path, type: type) else { continue }
            switch type {
            case .hocr: return .file(folder.reference(to: file), .hocr)
            case .xml: if let format = folder.textFormat(of: file) { return .file(folder.reference(to: file), format) }
            default: return .file(folder.reference(to: file), .plain)
            }
        }
        return lost(beside: [path])
    }

    /// Reports a file that may have been the text and is empty or an HTML page.
    private func lost(beside paths: [String]) -> SidecarText {
        let files = paths.lazy.flatMap { path in
            [file(beside: path, type: .xml), html[path.fileStem]].compactMap { $0 }
        }
        let lost = files.first { file in
            folder.textFormat(of: file) == nil
                && BundleMarkup.lack(in: folder.session.textHead(of: folder.reference(to: file))) != nil
        }
        return lost.map { .lost(folder.reference(to: $0)) } ?? .none
    }

    func text(of images: [BundleFolder.File]) -> SidecarText {
        for (type, usual) in [(FileType.hocr, SidecarTextForm?.some(.hocr)), (.xml, nil), (.txt, .plain)] {
            let files = images.map { file(beside: $0.path, type: type) }
            let found = files.compactMap { $0 }
            // The first may be damaged.
            guard let first = found.first,
                let format = usual ?? found.lazy.compactMap({ folder.textFormat(of: $0) }).first,
                usual != nil || [.alto, .page].contains(format)
            else { continue }
            // A single multi-page image has its pages' texts in one file.
            return images.count == 1
                ? .file(folder.reference(to: first), format) : .files(files.map { $0.map(folder.reference) }, format)
        }
        return lost(beside: images.map(\.path))
    }

    mutating func json(_ file: BundleFolder.File) -> SidecarMetadata? {
        reading(file) { try SidecarMetadata(parsing: $0) }
    }

    /// `x.pdf.json` takes precedence over `x.json`, because it is more specific.
    func file(beside path: String, type: FileType) -> BundleFolder.File? {
        files["\(path).\(type.rawValue)"] ?? files["\(path.fileStem).\(type.rawValue)"]
    }

    private mutating func reading<Value>(_ file: BundleFolder.File, _ read: ([UInt8]) throws -> Value) -> Value? {
        guard !failures.contains(file.entry.index) else { return nil }
        let folder = folder
        let found = folder.attempt(file, noting: &problems) {
            try read(folder.session.metadata(of: folder.reference(to: file)))
        }
        if found == nil { failures.insert(file.entry.index) }
        return found
    }
}

extension LayoutFindings {
    /// Companions were placed there on purpose, so they take precedence.
    mutating func complete(byCompanionsOf path: String, in beside: BundleFolder) {
        guard documents.count == 1 else { return }
        var sidecars = Sidecars(beside)
        let name = String(path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...])
        var document = documents[0]
        if let own = sidecars.metadata(beside: name) {
            document.metadata = own.metadata.completed(by: document.metadata)
            document.rawMetadata = own.rawText
        }
        let results = "\(BundleNames.yianaResults)/\(name)"
        if let file = sidecars.file(beside: results, type: .json) {
            document.text = .file(beside.reference(to: file), .yianaResults)
        } else {
            let texts = [results, name].map { sidecars.text(beside: $0) }
            document.text = texts.first { $0.form != nil } ?? (document.text == .none ? texts[1] : document.text)
        }
        documents = [document]
        problems += sidecars.problems
    }
}
