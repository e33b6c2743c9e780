internal import BundleConventions
internal import ExtractionProtocol

extension LayoutFindings {
    mutating func addUnnamed() throws {
        guard let unnamed else { return }
        self.unnamed = nil
        // An entry in a nested bundle is reported as that bundle.
        let depth = unnamed.way.count
        let used = Set(
            documents.flatMap(\.references).filter { $0.way.starts(with: unnamed.way) }
                .compactMap { ($0.way.count > depth ? $0.way[depth] : $0.entry)?.index })
        let account = unnamed.session.account
        let named = Set(problems.compactMap(\.entry))
        let rest = unnamed.with {
            !used.contains($0.entry.index) && !account.isDescribed($0.entry.index, in: unnamed.way)
                && !named.contains(unnamed.entryName(of: $0))
        }
        for layout in [METSLayout.self, HOCRLayout.self] as [any BundleLayout.Type] {
            guard var found = try read(layout, rest) else { continue }
            try found.addUnnamed()
            documents += found.documents
            problems += found.problems
            return
        }
        if rest.files.contains(where: { $0.mayBeDocument && !$0.isImage }) {
            guard let found = try PlainLayout.findings(in: rest) else { return }
            documents += found.documents
            problems += found.problems
        } else {
            documents += try ImagesLayout.beside(documents, in: rest)
        }
    }

    private mutating func read(_ layout: any BundleLayout.Type, _ folder: BundleFolder) throws -> LayoutFindings? {
        do {
            return try folder.session.account.trying { try layout.findings(in: folder) }
        } catch let error as BundleError {
            problems.append(error)
            return nil
        }
    }

    /// Its description names existing files, or nothing else could be read, so that its faults are reported.
    func isBundle(_ folder: BundleFolder) -> Bool {
        if holdsTogether, format != .zip, format != .images { return true }
        return !folder.files.contains(where: \.mayBeDocument)
    }
}

extension BundleFolder.File {
    /// A walk through folders would take it for a bundle, by its name.
    var mayBeDocument: Bool { type == .pdf || isImage || isContainer }
}
