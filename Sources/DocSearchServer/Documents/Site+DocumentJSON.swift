import AnswerForms
import DocSearch

/// The texts of a long document are sent as they are read.
extension Site {
    private static let pagesAtOnce = 100

    func object(_ document: ArchiveDocument, _ visit: Visit) async throws -> Answer {
        let (head, highlights) = try await desk.ask { index in
            let head = try Self.members(of: document, for: visit.visitor, index)
            return (head, Dictionary(grouping: visit.visitor.seen(try index.highlights(of: document)), by: \.page))
        }
        guard document.pageCount > Self.pagesAtOnce else {
            let pages = try await desk.ask { index in
                // Word boxes are requested page by page.
                try index.pages(of: document, withLayouts: false).map {
                    PageJSON.object($0, highlights: highlights[$0.page] ?? [], repair: Self.noFile)
                }
            }
            return Answer(json: head + ["pages": pages])
        }
        let desk = desk
        var answer = Answer(json: head)
        answer.body = .pieces(length: nil) { write in
            try await write(Array((head.json.dropLast() + ",\"pages\":[").utf8))
            for first in stride(from: 1, through: document.pageCount, by: Self.pagesAtOnce) {
                let part = first..<min(document.pageCount + 1, first + Self.pagesAtOnce)
                let pages = try await desk.ask { index in
                    try part.compactMap { try Self.page($0, of: document, index) }.map {
                        PageJSON.object($0, highlights: highlights[$0.page] ?? [], repair: Self.noFile).json
                    }
                }
                try await write(Array(((first > 1 ? "," : "") + pages.joined(separator: ",")).utf8))
            }
            try await write(Array("]}\n".utf8))
        }
        return answer
    }

    private static func members(
        of document: ArchiveDocument, for visitor: Visitor, _ index: ArchiveIndex
    ) throws -> JSONObject {
        let copies = try index.annotationsOnCopies(of: document, access: visitor.sight).compactMap { copy in
            let said = visitor.seen(copy.annotations).map(AnnotationJSON.object)
            return said.isEmpty
                ? nil : ["id": copy.document.id, "path": copy.document.path, "said": said] as JSONObject
        }
        return DocumentJSON.object(document, file: nil) + [
            "author_addresses": document.authorAddresses, "details": DocumentJSON.details(document.details),
            "language": document.language, "description": document.summary, "format": document.format,
            "date_origin": document.dateOrigin?.rawValue, "sha256": document.contentHash,
            "said": visitor.seen(try index.annotations(of: document)).map(AnnotationJSON.object),
            "said_of_copies": copies,
        ]
    }

    private static func page(_ number: Int, of document: ArchiveDocument, _ index: ArchiveIndex) throws -> PageText? {
        do {
            return try index.pages(of: document, page: number, withLayouts: false).first
        } catch let error as DocSearchError where error.code == .notFound {
            return nil
        }
    }
}
