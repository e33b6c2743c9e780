/// How what people say is written.
extension ArchiveIndex {
    /// Holds the file no longer than it takes.
    func write(_ action: String, by author: String, _ body: (DecisionWriter) throws -> Void) throws {
        let drift = try drift()
        do {
            let store = try DecisionStore(folder)
            defer { store.end() }
            _ = try store.change(action, by: try DecisionLimits.author(author)) { writer in
                try body(writer)
                try drift.end(writer)
            }
        }
        placeSubjectsIfMany()
    }

    /// What runs have found since a person said something. To be asked before the file is opened for writing.
    func drift() throws -> DecisionDrift {
        let index = try indexStore()
        try index.requireDecisions()
        // The name first: what a run finds meanwhile has another.
        return DecisionDrift(placements: try index.placementsName(), subjects: try index.driftedSubjects())
    }

    /// Subjects that no run has placed, from which on it takes searches long to find their documents.
    private static let manySubjects = 200

    /// Finds the documents of what was said, where searches would take long for it. To be called when the lock of the
    /// decisions is free again.
    func placeSubjectsIfMany() {
        do {
            let index = try indexStore()
            guard try index.hasNewSubjects(moreThan: Self.manySubjects) else { return }
            // An index whose texts are not there would be made anew.
            guard try index.pagesName() == pageStore().identifier() else { return }
            try writing { stores in try stores.placeSubjects() }
        } catch {
            // What was said stands, and is found. A run that is going on does the same; what else is wrong, the next run says.
        }
    }

    /// Changes what is said of documents, in one step of the journal. Returns of how many something else is said now.
    @discardableResult
    func change(
        _ action: String, by author: String, of documents: [ArchiveDocument],
        _ body: (ArchiveDocument, DecisionSubject, DecisionWriter) throws -> Void
    ) throws -> Int {
        let index = try indexStore()
        let roots = try UserStore(reading: folder).rootPaths()
        var count = 0
        let named = documents.count == 1 ? documents[0].path : documents.count.counted("document")
        try write("\(action): \(named)", by: author) { writer in
            // One that was forgotten meanwhile must not be known again by what is said now.
            let current = try index.documents(ids: documents.map(\.id))
            for known in documents {
                guard let document = current[known.id], document.path == known.path else {
                    throw DocSearchError(
                        .notFound, "\"\(known.path)\" is no longer in the index. Nothing was changed.",
                        item: known.path)
                }
                let before = writer.steps
                let subject = DecisionSubject(
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
