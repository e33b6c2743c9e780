extension ArchiveIndex {
    /// Adds a note to a document, or to one of its pages (from 1).
    public func addNote(_ text: String, to document: ArchiveDocument, page: Int? = nil, by author: String) throws
        -> Annotation
    {
        try AnnotationLimits.check(.note, text)
        let pages = 1...max(1, document.pageCount)
        if let page, !pages.contains(page) { throw DocSearchError.noPage(page, of: document) }
        var made: Annotation?
        try change("note", by: author, of: [document]) { _, subject, writer in
            let note = subject.annotation(.note, text, page: page ?? 0)
            try writer.add(note, of: subject.get())
            made = note
        }
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
}
