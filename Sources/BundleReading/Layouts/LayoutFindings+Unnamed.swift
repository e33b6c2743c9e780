internal import BundleConventions
internal import ExtractionProtocol

/// What a layout says nothing of, and whether a folder on disk is what its marks say.
extension LayoutFindings {
    /// Adds the documents among the files that the layout does not account for: nothing is hidden by lying beside them.
    mutating func addUnnamed() throws {
        guard let unnamed else { return }
        self.unnamed = nil
        let used = used
        let rest = unnamed.with { !used.contains($0.entry.index) }
        if rest.files.contains(where: { $0.mayBeDocument && !$0.isImage }) {
            guard let found = try PlainLayout.findings(in: rest) else { return }
            documents += found.documents
            problems += found.problems
        } else {
            documents += ImagesLayout.beside(documents, in: rest)
        }
    }

    /// Entries of the bundle's own container that are documents already.
    private var used: Set<UInt64> {
        var used: Set<UInt64> = []
        for document in documents {
            let places: [FileReference] =
                switch document.place {
                case .nowhere: []
                case .file(let place): [place]
                case .images(let places): places
                }
            // Of what is in a bundle within the bundle, that one.
            for place in places { if let entry = place.way.first ?? place.entry { used.insert(entry.index) } }
        }
        return used
    }

    /// Whether a folder on disk is a bundle: what its description names is there. One in which nothing else could be
    /// read is taken as what it claims to be, so that what it lacks is reported.
    func isBundle(_ folder: BundleFolder) -> Bool {
        if holdsTogether, format != .zip, format != .images { return true }
        return !folder.files.contains(where: \.mayBeDocument)
    }
}

extension BundleFolder.File {
    /// Whether a walk through folders would take it for a bundle, by its name.
    var mayBeDocument: Bool { type == .pdf || isImage || isContainer }
}
