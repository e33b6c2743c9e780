/// The subjects of `user.sqlite` that one document is.
struct DecisionSubject {
    private let document: ArchiveDocument
    private let rootPath: String
    /// All of them; none when nothing was said of the document.
    let all: [Int64]
    private let writer: DecisionWriter

    init(_ document: ArchiveDocument, rootPath: String, known: [Int64], _ writer: DecisionWriter) {
        (self.document, self.rootPath, all, self.writer) = (document, rootPath, known, writer)
    }

    /// The one that new decisions are of.
    func get() throws -> Int64 { try all.first ?? writer.subject(document, rootPath: rootPath) }

    func decision(_ kind: Decision.Kind, _ value: String, page: Int = 0) -> Decision {
        Decision(kind: kind, page: page, value: value, author: writer.author, time: writer.time)
    }

    /// Where the document has changed since, they hang on it as it is now.
    func renew() throws {
        let anchor = DocumentAnchor(
            contentHash: document.contentHash, rootPath: rootPath, path: document.path, identifier: document.identifier)
        for subject in all { try writer.renew(subject, anchor) }
    }
}
