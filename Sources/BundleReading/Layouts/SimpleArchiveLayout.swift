internal import BundleConventions
internal import ExtractionProtocol
internal import Markup

/// DSpace's Simple Archive Format: items of `dublin_core.xml` and `contents`. Documents are the PDFs, else the images.
enum SimpleArchiveLayout: BundleLayout {
    static func findings(in folder: BundleFolder) throws -> LayoutFindings? {
        var folders: Set<Substring> = []
        let items = folder.files.filter { file in
            file.name == BundleNames.itemDescription && folder[file.sibling(BundleNames.itemContents)] != nil
                && folders.insert(file.folder).inserted
        }
        guard !items.isEmpty else { return nil }
        let byFolder = Dictionary(grouping: folder.files, by: \.folder)
        var findings = LayoutFindings(format: .simpleArchive, documents: [], holdsTogether: false)
        var named: Set<UInt64> = []
        for item in items {
            var reader = SimpleArchiveItem(description: item, siblings: byFolder[item.folder] ?? [], folder: folder)
            reader.read()
            findings.documents += reader.documents
            findings.problems += reader.problems
            findings.holdsTogether = findings.holdsTogether || reader.holdsTogether
            named.formUnion(reader.named)
        }
        findings.unnamed = folder.with { !named.contains($0.entry.index) || $0.isContainer }
        return findings
    }
}

struct SimpleArchiveItem {
    let description: BundleFolder.File
    let siblings: [BundleFolder.File]
    let folder: BundleFolder
    private(set) var documents: [BundledDocument] = []
    private(set) var problems: [BundleError] = []
    private(set) var named: Set<UInt64> = []
    fileprivate var isDescribed = false
    var holdsTogether: Bool { isDescribed && !named.isEmpty }

    struct Line: Equatable {
        let path: String
        /// `ORIGINAL`, `TEXT`, `LICENSE`, `THUMBNAIL` or another, in upper case.
        let bundle: String
        let isPrimary: Bool

        fileprivate var isText: Bool {
            !bundle.unicodeScalars.contains { $0.properties.generalCategory == .control || $0 == "\u{FFFD}" }
        }

        /// Within the name of a bundle that DSpace makes. Others may have any name.
        fileprivate var isCut: Bool {
            ["ORIGINAL", "TEXT", "LICENSE", "THUMBNAIL", "METADATA", "CC-LICENSE"].contains {
                $0 != bundle && $0.hasPrefix(bundle)
            }
        }
    }

    mutating func read() {
        let record = record()
        var missing = ProblemList()
        var files: [(line: Line, file: BundleFolder.File)] = []
        for line in contents() {
            let path = ConfinedPath.path(line.path).map { description.sibling($0) }
            if let file = path.flatMap({ folder[$0] }) {
                if named.insert(file.entry.index).inserted { files.append((line, file)) }
            } else {
                folder.miss(
                    description.sibling(line.path), "the contents of the item name this file, but it is not there",
                    in: &missing)
            }
        }
        problems += missing.all
        let originals = files.filter { $0.line.bundle == "ORIGINAL" }.map(\.file)
        let texts = files.filter { $0.line.bundle == "TEXT" && $0.file.type == .txt }.map(\.file)
        add(originals, texts)
        documents.describe(by: record)
    }

    private mutating func add(_ originals: [BundleFolder.File], _ texts: [BundleFolder.File]) {
        let pdfs = originals.filter { $0.type == .pdf }
        let byPath = Dictionary(texts.map { ($0.path, $0) }) { first, _ in first }
        for pdf in pdfs {
            if let refusal = pdf.entry.refusal {
                problems.append(refusal.naming(folder.entryName(of: pdf)))
                continue
            }
            let own = byPath["\(pdf.path).txt"] ?? byPath["\(pdf.stem).txt"]
            let text = own ?? (pdfs.count == 1 && texts.count == 1 ? texts[0] : nil)
            documents.append(folder.document(pdf, text: sidecarText(text)))
        }
        guard pdfs.isEmpty else { return }
        let images = originals.filter(\.isImage)
        if !images.isEmpty {
            let text = Sidecars(folder.with(files: siblings)).text(of: images)
            documents = [ImagesLayout.document(of: images, text: text, in: folder)]
        } else {
            // The item's other files cannot be read, but the item itself can be found.
            documents = [folder.document(description, .nowhere, text: sidecarText(texts.first))]
        }
    }

    private func sidecarText(_ text: BundleFolder.File?) -> SidecarText {
        text.map { .file(folder.reference(to: $0), .plain) } ?? .none
    }

    private mutating func record() -> DescriptiveRecord {
        var record = DescriptiveRecord()
        let others = siblings.filter { $0.name.hasPrefix("metadata_") && $0.type == .xml }
        for file in [description] + others.sorted(by: { $0.path < $1.path }) {
            guard let tree = folder.tree(of: file, noting: &problems) else { continue }
            if file == description { isDescribed = tree.name == "dublin_core" }
            record = record.completed(by: DublinCoreReader.record(of: tree))
        }
        if let handle = siblings.first(where: { $0.name == "handle" }) {
            let text = folder.read(handle, noting: &problems, TextDecoding.text)
            let line = text?.split(whereSeparator: \.isNewline).first.map { String($0).trimmingWhiteSpace() } ?? ""
            record.keep(line, as: "handle")
            record.metadata.identifier = record.metadata.identifier ?? line.nonEmpty
        }
        return record
    }

    private mutating func contents() -> [Line] {
        guard let file = siblings.first(where: { $0.name == BundleNames.itemContents }) else { return [] }
        var isCut = false
        let lines: [Line] =
            folder.read(file, noting: &problems) { bytes in
                if bytes.contains(0) { throw BundleError(.damaged, "there are zeros in it") }
                let lines = Self.lines(of: bytes)
                guard lines.allSatisfy(\.isText) else {
                    throw BundleError(.damaged, "a line of it cannot be read")
                }
                isCut = bytes.last.map { $0 != 0x0A && $0 != 0x0D } == true && lines.last?.isCut == true
                return lines
            } ?? []
        if isCut {
            problems.append(BundleError(.damaged, "its last line is cut off", entry: folder.entryName(of: file)))
        }
        return lines.filter(\.isPrimary) + lines.filter { !$0.isPrimary }
    }

    /// One file a line, with options after tabs. Files outside the package (`-r -s 1 -f path`) are skipped.
    static func lines(of bytes: [UInt8]) -> [Line] {
        TextDecoding.text(of: bytes).split(whereSeparator: \.isNewline).compactMap { line in
            let parts = line.split(separator: "\t").map { String($0).trimmingWhiteSpace() }
            guard let path = parts.first, !path.isEmpty, !path.hasPrefix("-") else { return nil }
            func option(_ name: String) -> String? {
                parts.dropFirst().first { $0.lowercased().hasPrefix("\(name):") }.map {
                    String($0.dropFirst(name.count + 1))
                }
            }
            return Line(
                path: path, bundle: option("bundle")?.uppercased() ?? "ORIGINAL",
                isPrimary: option("primary")?.lowercased() == "true")
        }
    }
}
