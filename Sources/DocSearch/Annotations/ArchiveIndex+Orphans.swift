extension ArchiveIndex {
    /// Documents with annotations that are no longer found, by their last paths. No run deletes them.
    public func orphans() throws -> [AnnotationOrphan] { try indexStore().orphans() }

    /// Moves all annotations of an orphan to a document. `id` is ``AnnotationOrphan/id``, or a prefix that no other shares.
    /// Throws ``DocSearchError``: `notFound`, `ambiguous`.
    public func attach(_ id: String, to document: ArchiveDocument, by author: String) throws {
        let orphan = try orphan(id)
        try change("attach \(orphan.path)", by: author, of: [document]) { _, subject, writer in
            for annotation in try writer.annotations(of: [orphan.subject]) {
                try writer.move(annotation, to: subject.get())
            }
        }
    }

    /// Withdraws all annotations of an orphan. ``undo(_:by:)`` restores them.
    public func drop(_ id: String, by author: String) throws {
        let orphan = try orphan(id)
        try write("drop \(orphan.path)", by: author) { writer in
            for annotation in try writer.annotations(of: [orphan.subject]) { try writer.remove(annotation) }
        }
    }

    private func orphan(_ id: String) throws -> AnnotationOrphan {
        let found = try orphans().filter { !id.isEmpty && $0.id.hasPrefix(id.lowercased()) }
        guard let first = found.first else {
            throw DocSearchError(.notFound, "There is no orphan \"\(id)\".", item: id)
        }
        guard found.count == 1 else {
            throw DocSearchError(.ambiguous, "More than one orphan begins with \"\(id)\".", item: id)
        }
        return first
    }
}
