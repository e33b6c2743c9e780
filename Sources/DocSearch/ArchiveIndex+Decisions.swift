import Foundation

/// What people say of documents. Each command writes `user.sqlite` alone and waits for no run; searches know of it at once.
extension ArchiveIndex {
    /// What people said of a document, from the oldest to the newest.
    public func decisions(of document: ArchiveDocument) throws -> [Decision] {
        try indexStore().decisions(documents: [document.id])[document.id] ?? []
    }

    /// What people said of other documents with the very same bytes, those with the least numbers first; of ten of them at
    /// most.
    public func decisionsOnCopies(of document: ArchiveDocument) throws -> [SaidOfCopy] {
        guard document.hasContent, !document.contentHash.isEmpty else { return [] }
        let index = try indexStore()
        let copies = try index.saidCopies(of: document.contentHash, except: document.id, limit: 10)
        let documents = try index.documents(ids: copies)
        let decisions = try index.decisions(documents: copies)
        return copies.compactMap { id in
            documents[id].map { SaidOfCopy(document: $0, decisions: decisions[id] ?? []) }
        }
    }

    /// Gives documents tags and takes tags from them. A tag that the metadata gives is passed over from then on.
    ///
    /// - Returns: How many documents have other tags now.
    /// - Throws: ``DocSearchError``: `usage` for a tag that is empty, longer than ``DecisionLimits/tag`` or has control
    ///   characters.
    @discardableResult
    public func tag(
        _ documents: [ArchiveDocument], adding added: [String] = [], removing removed: [String] = [], by author: String
    ) throws -> Int {
        let (added, removed) = (try added.map(DecisionLimits.tagged), try removed.map(DecisionLimits.tagged))
        if let both = added.first(where: removed.contains) {
            throw DocSearchError(.usage, "The tag \"\(both)\" is both given and taken away. Nothing was changed.")
        }
        let action = (added.map { "+\($0)" } + removed.map { "-\($0)" }).joined(separator: " ")
        return try change("tag \(action)", by: author, documents) { document, subject, writer in
            let known = try writer.decisions(of: subject.all)
            let given = known.filter { $0.decision.kind == .tag }
            let left = known.filter { $0.decision.kind == .withoutTag }
            for tag in added {
                for decision in left where decision.decision.value == tag { try writer.remove(decision) }
                if !document.tags.contains(tag), !given.contains(where: { $0.decision.value == tag }) {
                    let isOwn = left.contains { $0.decision.value == tag }
                    if !isOwn { try writer.add(subject.decision(.tag, tag), of: subject.get()) }
                }
            }
            // As the document has it: the metadata may write its letters in another form.
            for tag in document.tags.filter(removed.contains) {
                let decisions = given.filter { $0.decision.value == tag }
                for decision in decisions { try writer.remove(decision) }
                let isOwn = decisions.isEmpty || !document.addedTags.contains(tag)
                if isOwn { try writer.add(subject.decision(.withoutTag, tag), of: subject.get()) }
            }
        }
    }

    /// All tags of the metadata and of people, in the order of their names. Hidden documents do not count unless that is asked
    /// for.
    public func tags(includingHidden: Bool = false) throws -> [TagCount] {
        try indexStore().tags(includingHidden: includingHidden)
    }

    /// Gives all documents of a tag another one instead. Where there is that one already, the two become one.
    ///
    /// - Returns: How many documents have other tags now.
    /// - Throws: ``DocSearchError``: `notFound` for a tag that no document has.
    @discardableResult
    public func renameTag(_ old: String, to new: String, by author: String) throws -> Int {
        guard old != new else { throw DocSearchError(.usage, "The tag has that name. Nothing was changed.") }
        let index = try indexStore()
        let documents = try index.documents(ids: index.documents(tag: old))
        guard !documents.isEmpty else {
            throw DocSearchError(.notFound, "No document has the tag \"\(old)\".", item: old)
        }
        return try tag(documents.values.sorted { $0.id < $1.id }, adding: [new], removing: [old], by: author)
    }

    /// Every document that answers a query, copies included. `roots` are those of ``SearchRequest/roots``.
    public func documents(
        answering query: String, includingHidden: Bool = false, roots: [String] = []
    ) throws -> [ArchiveDocument] {
        var request = SearchRequest(query)
        request.roots = roots
        request.match = .all
        request.limit = .max
        request.pagesPerDocument = 0
        request.showsCopies = true
        request.showsHidden = includingHidden
        return try search(request).hits.map(\.document)
    }

    /// Lays other values over what the metadata says; nil takes a correction back. The bundle stays as it is.
    ///
    /// - Parameters:
    ///   - document: What they are values of.
    ///   - corrections: By what is corrected: one of ``Decision/Kind/corrections``.
    ///   - note: Is added in the same step of the journal.
    ///   - author: Who says so.
    /// - Returns: Whether something is different now.
    /// - Throws: ``DocSearchError``: `usage` for a value that cannot be.
    @discardableResult
    public func correct(
        _ document: ArchiveDocument, _ corrections: [Decision.Kind: String?], note: String? = nil, by author: String
    ) throws -> Bool {
        for (kind, value) in corrections {
            guard Decision.Kind.corrections.contains(kind) else {
                throw DocSearchError(.usage, "A \(kind.rawValue) cannot be corrected. Nothing was changed.")
            }
            if let value { try DecisionLimits.check(kind, value) }
        }
        if let note { try DecisionLimits.check(.note, note) }
        let names = corrections.keys.map(\.rawValue).sorted() + (note == nil ? [] : ["note"])
        return try change("edit \(names.joined(separator: ", "))", by: author, [document]) { _, subject, writer in
            for (kind, value) in corrections.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                let known = try writer.decisions(of: subject.all, kind: kind)
                guard let value else {
                    for decision in known { try writer.remove(decision) }
                    continue
                }
                // The last one counts where several hang on one document.
                if let last = known.max(by: { $0.decision.modified < $1.decision.modified }) {
                    try writer.set(last, value: value)
                } else {
                    try writer.add(subject.decision(kind, value), of: subject.get())
                }
            }
            if let note { try writer.add(subject.decision(.note, note), of: subject.get()) }
        } > 0
    }

    /// Hides documents from searches that do not ask for hidden ones, or shows them again.
    ///
    /// - Returns: How many documents are hidden, or shown, now that were not before.
    @discardableResult
    public func hide(_ documents: [ArchiveDocument], _ isHidden: Bool = true, by author: String) throws -> Int {
        try change(isHidden ? "hide" : "hide --undo", by: author, documents) { _, subject, writer in
            let known = try writer.decisions(of: subject.all, kind: .hidden)
            if !isHidden { for decision in known { try writer.remove(decision) } }
            if isHidden, known.isEmpty { try writer.add(subject.decision(.hidden, ""), of: subject.get()) }
        }
    }

    // MARK: - Notes

    /// Adds a note to a document, or to one of its pages (from 1).
    public func addNote(_ text: String, to document: ArchiveDocument, page: Int? = nil, by author: String) throws
        -> Decision
    {
        try DecisionLimits.check(.note, text)
        if let page, !(1...max(1, document.pageCount)).contains(page) {
            throw DocSearchError(
                .notFound, "\"\(document.path)\" has no page \(page); its pages are 1 to \(document.pageCount).",
                item: document.path, page: page)
        }
        var made: Decision?
        try change("note", by: author, [document]) { _, subject, writer in
            let note = subject.decision(.note, text, page: page ?? 0)
            try writer.add(note, of: subject.get())
            made = note
        }
        guard let made else { throw DocSearchError(.failed, "The note was not added.", item: document.path) }
        return made
    }

    /// A note as it is. `id` is one of ``Decision/id``, or its beginning where no other note begins so. Throws
    /// ``DocSearchError``: `notFound`, `ambiguous`.
    public func note(_ id: String) throws -> Decision {
        try UserStore(reading: folder).read { db in try StoredDecision.fetch(db, beginning: id, kind: .note).decision }
    }

    /// Gives a note another text; nil removes it. `id` is one of ``Decision/id``, or its beginning where no other note
    /// begins so.
    public func changeNote(_ id: String, to text: String?, by author: String) throws {
        if let text { try DecisionLimits.check(.note, text) }
        try write(text == nil ? "note remove" : "note edit", by: author) { writer in
            let note = try writer.decision(beginning: id, kind: .note)
            if let text { try writer.set(note, value: text) } else { try writer.remove(note) }
        }
    }

    // MARK: -

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

    /// Changes what is said of each of these documents, in one step of the journal. Returns of how many something else is
    /// said now.
    @discardableResult
    func change(
        _ action: String, by author: String, _ documents: [ArchiveDocument],
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
                        .notFound, "\"\(known.path)\" is not in the index any more. Nothing was changed.",
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
