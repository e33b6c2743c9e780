extension ArchiveIndex {
    private static let listed = 500

    /// Passes on every document in the order of numbers, copies and hidden ones included. Only a few hundred are in
    /// memory. Changes by a run in the meantime may or may not be seen. `body` receives the document, and the absolute
    /// path of its bundle; nil when its folder is no longer remembered.
    public func forEachDocument(_ body: (_ document: ArchiveDocument, _ file: String?) throws -> Void) throws {
        let index = try indexStore()
        let roots = Dictionary(
            try UserStore(reading: folder).roots().map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        var last = Int64.min
        while true {
            let ids = try index.documentIDs(after: last, limit: Self.listed)
            guard let end = ids.last else { return }
            let documents = try index.documents(ids: ids)
            for document in ids.compactMap({ documents[$0] }) {
                try body(document, roots[document.rootID]?.absolutePath(document.bundlePath))
            }
            last = end
        }
    }
}
