struct ViewedDocument: Sendable {
    var document: ArchiveDocument
    /// Without companions: finding them takes reading all names of the folder.
    var path: BundlePath
    var row: BundleRow
    /// Equal wherever the bundle has these bytes. It uses no data from readers except the document's name in the
    /// bundle, so no bundle can replace the pages of another.
    var key: String

    init(_ document: ArchiveDocument, in index: ArchiveIndex) throws {
        guard let row = try index.indexStore().bundle(ofDocument: document.id), let hash = row.contentHash else {
            throw DocSearchError(
                .notFound, "\"\(document.path)\" is no longer in the index.", item: document.path, remedy: .find)
        }
        guard document.hasContent else {
            throw DocSearchError(
                .notFound, "\"\(document.path)\" is a record that has text and no pages to show.", item: document.path)
        }
        (self.document, self.row) = (document, row)
        path = try index.bundlePath(of: document)
        key = Self.key(bundle: hash, entry: document.entry)
        // The text of a damaged file is kept, and the file may be another document's, which is closed.
        if try index.indexStore().isKept(document: document.id) { throw DocSearchError.changed(self) }
    }

    static func key(bundle hash: String, entry: String) -> String { FileHash.sha256(of: "\(hash) \(entry)") }

    func tag(of page: Int?) -> String { tag(of: "bytes") + (page.map { "-\($0)" } ?? "") }

    /// For `ETag`. From the document's own hash: that of the bundle would tell of other documents in it, which the
    /// visitor may not see.
    func tag(of description: String) -> String {
        let own = Self.key(bundle: document.contentHash, entry: document.entry)
        return String(FileHash.sha256(of: "\(own) \(description)").prefix(32))
    }

    func require(page: Int) throws {
        guard page >= 1, page <= max(1, document.pageCount) else { throw DocSearchError.noPage(page, of: document) }
    }
}
