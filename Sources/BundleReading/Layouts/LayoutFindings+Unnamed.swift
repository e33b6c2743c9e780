internal import BundleConventions
internal import ExtractionProtocol

/// What a layout says nothing of, and whether a folder on disk is what its marks say.
extension LayoutFindings {
    /// Adds the documents among the files that the layout does not account for: nothing is hidden by lying beside them.
    mutating func addUnnamed() throws {
        guard let unnamed else { return }
        self.unnamed = nil
        // Of what is in a bundle within the bundle, that one.
        let used = Set(documents.flatMap(\.files.references).compactMap { ($0.way.first ?? $0.entry)?.index })
        let rest = unnamed.with { !used.contains($0.entry.index) }
        if rest.files.contains(where: { $0.mayBeDocument && !$0.isImage }) {
            guard let found = try PlainLayout.findings(in: rest) else { return }
            documents += found.documents
            problems += found.problems
        } else {
            documents += ImagesLayout.beside(documents, in: rest)
        }
    }

    /// Whether a folder on disk is a bundle: what its description names is there, or nothing else could be read, so that
    /// what it lacks is reported.
    func isBundle(_ folder: BundleFolder) -> Bool {
        if holdsTogether, format != .zip, format != .images { return true }
        return !folder.files.contains(where: \.mayBeDocument)
    }
}

extension BundleFolder.File {
    /// Whether a walk through folders would take it for a bundle, by its name.
    var mayBeDocument: Bool { type == .pdf || isImage || isContainer }
}
