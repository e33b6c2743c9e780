internal import BundleConventions
package import ExtractionProtocol

/// Files of a bundle that are no documents, such as descriptions, and what is attached to a mail.
extension OpenedBundle {
    /// In the order of the directory, without what could be a document that was not read: PDFs and bundles. Of a bundle that
    /// is a single document there are none.
    package var attachments: [ContentsFrame.File] {
        files.compactMap { file in
            Int(exactly: file.entry.index).map { ContentsFrame.File(number: $0 + 1, name: file.path) }
        }
    }

    /// Hands over the bytes of one of ``attachments``, a piece at a time.
    ///
    /// Throws ``BundleError`` that says the entry's name, and what `consume` throws.
    package func readAttachment(_ number: Int, _ consume: (UnsafeRawBufferPointer) throws -> Void) throws {
        guard let file = files.first(where: { Int(exactly: $0.entry.index) == number - 1 }) else {
            throw BundleError(.changed, "there is no such file in the bundle")
        }
        try session.read(FileReference(entry: file.entry), limit: .document(session.limits), consume)
    }

    private var files: [BundleFolder.File] {
        guard let root = session.root else { return [] }
        var used: Set<BundleEntry> = []
        for document in documents {
            switch document.place {
            case .nowhere: break
            case .file(let place): used.formUnion([place.way.first ?? place.entry].compactMap { $0 })
            case .images(let places): used.formUnion(places.compactMap { $0.way.first ?? $0.entry })
            }
        }
        return BundleFolder(root, in: session).files.filter { file in
            !used.contains(file.entry) && file.entry.refusal == nil && file.type != .pdf
                && file.type?.isContainer != true
        }
    }
}
