import Foundation

extension ArchiveIndex {
    /// Changes annotations in one transaction, which a dry run rolls back.
    @discardableResult
    func write<Value>(
        _ action: String, by author: String, isThorough: Bool = false, isDryRun: Bool = false,
        _ body: (AnnotationWriter) throws -> Value
    ) throws -> Value {
        let author = try AnnotationLimits.author(author)
        let index = try indexStore()
        try index.requireAnnotations()
        // Runs only read `user.sqlite`: the next command of a person brings subjects up to date with what runs found.
        let drifted = try index.driftedSubjects()
        let value: Value
        var isCorrected = false
        do {
            let store = try AnnotationStore(folder, isThorough: isThorough)
            defer { store.end() }
            value = try store.change(action, by: author, isDryRun: isDryRun) { writer in
                let value = try body(writer)
                if writer.steps > 0 {
                    for (subject, anchor) in drifted { try writer.renew(subject, anchor) }
                }
                isCorrected = writer.hasCorrected
                return value
            }
        }
        if !isDryRun {
            placeSubjectsIfMany()
            if isCorrected { applyCorrections() }
        }
        return value
    }

    private static let manySubjects = 200

    /// Call it when the lock of the annotations is free again.
    private func placeSubjectsIfMany() {
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

    private static let correctionPatience = Duration.seconds(2)

    /// Brings the texts that are searched up to date with people's corrections, where that is due. Waits for a run to do it,
    /// or for another short command.
    private func applyCorrections() {
        let end = ContinuousClock.now + min(folder.lockPatience, Self.correctionPatience)
        do {
            while try !indexStore().hasAllCorrections() {
                guard try indexStore().pagesName() == pageStore().identifier() else { return }
                do {
                    return try changing { stores in try stores.applyCorrections() }
                } catch let error as DocSearchError where error.code == .locked && ContinuousClock.now < end {
                    usleep(50_000)
                }
            }
        } catch {
            // The corrections are stored. The next run applies them, and reports what is wrong.
        }
    }

    @discardableResult
    func change(
        _ action: String, by author: String, of documents: [ArchiveDocument],
        _ body: (AnnotationSubject) throws -> Void
    ) throws -> Int {
        let index = try indexStore()
        let roots = try UserStore(reading: folder).rootPaths()
        let named = documents.count == 1 ? documents[0].path : documents.count.counted("document")
        return try write("\(action): \(named)", by: author) { writer in
            // New annotations must not identify a document that was forgotten meanwhile.
            let current = try index.documents(ids: documents.map(\.id))
            var count = 0
            for known in documents {
                guard let document = current[known.id], document.path == known.path else {
                    throw DocSearchError(
                        .notFound, "\"\(known.path)\" is no longer in the index. Nothing was changed.",
                        item: known.path)
                }
                let before = writer.steps
                let subject = AnnotationSubject(
                    document: document, rootPath: roots[document.rootID] ?? "",
                    all: try index.subjects(document: document.id), writer: writer)
                try body(subject)
                guard writer.steps > before else { continue }
                count += 1
                for known in subject.all { try writer.renew(known, subject.anchor) }
            }
            return count
        }
    }
}

/// A document whose annotations are being changed.
struct AnnotationSubject {
    let document: ArchiveDocument
    let rootPath: String
    /// `subject.id` of what the document is known by.
    let all: [Int64]
    let writer: AnnotationWriter

    var anchor: DocumentAnchor {
        DocumentAnchor(
            contentHash: document.contentHash, rootPath: rootPath, path: document.path, identifier: document.identifier)
    }

    func get() throws -> Int64 { try all.first ?? writer.subject(document, anchor) }

    func annotations(_ kind: Annotation.Kind? = nil) throws -> [StoredAnnotation] {
        try writer.annotations(of: all, kind: kind)
    }

    @discardableResult
    func add(_ kind: Annotation.Kind, _ value: String, page: Int = 0) throws -> Annotation {
        let annotation = Annotation(kind: kind, page: page, value: value, author: writer.author, time: writer.time)
        try writer.add(annotation, of: get())
        return annotation
    }
}
