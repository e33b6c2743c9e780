internal import BundleConventions
internal import ExtractionProtocol
internal import Markup

/// Items of the Internet Archive: `NAME_meta.xml` and `NAME_files.xml` with a PDF or page images, and their texts.
enum InternetArchiveLayout: BundleLayout {
    static func findings(in folder: BundleFolder) throws -> LayoutFindings? {
        let ending = BundleNames.archiveDescription
        let items = folder.files.filter {
            $0.path.hasSuffix(ending) && folder["\($0.path.dropLast(ending.count))\(BundleNames.archiveFiles)"] != nil
        }
        guard !items.isEmpty else { return nil }
        let pdfs = Dictionary(grouping: folder.pdfs, by: \.folder)
        let byFolder = Dictionary(grouping: items, by: \.folder)
        var findings = LayoutFindings(format: .internetArchive, documents: [], holdsTogether: false)
        var listed: Set<UInt64> = []
        let byPath = SortedPaths(folder.files)
        for item in items {
            // If a folder has several items, each has the files with its name.
            let isAlone = byFolder[item.folder]?.count == 1
            let name = item.path.dropLast(ending.count)
            let reader = ArchiveItem(
                description: item, name: name, isAlone: isAlone,
                pdfs: ArchiveItem.pdfs(of: name, or: (isAlone ? pdfs[item.folder] : nil) ?? [], in: folder),
                folder: folder)
            findings.documents += reader.documents(noting: &findings.problems)
            let list = "\(name)\(BundleNames.archiveFiles)"
            let files = Self.files(listedIn: list, of: folder, noting: &findings.problems)
            findings.holdsTogether = findings.holdsTogether || !files.isEmpty
            listed.formUnion(files)
            // Files derived from an item have its name.
            for end in ["_", "."] { listed.formUnion(byPath.entries(beginningWith: "\(name)\(end)")) }
        }
        for file in folder.files where isDerived(file, in: folder) { listed.insert(file.entry.index) }
        findings.unnamed = folder.with { !listed.contains($0.entry.index) }
        return findings
    }

    /// Listed files that are missing were not downloaded with the item, so they are not reported.
    private static func files(
        listedIn path: String, of folder: BundleFolder, noting problems: inout [BundleError]
    ) -> Set<UInt64> {
        guard let list = folder[path] else { return [] }
        var listed: Set<UInt64> = []
        for element in folder.tree(of: list, noting: &problems)?.all("file") ?? [] {
            guard let name = element["name"].flatMap({ ConfinedPath.path($0) }), let file = folder[list.sibling(name)]
            else { continue }
            // The list cannot contain its own checksum.
            guard file != list else { continue }
            if !file.path.hasSuffix(BundleNames.archiveDescription) { listed.insert(file.entry.index) }
            guard let fixity = folder.session.fixity else { continue }
            for algorithm in ["md5", "sha1"] {
                guard let digest = element.first(algorithm)?.text.nonEmpty else { continue }
                fixity.add(digest, algorithm: algorithm, of: file, in: folder, by: list.path)
            }
        }
        return listed
    }

    private static func isDerived(_ file: BundleFolder.File, in folder: BundleFolder) -> Bool {
        let end = "_text"
        return file.name == "scandata.zip"
            || file.type == .pdf && file.stem.hasSuffix(end) && folder["\(file.stem.dropLast(end.count)).pdf"] != nil
    }
}

private struct SortedPaths {
    private let files: [(path: [UInt8], entry: UInt64)]

    init(_ files: [BundleFolder.File]) {
        self.files = files.map { (Array($0.path.utf8), $0.entry.index) }
            .sorted { $0.path.lexicographicallyPrecedes($1.path) }
    }

    func entries(beginningWith text: String) -> [UInt64] {
        let start = Array(text.utf8)
        var (low, high) = (0, files.count)
        while low < high {
            let middle = (low + high) / 2
            if files[middle].path.lexicographicallyPrecedes(start) { low = middle + 1 } else { high = middle }
        }
        return files[low...].prefix { $0.path.starts(with: start) }.map(\.entry)
    }
}

private struct ArchiveItem {
    let description: BundleFolder.File
    let name: Substring
    /// The only item in its folder, so that files without its name belong to it.
    let isAlone: Bool
    let pdfs: [(file: BundleFolder.File, base: Substring)]
    let folder: BundleFolder

    func documents(noting problems: inout [BundleError]) -> [BundledDocument] {
        let limits = folder.limits
        let record =
            folder.read(description, noting: &problems) { bytes in
                try ItemMetadataReader.record(of: BundleMarkup.description(bytes, limits: limits), limits: limits)
            } ?? DescriptiveRecord()
        var documents: [BundledDocument] = []
        for pdf in pdfs {
            if let refusal = pdf.file.entry.refusal {
                problems.append(refusal.naming(folder.entryName(of: pdf.file)))
                continue
            }
            documents.append(folder.document(pdf.file, text: text(of: pdf.base, pages(of: pdf.base, &problems))))
        }
        if documents.isEmpty {
            let pages = pages(of: name, &problems)
            let images = images(pages, &problems)
            documents = [images ?? folder.document(description, .nowhere, text: text(of: name, pages))]
        }
        documents.describe(by: record)
        if documents.count > 1 { for index in documents.indices { documents[index].metadata.claimedPageCount = nil } }
        return documents
    }

    /// The PDF with the item's name, else all of the item: uploaded files keep their names. A PDF with added text is
    /// derived from another.
    static func pdfs(
        of name: Substring, or others: [BundleFolder.File], in folder: BundleFolder
    ) -> [(file: BundleFolder.File, base: Substring)] {
        if let own = folder["\(name).pdf"] ?? folder["\(name)_text.pdf"] { return [(own, name)] }
        return others.compactMap { file in
            guard file.stem.hasSuffix("_text") else { return (file, file.stem) }
            let base = file.stem.dropLast("_text".count)
            return folder["\(base).pdf"] == nil ? (file, base) : nil
        }
    }

    private func file(_ base: Substring, _ endings: String...) -> BundleFolder.File? {
        endings.lazy.compactMap { folder["\(base)\($0)"] }.first
    }

    private func text(of base: Substring, _ pages: ItemPages?) -> SidecarText {
        text(of: base).labelled(by: pages?.labels ?? [])
    }

    /// All texts of an item come from one recognition. Those with word boxes, which can be judged and marked, come
    /// first, shorter files before longer ones.
    private func text(of base: Substring) -> SidecarText {
        if let file = file(base, "_djvu.xml") { return .file(folder.reference(to: file), .djvu) }
        if let file = file(base, "_hocr.html", "_hocr.html.gz", "_chocr.html", "_chocr.html.gz") {
            return .file(folder.reference(to: file), .hocr)
        }
        if let text = file(base, "_hocr_searchtext.txt.gz", "_hocr_searchtext.txt"),
            let index = file(base, "_hocr_pageindex.json.gz", "_hocr_pageindex.json")
        {
            return .searchText(folder.reference(to: text), index: folder.reference(to: index))
        }
        return file(base, "_djvu.txt").map { .file(folder.reference(to: $0), .plain) } ?? .none
    }

    private func pages(of base: Substring, _ problems: inout [BundleError]) -> ItemPages? {
        let scanned = scanData(of: base, &problems)
        let numbered = file(base, "_page_numbers.json").flatMap { file in
            folder.read(file, noting: &problems) { try ItemPages(pageNumbers: $0) }
        }
        guard let scanned, !scanned.leaves.isEmpty else { return numbered }
        return numbered.map { scanned.labelled(by: $0) } ?? scanned
    }

    /// Older items have it compressed and without the item's name.
    private func scanData(of base: Substring, _ problems: inout [BundleError]) -> ItemPages? {
        // With several PDFs its owner is unknown.
        let mayBeUnnamed = isAlone && pdfs.count <= 1
        let unnamed = mayBeUnnamed ? folder[description.sibling("scandata.xml")] : nil
        if let file = file(base, "_scandata.xml") ?? unnamed {
            return folder.tree(of: file, noting: &problems).map(ItemPages.init(scanData:))
        }
        guard mayBeUnnamed, let packed = folder[description.sibling("scandata.zip")],
            let inner = opened(packed, &problems)
        else { return nil }
        guard let file = inner.files.first(where: { $0.name.lowercased() == "scandata.xml" }) else {
            let name = folder.entryName(of: packed)
            problems.append(BundleError(.damaged, "there is no scandata.xml in it", entry: name))
            return nil
        }
        return inner.tree(of: file, noting: &problems).map(ItemPages.init(scanData:))
    }

    private func opened(_ file: BundleFolder.File, _ problems: inout [BundleError]) -> BundleFolder? {
        folder.attempt(file, noting: &problems) {
            guard case .container(let container, _) = try folder.session.nested(file, in: folder) else { return nil }
            folder.describe { $0 == file }
            return BundleFolder(container, way: folder.way + [file.entry], in: folder.session)
        }
    }

    /// The leaves in `NAME_jp2.zip`, without those that are not pages. The last number of a name is the leaf's.
    private func images(_ pages: ItemPages?, _ problems: inout [BundleError]) -> BundledDocument? {
        guard let file = file(name, "_jp2.zip", "_tif.zip", "_jpg.zip", "_images.zip"),
            let inner = opened(file, &problems)
        else { return nil }
        let shown = pages.map { Set($0.leaves.map(\.number)) }
        let images = NaturalOrder.sorted(
            inner.files.filter { image in
                guard image.isImage else { return false }
                guard let shown, let leaf = Self.leaf(image) else { return true }
                return shown.contains(leaf)
            })
        guard !images.isEmpty else { return nil }
        return BundledDocument(
            entry: folder.entryName(of: file), files: .images(images.map { inner.reference(to: $0) }),
            text: text(of: name, pages))
    }

    private static func leaf(_ image: BundleFolder.File) -> Int? {
        let stem = String(image.name).fileStem
        return stem.split { !($0.isASCII && $0.isNumber) }.last.flatMap { Int($0) }
    }
}
