extension ArchiveIndex {
    func write(_ action: String, by author: String, _ body: (AnnotationWriter) throws -> Void) throws {
        let drift = try drift()
        do {
            let store = try AnnotationStore(folder)
            defer { store.end() }
            _ = try store.change(action, by: try AnnotationLimits.author(author)) { writer in
                try body(writer)
                try drift.end(writer)
            }
        }
        placeSubjectsIfMany()
    }

    /// Call it before the file is opened for writing.
    func drift() throws -> AnnotationDrift {
        let index = try indexStore()
        try index.requireAnnotations()
        // The name first, because changes that a run finds meanwhile have another.
        return AnnotationDrift(placements: try index.placementsName(), subjects: try index.driftedSubjects())
    }

    private static let manySubjects = 200

    /// Call it when the lock of the annotations is free again.
    func placeSubjectsIfMany() {
        do {
            let index = try indexStore()
            guard try index.hasNewSubjects(moreThan: Self.manySubjects) else { return }
            // An index without its texts would be made anew.
            guard try index.pagesName() == pageStore().identifier() else { return }
            try writing { stores in try stores.placeSubjects() }
        } catch {
            // The annotations are stored and are found. A current run does the same, and the next run reports other
            // errors.
        }
    }

    @discardableResult
    func change(
        _ action: String, by author: String, of documents: [ArchiveDocument],
        _ body: (ArchiveDocument, AnnotationSubject, AnnotationWriter) throws -> Void
    ) throws -> Int {
        let index = try indexStore()
        let roots = try UserStore(reading: folder).rootPaths()
        var count = 0
        let named = documents.count == 1 ? documents[0].path : documents.count.counted("document")
        try write("\(action): \(named)", by: author) { writer in
            // New annotations must not identify a document that was forgotten meanwhile.
            let current = try index.documents(ids: documents.map(\.id))
            for known in documents {
                guard let document = current[known.id], document.path == known.path else {
                    throw DocSearchError(
                        .notFound, "\"\(known.path)\" is no longer in the index. Nothing was changed.",
                        item: known.path)
                }
                let before = writer.steps
                let subject = AnnotationSubject(
                    document, rootPath: roots[document.rootID] ?? "", known: try index.subjects(document: document.id),
                    writer)
                try body(document, subject, writer)
                if writer.steps > before {
                    count += 1
                    try subject.renew()
                }
            }
        }
        return count
    }
}
