import DocSearch

/// Images of pages, and the bytes of documents.
extension Site {
    static var imageRoutes: [Route] {
        [
            Route("GET", "/documents/{id}/pages/{page}.jpg") { site, visit, values in
                let (document, number) = try await site.page(visit, values)
                let width = try visit.query.number("width", 16...4000, usually: 1000)
                let size = try await site.size(of: document, number)
                let height = max(1, Int((Double(width) * size.height / size.width).rounded()))
                guard height <= 12_000 else { throw Problem.badParameter("width", "less for a page so long") }
                return try await site.image(
                    PageImageRequest(page: number, width: width, height: height), document, visit)
            },
            Route("GET", "/files/{id}.pdf") { site, visit, values in
                let document = try await site.document(String(try values.number("id")), visit)
                return try await site.file(of: document, visit)
            },
        ]
    }

    /// Throws ``Problem`` where pages cannot be drawn at all.
    func drawing() throws -> ArchivePages {
        guard let pages else {
            throw Problem(503, "Pages cannot be drawn", "The log of the server says what is missing.")
        }
        return pages
    }

    func size(of document: ArchiveDocument, _ number: Int) async throws -> PageText.Size {
        // Of this page alone: a document may have thousands. One of which nothing could be seen would make numbers that no
        // image has.
        guard let size = try await drawn({ try await $0.size(ofPage: number, of: document) }),
            min(size.width, size.height) >= 0.1, max(size.width, size.height) <= 1e6
        else {
            throw Problem(404, "This page cannot be drawn", "It is damaged, or the document has no such page.")
        }
        return size
    }

    func image(_ request: PageImageRequest, _ document: ArchiveDocument, _ visit: Visit) async throws -> Answer {
        let image = try await drawn { try await $0.image(request, of: document) }
        return Answer(200, image.format.mediaType, image.bytes)
            .unless(visit, has: image.tag, cache: "private, max-age=3600")
    }

    /// Calls the drawing library, and says in the words of this server what went wrong.
    func drawn<Value: Sendable>(_ body: (ArchivePages) async throws -> Value) async throws -> Value {
        do {
            return try await body(try drawing())
        } catch let error as DocSearchError {
            let sentence = Self.sentence(error)
            switch error.code {
            case .missingFile, .changedFile, .unreadable:
                throw Problem(404, "This cannot be shown", sentence, cause: error.message)
            case .notFound: throw Problem.noDocument
            case .limit: throw Problem(400, "This is too much", sentence, cause: error.message)
            case .busy: throw Problem(503, "The server is busy", sentence, retryAfter: 2, cause: error.message)
            default: throw Problem(503, "This cannot be shown", sentence, cause: error.message)
            }
        }
    }

    // MARK: - Documents

    private static let pieceBytes = 64 << 10

    private func file(of document: ArchiveDocument, _ visit: Visit) async throws -> Answer {
        let file = try await drawn { try await $0.file(of: document) }
        let name = (document.entry.isEmpty ? document.bundlePath : document.entry).split(separator: "/").last.map(
            String.init)
        return download(file, as: name ?? "document.pdf", type: file.mediaType, visit)
    }

    /// Bytes, or the part of them that is asked for. Always as a download: what is in them is not ours.
    func download(_ file: DocumentBytes, as name: String, type: String, _ visit: Visit) -> Answer {
        let known = Answer(200, type, []).with("accept-ranges", "bytes").downloaded(as: name)
        var answer = known.unless(visit, has: file.tag)
        guard answer.status == 200 else { return answer }
        var range = 0..<file.byteCount
        switch ByteRange.of(visit, count: file.byteCount, tag: file.tag) {
        case .all: break
        case .part(let part):
            range = part
            answer.status = 206
            answer = answer.with("content-range", "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(file.byteCount)")
        case .outside:
            var problem = Problem(416, "There are not so many bytes", "The document has \(file.byteCount) bytes.")
                .answer
            problem.headers.append(("content-range", "bytes */\(file.byteCount)"))
            return problem
        }
        let part = range
        answer.body = .pieces(length: part.count) { write in
            var position = part.lowerBound
            while position < part.upperBound {
                let count = Int(min(Int64(Self.pieceBytes), part.upperBound - position))
                let bytes = try file.read(from: position, count: count)
                guard !bytes.isEmpty else {
                    throw Problem(500, "The file became shorter", "It changed while it was read.")
                }
                try await write(bytes)
                position += Int64(bytes.count)
            }
        }
        return answer
    }
}
