import DocSearch

/// Images of pages, and the bytes of documents.
extension Site {
    static var imageRoutes: [Route] {
        [
            Route("GET", "/documents/{id}/pages/{page}.jpg", time: .drawing) { site, visit, values in
                let (document, number) = try await site.page(visit, values)
                let width = try visit.query.number("width", 16...4000, usually: 1000)
                let size = try await site.size(of: document, number)
                let height = max(1, Int((Double(width) * size.height / size.width).rounded()))
                guard height <= 12_000, width * height <= ImageParameters.maxArea else {
                    throw Problem.badParameter("width", "less for a page so long")
                }
                return try await site.image(
                    PageImageRequest(page: number, width: width, height: height), of: document, for: visit)
            },
            Route("GET", "/files/{id}.pdf", time: .copying) { site, visit, values in
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
        let found = try await drawn { try await $0.size(of: document, page: number) }
        // A page of which nothing could be seen would make numbers that no image has.
        guard let size = found, min(size.width, size.height) >= 0.1, max(size.width, size.height) <= 1e6 else {
            throw Problem(404, "This page cannot be drawn", "It is damaged, or the document has no such page.")
        }
        return size
    }

    func image(_ request: PageImageRequest, of document: ArchiveDocument, for visit: Visit) async throws -> Answer {
        let file = try await drawn { try await $0.imageFile(request, of: document) }
        // A browser asks each time: the next person at it may not be one who may see this.
        var answer = Answer(200, type: request.format.mediaType, []).unless(visit, has: file.tag)
        if answer.status == 200 { answer.body = try await FilePieces(file).body }
        return answer
    }

    /// Calls the drawing library, and says in the words of this server what went wrong.
    func drawn<Value: Sendable>(
        _ body: @escaping @Sendable (ArchivePages) async throws -> Value
    ) async throws -> Value {
        let pages = try drawing()
        do {
            return try await Deadline.keep { try await body(pages) }
        } catch is Deadline.Passed {
            throw Problem(503, "This took too long", Self.tooLate, retryAfter: 5)
        } catch let error as DocSearchError {
            let sentence = Self.sentence(error)
            switch error.code {
            // What is asked of an image was looked at before; these limits are of the document.
            case .missingFile, .changedFile, .unreadable, .limit:
                throw Problem(404, "This cannot be shown", sentence, cause: error.message)
            case .notFound: throw Problem.noDocument
            case .tooSlow:
                throw Problem(503, "This took too long", sentence, retryAfter: 120, cause: error.message)
            case .interrupted:
                throw Problem(503, "This was interrupted", sentence, retryAfter: 2, cause: error.message)
            case .busy: throw Problem(503, "The server is busy", sentence, retryAfter: 2, cause: error.message)
            default: throw Problem(503, "This cannot be shown", sentence, cause: error.message)
            }
        }
    }

    // MARK: - Documents

    /// The bytes of a document, or the part of them that is asked for. Always as a download: what is in it is not ours.
    private func file(of document: ArchiveDocument, _ visit: Visit) async throws -> Answer {
        let file = try await drawn { try await $0.file(of: document) }
        let name = (document.entry.isEmpty ? document.bundlePath : document.entry).split(separator: "/").last.map(
            String.init)
        return try await download(file, as: name ?? "document.pdf", type: file.mediaType, visit)
    }

    /// Bytes, or the part of them that is asked for. Always as a download: what is in them is not ours.
    func download(_ file: DocumentBytes, as name: String, type: String, _ visit: Visit) async throws -> Answer {
        let known = Answer(200, type: type, []).with("accept-ranges", "bytes").downloaded(as: name)
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
            var problem = Problem(416, "Range not satisfiable", "The document has \(file.byteCount) bytes.")
                .answer
            problem.headers.append(("content-range", "bytes */\(file.byteCount)"))
            return problem
        }
        answer.body = try await FilePieces(file, range).body
        return answer
    }
}
