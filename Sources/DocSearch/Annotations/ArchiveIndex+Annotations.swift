extension ArchiveIndex {
    /// People's annotations about a document, oldest first.
    public func annotations(of document: ArchiveDocument) throws -> [Annotation] {
        let index = try indexStore()
        return try index.read { try index.annotations($0, document: document.id) }
    }

    /// Annotations about other documents with exactly the same bytes, lowest numbers first; at most ten documents, and
    /// only those that a query for ``SearchRequest/access`` admits.
    public func annotationsOnCopies(of document: ArchiveDocument, access: String? = nil) throws -> [AnnotatedCopy] {
        guard document.hasContent, !document.contentHash.isEmpty else { return [] }
        let index = try indexStore()
        return try index.read { _ in
            let seen = try permission(access)?.ids
            let copies = try index.saidCopies(of: document.contentHash, except: document.id)
                .filter { seen?.contains($0) ?? true }.prefix(10)
            let known = try index.documentsAndAnnotations(ids: Array(copies))
            return copies.compactMap {
                known[$0].map { AnnotatedCopy(document: $0.document, annotations: $0.annotations) }
            }
        }
    }

    /// Adds tags to documents and removes tags from them. A removed tag of the metadata is ignored from then on.
    /// Returns the number of documents whose tags changed. Throws ``DocSearchError``: `usage` for a tag that is empty,
    /// longer than ``AnnotationLimits/tag`` or has control characters.
    @discardableResult
    public func tag(
        _ documents: [ArchiveDocument], adding added: [String] = [], removing removed: [String] = [], by author: String
    ) throws -> Int {
        let (added, removed) = (try added.map(AnnotationLimits.tagged), try removed.map(AnnotationLimits.tagged))
        if let both = added.first(where: removed.contains) {
            throw DocSearchError(.usage, "The tag \"\(both)\" is both added and removed. Nothing was changed.")
        }
        let action = (added.map { "+\($0)" } + removed.map { "-\($0)" }).joined(separator: " ")
        return try change("tag \(action)", by: author, of: documents) { subject in
            let (document, writer) = (subject.document, subject.writer)
            let known = try subject.annotations()
            let given = known.filter { $0.annotation.kind == .tag }
            let left = known.filter { $0.annotation.kind == .withoutTag }
            let before = writer.steps
            for tag in added {
                let taken = left.filter { $0.annotation.value == tag }
                for annotation in taken { try writer.remove(annotation) }
                if taken.isEmpty, !document.tags.contains(tag), !given.contains(where: { $0.annotation.value == tag }) {
                    try subject.add(.tag, tag)
                }
            }
            // In the document's own spelling: the metadata may have another Unicode form.
            for tag in document.tags.filter(removed.contains) {
                let annotations = given.filter { $0.annotation.value == tag }
                for annotation in annotations { try writer.remove(annotation) }
                let isOwn = annotations.isEmpty || !document.addedTags.contains(tag)
                if isOwn { try subject.add(.withoutTag, tag) }
            }
            guard writer.steps > before else { return }
            for annotation in given where added.contains(annotation.annotation.value) { try writer.confirm(annotation) }
        }
    }

    /// All tags of the metadata and of people, by name. Hidden documents do not count unless `includingHidden`.
    public func tags(includingHidden: Bool = false) throws -> [TagCount] {
        try indexStore().tags(includingHidden: includingHidden)
    }

    /// Replaces a tag of all documents by another. If the other exists already, the two are merged. Returns the number
    /// of documents whose tags changed. Throws ``DocSearchError``: `notFound` for a tag that no document has.
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

    /// Every document that matches a query, copies included. `roots` are those of ``SearchRequest/roots``.
    public func documents(
        answering query: String, includingHidden: Bool = false, roots: [String] = []
    ) throws -> [ArchiveDocument] {
        var request = SearchRequest(query)
        (request.roots, request.match, request.limit, request.pagesPerDocument) = (roots, .all, .max, 0)
        (request.showsCopies, request.showsHidden) = (true, includingHidden)
        return try search(request).hits.map(\.document)
    }

    /// Replaces values of the metadata, by one of ``Annotation/Kind/corrections``; nil withdraws a correction. The
    /// bundle is unchanged. `note` is added in the same step of the journal. Returns true if anything changed.
    ///
    /// Throws ``DocSearchError``: `usage` for an invalid value.
    @discardableResult
    public func correct(
        _ document: ArchiveDocument, _ corrections: [Annotation.Kind: String?], note: String? = nil, by author: String
    ) throws -> Bool {
        try correctAll([document], corrections, note: note, by: author) > 0
    }

    package func correctAll(
        _ documents: [ArchiveDocument], _ corrections: [Annotation.Kind: String?], note: String? = nil,
        by author: String
    ) throws -> Int {
        var corrections = corrections
        for (kind, value) in corrections {
            guard Annotation.Kind.corrections.contains(kind) else {
                throw DocSearchError(.usage, "A \(kind.rawValue) cannot be corrected. Nothing was changed.")
            }
            guard let value else { continue }
            let kept = kind == .date ? try AnnotationLimits.date(value) : value
            try AnnotationLimits.check(kind, kept)
            corrections.updateValue(kept, forKey: kind)
        }
        if let note { try AnnotationLimits.check(.note, note) }
        let names = corrections.keys.map(\.rawValue).sorted() + (note == nil ? [] : ["note"])
        return try change("edit \(names.joined(separator: ", "))", by: author, of: documents) { subject in
            for (kind, value) in corrections.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                let known = try subject.annotations(kind)
                guard let value else {
                    for annotation in known { try subject.writer.remove(annotation) }
                    continue
                }
                // If a document has several, the last one counts.
                if let last = known.max(by: { $0.annotation.modified < $1.annotation.modified }) {
                    try subject.writer.set(last, value: value)
                } else {
                    try subject.add(kind, value)
                }
            }
            if let note { try subject.add(.note, note) }
        }
    }

    /// The number of other documents with exactly the same bytes as some of these, which are hidden and shown with
    /// them.
    public func identicalCopies(of documents: [ArchiveDocument]) throws -> Int {
        try indexStore().identicalCopies(of: documents.map(\.id))
    }

    /// Hides documents from searches that do not request hidden ones, or shows them again. Returns the number of
    /// changed documents.
    ///
    /// Documents with the same bytes are hidden and shown together, wherever they are.
    @discardableResult
    public func hide(_ documents: [ArchiveDocument], _ isHidden: Bool = true, by author: String) throws -> Int {
        let index = try indexStore()
        return try change(isHidden ? "hide" : "hide --undo", by: author, of: documents) { subject in
            let writer = subject.writer
            if !isHidden {
                let subjects = try Set(index.subjects(hiding: subject.document.id) + subject.all).sorted()
                for annotation in try writer.annotations(of: subjects, kind: .hidden) { try writer.remove(annotation) }
            } else if try subject.annotations(.hidden).isEmpty {
                try subject.add(.hidden, "")
            }
        }
    }

    // MARK: - Notes

    /// Adds a note to a document, or to one of its pages (from 1).
    public func addNote(
        _ text: String, to document: ArchiveDocument, page: Int? = nil, by author: String
    ) throws -> Annotation {
        try AnnotationLimits.check(.note, text)
        let pages = 1...max(1, document.pageCount)
        if let page, !pages.contains(page) { throw DocSearchError.noPage(page, of: document) }
        var made: Annotation?
        try change("note", by: author, of: [document]) { made = try $0.add(.note, text, page: page ?? 0) }
        guard let made else { throw DocSearchError(.failed, "The note was not added.", item: document.path) }
        return made
    }

    /// A note. `id` is one of ``Annotation/id``, or a prefix that no other note shares. Throws ``DocSearchError``:
    /// `notFound`, `ambiguous`.
    public func note(_ id: String) throws -> Annotation {
        try UserStore(reading: folder).read { db in
            try StoredAnnotation.fetch(db, beginning: id, kind: .note).annotation
        }
    }

    /// Changes a note's text; nil removes it. `id` is as for ``note(_:)``.
    public func changeNote(_ id: String, to text: String?, by author: String) throws {
        if let text { try AnnotationLimits.check(.note, text) }
        try write(text == nil ? "note remove" : "note edit", by: author) { writer in
            let note = try writer.annotation(beginning: id, kind: .note)
            if let text { try writer.set(note, value: text) } else { try writer.remove(note) }
        }
    }

    // MARK: - Orphans

    /// Documents with annotations that are no longer found, by their last paths. No run deletes them.
    public func orphans() throws -> [AnnotationOrphan] { try indexStore().orphans() }

    /// Moves all annotations of an orphan to a document. `id` is ``AnnotationOrphan/id``, or a prefix that no other
    /// shares. Throws ``DocSearchError``: `notFound`, `ambiguous`.
    public func attach(_ id: String, to document: ArchiveDocument, by author: String) throws {
        let orphan = try orphan(id)
        try change("attach \(orphan.path)", by: author, of: [document]) { subject in
            for annotation in try subject.writer.annotations(of: [orphan.subject]) {
                try subject.writer.move(annotation, to: subject.get())
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
