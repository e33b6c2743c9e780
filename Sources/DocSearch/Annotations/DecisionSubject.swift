/// The subjects of one document in `user.sqlite`.
struct DecisionSubject {
    private let document: ArchiveDocument
    private let rootPath: String
    /// Empty for a document without decisions.
    let all: [Int64]
    private let writer: DecisionWriter

    init(_ document: ArchiveDocument, rootPath: String, known: [Int64], _ writer: DecisionWriter) {
        (self.document, self.rootPath, all, self.writer) = (document, rootPath, known, writer)
    }

    /// The subject of new decisions.
    func get() throws -> Int64 { try all.first ?? writer.subject(document, rootPath: rootPath) }

    func decision(_ kind: Decision.Kind, _ value: String, page: Int = 0) -> Decision {
        Decision(kind: kind, page: page, value: value, author: writer.author, time: writer.time)
    }

    /// Attaches its decisions to the document's present form, if it has changed.
    func renew() throws {
        let anchor = DocumentAnchor(
            contentHash: document.contentHash, rootPath: rootPath, path: document.path, identifier: document.identifier)
        for subject in all { try writer.renew(subject, anchor) }
    }
}
