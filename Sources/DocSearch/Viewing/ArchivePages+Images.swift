import ExtractionProtocol
import Foundation

extension ArchivePages {
    /// Draws a page, or returns an earlier image of the same bytes.
    ///
    /// - Throws: ``DocSearchError``: `notFound` for a page that the document does not have and for documents without
    ///   pages, `usage` for an invalid request, `limit` for more pixels or bytes than allowed, `missingFile` and
    ///   `changedFile` when the file is missing or not the indexed one, `unreadable` when the page cannot be drawn,
    ///   `tooSlow`, `interrupted`, `busy`, `environment`. If a reader took too long or died, the error is repeated for
    ///   a while (``ArchivePagesOptions/failureTime``).
    public func image(_ request: PageImageRequest, of document: ArchiveDocument) async throws -> PageImage {
        try await drawn(request, of: document) { cache, key, tag in
            cache.bytes(key).map { PageImage($0, of: request, tag: tag, isFromCache: true) }
        } fresh: { bytes, _, tag in
            PageImage(bytes, of: request, tag: tag, isFromCache: false)
        }
    }

    /// As ``image(_:of:)``, as a file that is read in parts, so that many large images sent slowly need no memory.
    /// Without a cache the file is unnamed.
    ///
    /// - Throws: As ``image(_:of:)`` does.
    public func imageFile(_ request: PageImageRequest, of document: ArchiveDocument) async throws -> DocumentBytes {
        let cache = cache
        return try await drawn(request, of: document) { cache, key, tag in
            cache.file(key, tag: tag)
        } fresh: { bytes, key, tag in
            try cache?.file(key, tag: tag) ?? DocumentBytes(unnamed: bytes, tag: tag)
        }
    }

    private func drawn<Value: Sendable>(
        _ request: PageImageRequest, of document: ArchiveDocument,
        look: @escaping @Sendable (PageCache, PageCache.Key, _ tag: String) -> Value?,
        fresh: @escaping @Sendable ([UInt8], PageCache.Key, _ tag: String) throws -> Value
    ) async throws -> Value {
        try request.check(pixels: options.imagePixels)
        let (cache, name) = (cache, request.description(quality: options.jpegQuality))
        return try await cached(.image, name, of: document, page: request.page) { cache, viewed, key in
            look(cache, key, viewed.tag(of: name))
        } make: { desk, viewed, key, stop in
            let bytes = try desk.use(viewed, stop: stop) { try $0.draw(request, stop: stop) }
            cache?.insert(bytes, key)
            return try fresh(bytes, key, viewed.tag(of: name))
        }.value
    }

    func told<Value: Codable & Sendable>(
        _ kind: RecentFailures.Subject.Work, _ name: String, of document: ArchiveDocument, page: Int?,
        goesOn: Bool = false, ask: @escaping @Sendable (OpenDocument, StopFlag) throws -> Value
    ) async throws -> (viewed: ViewedDocument, value: Value) {
        let cache = cache
        return try await cached(kind, name, of: document, page: page, goesOn: goesOn) { cache, _, key in
            // An answer that cannot be decoded is requested again.
            cache.bytes(key).flatMap { try? JSONDecoder().decode(Value.self, from: Data($0)) }
        } make: { desk, viewed, key, stop in
            let found = try desk.use(viewed, stop: stop) { try ask($0, stop) }
            cache?.insert([UInt8](try JSONEncoder().encode(found)), key)
            return found
        }
    }

    /// `name` must be unique.
    private func cached<Value: Sendable>(
        _ kind: RecentFailures.Subject.Work, _ name: String, of document: ArchiveDocument, page: Int?,
        goesOn: Bool = false, look: @escaping @Sendable (PageCache, ViewedDocument, PageCache.Key) -> Value?,
        make: @escaping @Sendable (ReadingDesk, ViewedDocument, PageCache.Key, StopFlag) throws -> Value
    ) async throws -> (viewed: ViewedDocument, value: Value) {
        let (index, cache) = (index, cache)
        let (viewed, key, known) = try await lookups.run {
            let viewed = try ViewedDocument(document, in: index)
            if kind == .image, let page { try viewed.require(page: page) }
            let key = PageCache.Key(document: viewed.key, name)
            return (viewed, key, cache.flatMap { look($0, viewed, key) })
        }
        if let known { return (viewed, known) }
        let image = kind == .image ? key.name : nil
        let made = try await answer(kind, about: viewed, page: page, image: image, goesOn: goesOn) { desk, stop in
            // Another request may have made it meanwhile.
            try cache.flatMap { look($0, viewed, key) } ?? make(desk, viewed, key, stop)
        }
        return (viewed, made)
    }
}

extension PageImage {
    init(_ bytes: [UInt8], of request: PageImageRequest, tag: String, isFromCache: Bool) {
        let size = request.turnedSize
        self.init(
            bytes: bytes, format: request.format, width: size.width, height: size.height, tag: tag,
            isFromCache: isFromCache)
    }
}

extension DocumentBytes {
    package convenience init(unnamed bytes: [UInt8], tag: String) throws {
        let file = try OpenFile.temporary()
        if let failure = bytes.withUnsafeBytes({ WholeWrite.failure(of: $0, to: file.descriptor) }) {
            throw DocSearchError.system("Writing a temporary file in", UnnamedFile.folder, errno: failure)
        }
        self.init(descriptor: file.handedOn(), byteCount: Int64(bytes.count), tag: tag)
    }
}
