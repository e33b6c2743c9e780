struct AnnotationSubject {
    private let document: ArchiveDocument
    private let rootPath: String
    let all: [Int64]
    private let writer: AnnotationWriter

    init(_ document: ArchiveDocument, rootPath: String, known: [Int64], _ writer: AnnotationWriter) {
        (self.document, self.rootPath, all, self.writer) = (document, rootPath, known, writer)
    }

    func get() throws -> Int64 { try all.first ?? writer.subject(document, rootPath: rootPath) }

    func annotation(_ kind: Annotation.Kind, _ value: String, page: Int = 0) -> Annotation {
        Annotation(kind: kind, page: page, value: value, author: writer.author, time: writer.time)
    }

    func renew() throws {
        let anchor = DocumentAnchor(
            contentHash: document.contentHash, rootPath: rootPath, path: document.path, identifier: document.identifier)
        for subject in all { try writer.renew(subject, anchor) }
    }
}
