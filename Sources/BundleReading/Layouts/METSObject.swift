internal import BundleConventions
internal import ExtractionProtocol

/// Makes documents of what one METS document describes: of its PDFs, else of its page images, else of its texts.
struct METSObject {
    private(set) var documents: [BundledDocument] = []
    private(set) var problems: [BundleError]
    /// Entries that the METS document speaks of.
    private(set) var taken: Set<UInt64> = []
    /// Whether it names files that are there.
    var namesFiles: Bool { !files.isEmpty }
    private let mets: METSDocument
    private let description: BundleFolder.File
    private let folder: BundleFolder
    /// The only PDF of the folder.
    private let onlyPDF: BundleFolder.File?
    private var files: [String: BundleFolder.File] = [:]

    init(_ mets: METSDocument, describedBy description: BundleFolder.File, in lookup: METSLookup) {
        self.mets = mets
        self.description = description
        folder = lookup.folder
        onlyPDF = lookup.onlyPDF
        problems = mets.problems
        for file in mets.files {
            if let path = file.path, let found = lookup[path] { take(found, for: file) }
        }
        // Only then those from elsewhere: what has its own name in the METS is no copy of another file.
        var missing = ProblemList()
        let named = taken
        for file in mets.files where files[file.id] == nil {
            let references = file.path.map { [String(relative($0))] } ?? file.links
            let found = references.lazy.compactMap { reference in
                lookup.file(of: file, at: reference) { !named.contains($0.entry.index) }
            }.first
            if let found {
                take(found, for: file)
                // It was taken for one outside.
                problems.removeAll { error in file.links.contains { $0 == error.entry } }
            } else if let path = file.path, METSPurpose(file) != .other {
                folder.miss(
                    path, "the METS document names this file, but it is not there",
                    hasChecksum: file.checksum != nil, in: &missing)
            }
        }
        problems += missing.all
    }

    private mutating func take(_ found: BundleFolder.File, for file: METSDocument.File) {
        files[file.id] = found
        if let fixity = folder.session.fixity, let checksum = file.checksum, let type = file.checksumType {
            fixity.add(checksum, type, of: found, in: folder, by: description.path)
        }
        taken.insert(found.entry.index)
    }

    /// A path as the METS document has it.
    private func relative(_ path: String) -> Substring {
        let folder = description.folder
        return folder.isEmpty || !path.hasPrefix("\(folder)/") ? path[...] : path.dropFirst(folder.count + 1)
    }

    /// `isAlone` when there is no other METS document.
    mutating func read(isAlone: Bool) {
        let pages = pages
        let images = pages.map { image(of: $0) }
        var named: Set<UInt64> = []
        var pdfs = mets.files.filter { METSPurpose($0) == .pdf }.compactMap { files[$0.id] }
            .filter { named.insert($0.entry.index).inserted }
        if pdfs.isEmpty, isAlone, let onlyPDF, !taken.contains(onlyPDF.entry.index) { pdfs = [onlyPDF] }
        let haveImages = !images.isEmpty && images.allSatisfy { $0 != nil }
        if pdfs.count > 1, haveImages, pdfs.count == pages.count {
            // A PDF of each page beside its image: the pages are one document.
            pdfs = []
        }
        if !pdfs.isEmpty {
            let texts = pdfs.count == 1 ? [text(of: pages)] : self.texts(of: pdfs, pages)
            for (pdf, text) in zip(pdfs, texts) { add(pdf, text: text) }
        } else if images.contains(where: { $0 != nil }) {
            addImages(images, pages)
        } else {
            documents.append(
                BundledDocument(entry: folder.entryName(of: description), place: .nowhere, text: text(of: pages)))
        }
        var record = mets.record
        if let links = linksAlone(pages) { record.metadata.details.append(links) }
        documents.describe(by: record)
    }

    private mutating func add(_ pdf: BundleFolder.File, text: BroughtText) {
        taken.insert(pdf.entry.index)
        if let refusal = pdf.entry.refusal { return problems.append(refusal.naming(folder.entryName(of: pdf))) }
        documents.append(
            BundledDocument(entry: folder.entryName(of: pdf), place: .file(folder.place(of: pdf)), text: text))
    }

    private mutating func addImages(_ images: [BundleFolder.File?], _ pages: [[METSDocument.File]]) {
        for (index, image) in images.enumerated() where image == nil && !isLink(pages[index]) {
            problems.append(
                BundleError(.damaged, "page \(index + 1) has no image", entry: folder.entryName(of: description)))
        }
        let kept = images.indices.filter { images[$0] != nil }
        let found = kept.compactMap { images[$0] }
        documents.append(
            BundledDocument(
                entry: ImagesLayout.entryName(ofImages: found, in: folder),
                place: .images(found.map { folder.place(of: $0) }),
                text: text(of: kept.map { pages[$0] }, labels: kept.map { label($0) })))
    }

    // MARK: - Links

    /// Whether what is named of a page is all elsewhere.
    private func isLink(_ page: [METSDocument.File]) -> Bool {
        let wanted = page.filter { METSPurpose($0) != .other }
        return !wanted.isEmpty && wanted.allSatisfy { files[$0.id] == nil && $0.isElsewhere }
    }

    /// Says of how many pages, or files where there are no pages, there are only links; nil where there are none.
    private func linksAlone(_ pages: [[METSDocument.File]]) -> MetadataDetail? {
        let linked = pages.count { isLink($0) }
        let count = pages.isEmpty ? mets.files.count { isLink([$0]) } : linked
        guard count > 0 else { return nil }
        let (one, many) = pages.isEmpty ? ("file is", "files are") : ("page is", "pages are")
        let text = count == 1 ? "1 \(one) only a link" : "\(count) \(many) only links"
        return MetadataDetail(.other, "Not in the bundle", text)
    }

    // MARK: - Pages

    /// The files of each page; those of each kind in the order of the document where it has no pages.
    private var pages: [[METSDocument.File]] {
        guard mets.pages.isEmpty else { return mets.pages.map { mets.files(of: $0) } }
        let images = mets.files.filter { METSPurpose($0).isImage }
        let groups = Dictionary(grouping: images) { $0.use ?? "" }.values
        let best = groups.max { METSPurpose.rank($0[0]) < METSPurpose.rank($1[0]) } ?? []
        let texts = mets.files.filter { METSPurpose($0) == .text }
        return (0..<max(best.count, texts.count)).map { index in
            [best, texts].compactMap { index < $0.count ? $0[index] : nil }
        }
    }

    private func label(_ page: Int) -> String? { page < mets.pages.count ? mets.pages[page].label : nil }

    private func image(of page: [METSDocument.File]) -> BundleFolder.File? {
        var best: (rank: Int, file: BundleFolder.File)?
        for listed in page where METSPurpose(listed).isImage {
            guard let file = files[listed.id], file.isImage, file.entry.refusal == nil else {
                continue
            }
            let rank = METSPurpose.rank(listed)
            // The first of those that are equally good.
            if rank > best?.rank ?? -1 { best = (rank, file) }
        }
        return best?.file
    }

    // MARK: - Texts

    private func text(of pages: [[METSDocument.File]]) -> BroughtText {
        text(of: pages, labels: pages.indices.map { label($0) })
    }

    private func text(of pages: [[METSDocument.File]], labels: [String?]) -> BroughtText {
        let candidates = pages.map { ranked(textsOf: $0) }
        if candidates.contains(where: { $0.count > 1 }) {
            let text = BroughtText.candidates(candidates.map { $0.map { folder.place(of: $0) } })
            return labels.contains { $0 != nil } ? .labelled(text, labels) : text
        }
        var texts = candidates.map(\.first)
        if texts.allSatisfy({ $0 == nil }) {
            // Texts that no page points to belong to the pages when there are as many, or one for all.
            let all = mets.files.filter { METSPurpose($0) == .text }.compactMap { files[$0.id] }
            guard !all.isEmpty, all.count == 1 || all.count == pages.count || pages.isEmpty else { return .none }
            texts = all
        }
        let found = texts.compactMap { $0 }
        guard let first = found.first, let format = format(of: first) else { return .none }
        let isOne = Set(found).count == 1 && found.count == texts.count
        let text: BroughtText =
            isOne
            ? .file(folder.place(of: first), format) : .files(texts.map { $0.map { folder.place(of: $0) } }, format)
        return labels.contains { $0 != nil } ? .labelled(text, labels) : text
    }

    /// The texts of a page, the best first: of what is put right more, and PAGE-XML, in which people correct, before ALTO.
    private func ranked(textsOf page: [METSDocument.File]) -> [BundleFolder.File] {
        let found = page.filter { METSPurpose($0) == .text }.compactMap { listed in
            files[listed.id].map { (listed, $0) }
        }
        guard found.count > 1 else { return found.map(\.1) }
        let ranked = found.enumerated().map { place, text in
            let isPage = folder.textFormat(of: text.1) == .page
            return (rank: METSPurpose.textRank(text.0), isPage: isPage ? 1 : 0, place: place, file: text.1)
        }
        var isTaken: Set<UInt64> = []
        return ranked.sorted { ($1.rank, $1.isPage, $0.place) < ($0.rank, $0.isPage, $1.place) }.map(\.file)
            .filter { isTaken.insert($0.entry.index).inserted }
    }

    /// Of each of several PDFs: the text in its group of files, else with its name (DSpace), else of the page that has
    /// the PDF.
    private func texts(of pdfs: [BundleFolder.File], _ pages: [[METSDocument.File]]) -> [BroughtText] {
        var byGroup: [String: BundleFolder.File] = [:]
        var byPath: [String: BundleFolder.File] = [:]
        var byPage: [BundleFolder.File: BundleFolder.File] = [:]
        var groups: [BundleFolder.File: String] = [:]
        for file in mets.files {
            guard let found = files[file.id] else { continue }
            if METSPurpose(file) == .text {
                byPath[found.path] = found
                if let group = file.groupID { byGroup[group] = byGroup[group] ?? found }
            } else if let group = file.groupID {
                groups[found] = group
            }
        }
        for page in pages {
            guard let text = page.first(where: { METSPurpose($0) == .text }).flatMap({ files[$0.id] }) else { continue }
            for file in page { if let found = files[file.id] { byPage[found] = text } }
        }
        return pdfs.map { pdf in
            let text = groups[pdf].flatMap { byGroup[$0] } ?? byPath["\(pdf.path).txt"] ?? byPage[pdf]
            guard let text, let format = format(of: text) else { return .none }
            return .file(folder.place(of: text), format)
        }
    }

    private func format(of file: BundleFolder.File) -> PageTextFormat? {
        file.type == .txt ? .plain : folder.textFormat(of: file)
    }
}
