internal import BundleConventions
internal import ExtractionProtocol

extension METSObject {
    func text(of pages: [[METSDocument.File]]) -> SidecarText {
        text(of: pages, labels: pages.indices.map { label($0) })
    }

    func text(of pages: [[METSDocument.File]], labels: [String?]) -> SidecarText {
        let candidates = pages.map { ranked(textsOf: $0) }
        if candidates.contains(where: { $0.count > 1 }) {
            let first = candidates.lazy.compactMap(\.first).first.flatMap { format(of: $0) }
            return .candidates(candidates.map { $0.map(folder.reference) }, first ?? .alto).labelled(by: labels)
        }
        var texts = candidates.map(\.first)
        if texts.allSatisfy({ $0 == nil }) {
            // Texts to which no page points belong to the pages if there are as many, or one for all.
            let all = mets.files.filter { METSPurpose($0) == .text }.compactMap { files[$0.id] }
                .filter { format(of: $0) != nil }
            guard !all.isEmpty, all.count == 1 || all.count == pages.count || pages.isEmpty else { return .none }
            texts = all
        }
        let found = texts.compactMap { $0 }
        // A damaged text is read in the format of the others, which reports it.
        guard let first = found.first,
            let format = found.lazy.compactMap({ format(of: $0) }).first ?? lostFormat(of: found)
        else { return .none }
        let isOne = Set(found).count == 1 && found.count == texts.count
        let text: SidecarText =
            isOne ? .file(folder.reference(to: first), format) : .files(texts.map { $0.map(folder.reference) }, format)
        return text.labelled(by: labels)
    }

    /// The texts of a page, best first: corrected ones before others, and PAGE-XML, which people correct, before ALTO.
    private func ranked(textsOf page: [METSDocument.File]) -> [BundleFolder.File] {
        let texts = page.filter { METSPurpose($0) == .text }
        let found = texts.compactMap { listed in files[listed.id].map { (listed, $0) } }
        guard found.count > 1 else { return found.map(\.1) }
        let ranked = found.enumerated().map { position, text in
            let isPage = folder.textFormat(of: text.1) == .page
            return (rank: METSPurpose.textRank(text.0), isPage: isPage ? 1 : 0, position: position, file: text.1)
        }
        var isTaken: Set<UInt64> = []
        return ranked.sorted { ($1.rank, $1.isPage, $0.position) < ($0.rank, $0.isPage, $1.position) }.map(\.file)
            .filter { isTaken.insert($0.entry.index).inserted }
    }

    /// For each of several PDFs: the text in its file group, else with its name (DSpace), else of the PDF's page.
    func texts(of pdfs: [BundleFolder.File], _ pages: [[METSDocument.File]]) -> [SidecarText] {
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
            return .file(folder.reference(to: text), format)
        }
    }

    private func lostFormat(of files: [BundleFolder.File]) -> SidecarTextForm? {
        let isLost = files.contains { file in
            file.type == .xml && BundleMarkup.lack(in: folder.session.textHead(of: folder.reference(to: file))) != nil
        }
        return isLost ? .alto : nil
    }

    func format(of file: BundleFolder.File) -> SidecarTextForm? {
        file.type == .txt ? .plain : folder.textFormat(of: file)
    }
}
