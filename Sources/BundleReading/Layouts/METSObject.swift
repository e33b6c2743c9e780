internal import BundleConventions
internal import ExtractionProtocol

/// Makes documents from one METS document: from its PDFs, else its page images, else its texts.
struct METSObject {
    private(set) var documents: [BundledDocument] = []
    private(set) var problems: [BundleError]
    private(set) var taken: Set<UInt64> = []
    var namesFiles: Bool { !files.isEmpty }
    private(set) var mets: METSDocument
    private var structure: METSStructure { mets.structure }
    private let description: BundleFolder.File
    let folder: BundleFolder
    private let onlyPDF: BundleFolder.File?
    private(set) var files: [String: BundleFolder.File] = [:]
    private var rows: [METSStructure.Page] = []

    init(_ mets: METSDocument, describedBy description: BundleFolder.File, in lookup: METSLookup) {
        self.mets = mets
        self.description = description
        folder = lookup.folder
        onlyPDF = lookup.onlyPDF
        var outside = mets.problems
        problems = []
        for file in mets.files {
            if let path = file.path, let found = lookup[path] { take(found, for: file) }
        }
        // Remote references only then: a file with its own name in the METS document is no copy of another.
        var missing = ProblemList()
        let named = taken
        for file in mets.files where files[file.id] == nil {
            let references = file.path.map { [String(relative($0))] } ?? file.links
            let found = references.lazy.compactMap { reference in
                lookup.file(of: file, at: reference) { !named.contains($0.entry.index) }
            }.first
            if let found {
                take(found, for: file)
                // It was first taken for a remote file.
                if !outside.isEmpty { outside.removeAll { error in file.links.contains { $0 == error.entry } } }
            } else if let path = file.path, METSPurpose(file) != .other || wantsFixity(of: file.checksum) {
                folder.miss(
                    path, "the METS document names this file, but it is not there",
                    hasChecksum: file.checksum != nil, in: &missing)
            }
        }
        takeReferences(lookup, &missing)
        problems += ProblemList(outside).all + missing.all
        let found = files
        self.mets.markCopies { found[$0.id] != nil }
        rows = pageRows()
    }

    /// Rows not labelled as pages count as pages if they have an image, where any has one; else a text or a PDF.
    private func pageRows() -> [METSStructure.Page] {
        guard !structure.areCalledPages else { return structure.pages }
        let hasImages = structure.pages.contains { mets.files(of: $0).contains { METSPurpose($0).isImage } }
        return structure.pages.filter { page in
            mets.files(of: page).contains { file in
                hasImages ? METSPurpose(file).isImage : METSPurpose(file) == .pdf || isText(file)
            }
        }
    }

    private func isText(_ file: METSDocument.File) -> Bool {
        METSPurpose(file) == .text && files[file.id].map { format(of: $0) != nil } ?? true
    }

    private func wantsFixity(of checksum: String?) -> Bool { checksum != nil && folder.session.fixity != nil }

    private mutating func take(_ found: BundleFolder.File, for file: METSDocument.File) {
        files[file.id] = found
        if let fixity = folder.session.fixity, let checksum = file.checksum, let type = file.checksumType {
            fixity.add(checksum, algorithm: type, of: found, in: folder, by: description.path)
        }
        taken.insert(found.entry.index)
    }

    private func takeReferences(_ lookup: METSLookup, _ missing: inout ProblemList) {
        for reference in mets.references where wantsFixity(of: reference.checksum) {
            guard let checksum = reference.checksum else { continue }
            if let found = lookup[reference.path] {
                folder.session.fixity?.add(
                    checksum, algorithm: reference.checksumType ?? "", of: found, in: folder, by: description.path)
            } else {
                folder.miss(
                    reference.path, "the METS document names this file, but it is not there", hasChecksum: true,
                    in: &missing)
            }
        }
    }

    private func relative(_ path: String) -> Substring {
        let folder = description.folder
        return folder.isEmpty || !path.hasPrefix("\(folder)/") ? path[...] : path.dropFirst(folder.count + 1)
    }

    mutating func read(isAlone: Bool) {
        let pages = pages
        let images = pages.map { image(of: $0) }
        var pdfs = files(for: .pdf)
        if pdfs.isEmpty, isAlone, let onlyPDF, !taken.contains(onlyPDF.entry.index) { pdfs = [onlyPDF] }
        let haveImages = !images.isEmpty && images.allSatisfy { $0 != nil }
        if pdfs.count > 1, haveImages, pdfs.count == pages.count, !structure.areOfDisk {
            // With a PDF of each page beside its image, the pages are one document.
            pdfs = []
        }
        if !pdfs.isEmpty {
            let pictures =
                structure.areOfDisk ? files(for: .image).filter { $0.isImage && $0.entry.refusal == nil } : []
            let isOne = pdfs.count == 1 && pictures.isEmpty
            let texts = isOne ? [text(of: pages)] : self.texts(of: pdfs + pictures, pages)
            for (pdf, text) in zip(pdfs, texts) { add(pdf, text: text) }
            for (picture, text) in zip(pictures, texts.dropFirst(pdfs.count)) {
                documents.append(
                    folder.document(picture, .images([folder.reference(to: picture)]), text: text))
            }
        } else if images.contains(where: { $0 != nil }) {
            addImages(images, pages)
        } else {
            documents.append(folder.document(description, .nowhere, text: text(of: pages)))
        }
        var record = describedRecord()
        if let links = linksAlone(pages) { record.metadata.details.append(links) }
        describe(as: record)
    }

    mutating func describe(by whole: DescriptiveRecord) { describe(as: whole.completed(by: mets.record)) }

    /// Each of several files of a disk says itself what it is.
    private mutating func describe(as record: DescriptiveRecord) {
        let areSeveral = documents.count > 1
        documents.describe(by: structure.areOfDisk && areSeveral ? record.ofPackage : record)
        guard mets.describesFiles, areSeveral || structure.areOfDisk else { return }
        var ids: [FileReference: String] = [:]
        for file in mets.files where mets.describes(file) {
            if let found = files[file.id] { ids[folder.reference(to: found)] = file.id }
        }
        let whole = areSeveral ? mets.withoutParts(record) : record
        for index in documents.indices {
            let references = documents[index].files.references
            guard references.count == 1, let own = ids[references[0]].flatMap(mets.record) else { continue }
            let around = !areSeveral ? whole : structure.areOfDisk ? whole.ofPackage : whole.around(own)
            let said = own.completed(by: around).shared(by: documents.count)
            (documents[index].metadata, documents[index].rawMetadata) = (said.metadata, said.rawText)
        }
    }

    /// Each once.
    private func files(for purpose: METSPurpose) -> [BundleFolder.File] {
        var named: Set<UInt64> = []
        return mets.files.filter { METSPurpose($0) == purpose }.compactMap { files[$0.id] }
            .filter { named.insert($0.entry.index).inserted }
    }

    /// The METS document's description of the object, or that of files beside it (E-ARK CSIP 2.1, 5.3.2).
    private mutating func describedRecord() -> DescriptiveRecord {
        guard !mets.isDescribed else { return mets.record }
        for path in mets.descriptionPaths {
            guard let file = folder[path], file.type == .xml else { continue }
            taken.insert(file.entry.index)
            let tree = folder.tree(of: file, noting: &problems)
            if let record = tree.flatMap(DescriptiveXML.record) { return record.completed(by: mets.record) }
        }
        return mets.record
    }

    private mutating func add(_ pdf: BundleFolder.File, text: SidecarText) {
        taken.insert(pdf.entry.index)
        if let refusal = pdf.entry.refusal { return problems.append(refusal.naming(folder.entryName(of: pdf))) }
        documents.append(folder.document(pdf, text: text))
    }

    private mutating func addImages(_ images: [BundleFolder.File?], _ pages: [[METSDocument.File]]) {
        // For rows not labelled as pages, the missing file itself is reported by name.
        for index in images.indices where images[index] == nil && structure.areCalledPages && !isLink(pages[index]) {
            problems.append(
                BundleError(.damaged, "page \(index + 1) has no image", entry: folder.entryName(of: description)))
        }
        let kept = images.indices.filter { images[$0] != nil }
        let found = kept.compactMap { images[$0] }
        let labels = kept.map { label($0) }
        var text = text(of: kept.map { pages[$0] }, labels: labels)
        if text == .none, labels.contains(where: { $0 != nil }) { text = .labelled(.none, labels) }
        documents.append(ImagesLayout.document(of: found, text: text, in: folder))
        nameImagesOnNoPage()
    }

    private mutating func nameImagesOnNoPage() {
        guard !structure.pages.isEmpty else { return }
        let shownIDs = Set(structure.pages.flatMap(\.fileIDs))
        let images = mets.files.filter { METSPurpose($0).isImage && files[$0.id] != nil }
        let groups = Set(images.filter { shownIDs.contains($0.id) }.map { $0.use ?? "" })
        let shown = Set(images.filter { shownIDs.contains($0.id) }.compactMap { files[$0.id]?.entry.index })
        var list = ProblemList()
        for image in images where !shownIDs.contains(image.id) && groups.contains(image.use ?? "") {
            guard let file = files[image.id], !shown.contains(file.entry.index) else { continue }
            list.add(
                .damaged, "the METS document lists this image, but none of its pages has it",
                entry: folder.entryName(of: file))
        }
        problems += list.all
    }

    private func isLink(_ page: [METSDocument.File]) -> Bool {
        let wanted = page.filter { METSPurpose($0) != .other }
        return !wanted.isEmpty && wanted.allSatisfy { files[$0.id] == nil && $0.isElsewhere }
    }

    private func linksAlone(_ pages: [[METSDocument.File]]) -> MetadataDetail? {
        let linked = pages.count { isLink($0) }
        let count = pages.isEmpty ? mets.files.count { isLink([$0]) } : linked
        guard count > 0 else { return nil }
        let (one, many) = pages.isEmpty ? ("file is", "files are") : ("page is", "pages are")
        let text = count == 1 ? "1 \(one) only a link" : "\(count) \(many) only links"
        return MetadataDetail(.other, called: "Not in the bundle", text)
    }

    private var pages: [[METSDocument.File]] {
        guard rows.isEmpty else { return rows.map { mets.files(of: $0) } }
        let images = mets.files.filter { METSPurpose($0).isImage }
        let groups = Dictionary(grouping: images) { $0.use ?? "" }.values
        let best = groups.max { METSPurpose.rank($0[0]) < METSPurpose.rank($1[0]) } ?? []
        let texts = mets.files.filter(isText)
        return (0..<max(best.count, texts.count)).map { index in
            [best, texts].compactMap { index < $0.count ? $0[index] : nil }
        }
    }

    /// Rows of a disk are labelled by the names of files.
    func label(_ page: Int) -> String? { page < rows.count && !structure.areOfDisk ? rows[page].label : nil }

    private func image(of page: [METSDocument.File]) -> BundleFolder.File? {
        var best: (rank: Int, file: BundleFolder.File)?
        for listed in page where METSPurpose(listed).isImage {
            guard let file = files[listed.id], file.isImage, file.entry.refusal == nil else { continue }
            let rank = METSPurpose.rank(listed)
            // The first of equally good ones.
            if rank > best?.rank ?? -1 { best = (rank, file) }
        }
        return best?.file
    }
}
