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
        return try change("tag \(action)", by: author, of: documents) { document, subject, writer in
            let known = try writer.annotations(of: subject.all)
            let given = known.filter { $0.annotation.kind == .tag }
            let left = known.filter { $0.annotation.kind == .withoutTag }
            let before = writer.steps
            for tag in added {
                let taken = left.filter { $0.annotation.value == tag }
                for annotation in taken { try writer.remove(annotation) }
                if taken.isEmpty, !document.tags.contains(tag), !given.contains(where: { $0.annotation.value == tag }) {
                    try writer.add(subject.annotation(.tag, tag), of: subject.get())
                }
            }
            // In the document's own spelling: the metadata may have another Unicode form.
            for tag in document.tags.filter(removed.contains) {
                let annotations = given.filter { $0.annotation.value == tag }
                for annotation in annotations { try writer.remove(annotation) }
                let isOwn = annotations.isEmpty || !document.addedTags.contains(tag)
                if isOwn { try writer.add(subject.annotation(.withoutTag, tag), of: subject.get()) }
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

    /// Replaces values of the metadata, by one of ``Annotation/Kind/corrections``; nil withdraws a correction. The bundle
    /// is unchanged. `note` is added in the same step of the journal. Returns true if anything changed.
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
        return try change("edit \(names.joined(separator: ", "))", by: author, of: documents) { _, subject, writer in
            for (kind, value) in corrections.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                let known = try writer.annotations(of: subject.all, kind: kind)
                guard let value else {
                    for annotation in known { try writer.remove(annotation) }
                    continue
                }
                // If a document has several, the last one counts.
                if let last = known.max(by: { $0.annotation.modified < $1.annotation.modified }) {
                    try writer.set(last, value: value)
                } else {
                    try writer.add(subject.annotation(kind, value), of: subject.get())
                }
            }
            if let note { try writer.add(subject.annotation(.note, note), of: subject.get()) }
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
        return try change(isHidden ? "hide" : "hide --undo", by: author, of: documents) { document, subject, writer in
            if !isHidden {
                let subjects = try Set(index.subjects(hiding: document.id) + subject.all).sorted()
                for annotation in try writer.annotations(of: subjects, kind: .hidden) { try writer.remove(annotation) }
            } else if try writer.annotations(of: subject.all, kind: .hidden).isEmpty {
                try writer.add(subject.annotation(.hidden, ""), of: subject.get())
            }
        }
    }
}
