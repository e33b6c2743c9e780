import BundleConventions

extension ArchiveIndex {
    /// People's changes, newest first.
    public func changes(limit: Int = 100) throws -> [AnnotationChange] {
        try UserStore(reading: folder).changes(limit: limit)
    }

    /// Reverses a change; by default the last one in effect. Returns it. Throws ``DocSearchError``: `notFound` when
    /// there is none, `failed` when a later one changed the same annotations, and when the last one leaves out
    /// documents that were forgotten with it (``AnnotationChange/leavesOutForgotten``): that one must be named.
    @discardableResult
    public func undo(_ change: Int64? = nil, by author: String) throws -> AnnotationChange {
        try write("undo", by: author) { writer in
            let all = try writer.changes()
            let standing =
                change.map { id in all.first { $0.id == id } }
                ?? all.first { !$0.isUndone && $0.undoes == nil }
            guard let standing else {
                throw DocSearchError(
                    .notFound, change.map { "There is no change \($0)." } ?? "There is nothing to undo.")
            }
            guard change != nil || !standing.leavesOutForgotten else {
                throw DocSearchError(
                    .failed,
                    "The last change, \(standing.id), leaves out the files of forgotten documents. Nothing was undone: "
                        + "undoing it recovers nothing, and the next run would read the files again. To undo it anyway, "
                        + "give its number.")
            }
            guard !standing.isUndone else { throw DocSearchError(.usage, "Change \(standing.id) is undone already.") }
            try writer.undo(standing.id)
            return standing
        }
    }

    // MARK: - Questions

    /// Saved questions, sorted by name.
    public func savedQuestions() throws -> [SavedQuestion] {
        try UserStore(reading: folder).questions().sorted { $0.name < $1.name }
    }

    /// Records that a person was shown hits as answers to a saved question; see ``SearchRequest/newTo``.
    public func noteShown(_ hits: [SearchHit], of question: String) throws {
        let hashes = hits.map { hit in
            // Records without bytes of their own have those of their bundle.
            hit.document.hasContent
                ? hit.document.contentHash : hit.document.contentHash + PathForm.mark + hit.document.entry
        }.filter { !$0.isEmpty }
        guard !hashes.isEmpty else { return }
        let store = try AnnotationStore(folder)
        defer { store.end() }
        try store.noteShown(hashes, of: question)
    }

    /// Saves a question under a name, replacing an earlier one; a query of nil removes it. Throws ``DocSearchError``:
    /// `usage` for a name with other characters than letters, digits, `-` and `_`, `notFound` when there is none to
    /// remove.
    public func saveQuestion(_ name: String, _ query: String?, by author: String) throws {
        try AnnotationLimits.checkQuestion(name, query)
        try write(query == nil ? "save --remove \(name)" : "save \(name)", by: author) { writer in
            let known = try writer.annotations(of: [0], kind: .question).first { stored in
                try JSONText.decode(stored.annotation.value, as: SavedQuestion.self).name == name
            }
            guard let query else {
                guard let known else {
                    throw DocSearchError(.notFound, "There is no saved question \"\(name)\".", item: name)
                }
                try writer.forgetShown(of: name)
                return try writer.remove(known)
            }
            let value = try JSONText.encode(SavedQuestion(name: name, query: query))
            if let known {
                // Hits shown for another question are new to this one.
                if known.annotation.value != value { try writer.forgetShown(of: name) }
                return try writer.set(known, value: value)
            }
            try writer.add(Annotation(kind: .question, value: value, author: writer.author, time: writer.time), of: 0)
        }
    }
}
