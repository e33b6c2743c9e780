import ExtractionProtocol
import Foundation

extension ArchivePages {
    /// Draws a page, or takes what was drawn before of the same bytes.
    ///
    /// - Throws: ``DocSearchError``: `notFound` for a page that the document does not have and for documents without pages,
    ///   `usage` for a request that makes no sense, `limit` for more pixels or bytes than allowed, `missingFile` and
    ///   `changedFile` when the file is not there or not what was indexed, `unreadable` when the page cannot be drawn,
    ///   `tooSlow`, `interrupted`, `busy`, `environment`. What a reader took too long for, or died of, is thrown again for a while
    ///   (``ArchivePagesOptions/failureTime``).
    public func image(_ request: PageImageRequest, of document: ArchiveDocument) async throws -> PageImage {
        let wanted = try await wanted(request, of: document) { cache, key in cache.bytes(key) }
        let key = wanted.key
        if let known = wanted.known { return PageImage(known, of: request, key: key, isFromCache: true) }
        let cache = cache
        return try await answer(.image, about: wanted.viewed, page: request.page, image: key.name) { desk, stop in
            // Another request may have been for the same image.
            if let known = cache?.bytes(key) { return PageImage(known, of: request, key: key, isFromCache: true) }
            let bytes = try desk.use(wanted.viewed, stop: stop) { try $0.draw(request, stop: stop) }
            cache?.insert(bytes, key)
            return PageImage(bytes, of: request, key: key, isFromCache: false)
        }
    }

    /// As ``image(_:of:)``, as a file that is read in parts: many large images that are sent slowly need no memory. Its name is
    /// gone where nothing is kept.
    ///
    /// - Throws: As ``image(_:of:)`` does.
    public func imageFile(_ request: PageImageRequest, of document: ArchiveDocument) async throws -> DocumentBytes {
        let wanted = try await wanted(request, of: document) { cache, key in cache.file(key) }
        if let known = wanted.known { return known }
        let (cache, key) = (cache, wanted.key)
        return try await answer(.image, about: wanted.viewed, page: request.page, image: key.name) { desk, stop in
            if let known = cache?.file(key) { return known }
            let bytes = try desk.use(wanted.viewed, stop: stop) { try $0.draw(request, stop: stop) }
            cache?.insert(bytes, key)
            if let kept = cache?.file(key) { return kept }
            return try DocumentBytes(unnamed: bytes, tag: PageImage.tag(of: key))
        }
    }

    /// What is asked for, and what is there of it.
    private struct Wanted<Known: Sendable>: Sendable {
        var viewed: ViewedDocument
        var key: PageCache.Key
        var known: Known?
    }

    private func wanted<Known: Sendable>(
        _ request: PageImageRequest, of document: ArchiveDocument,
        _ look: @escaping @Sendable (PageCache, PageCache.Key) -> Known?
    ) async throws -> Wanted<Known> {
        try request.check(pixels: options.imagePixels)
        let (index, cache, quality) = (index, cache, options.jpegQuality)
        return try await lookups.run {
            let viewed = try ViewedDocument(document, in: index)
            try viewed.require(page: request.page)
            let key = PageCache.Key(document: viewed.key, request.description(quality: quality))
            return Wanted(viewed: viewed, key: key, known: cache.flatMap { look($0, key) })
        }
    }
}

extension PageImage {
    static func tag(of key: PageCache.Key) -> String { String(key.name.prefix(32)) }

    init(_ bytes: [UInt8], of request: PageImageRequest, key: PageCache.Key, isFromCache: Bool) {
        let isOnItsSide = request.rotation == 90 || request.rotation == 270
        self.init(
            bytes: bytes, format: request.format, width: isOnItsSide ? request.height : request.width,
            height: isOnItsSide ? request.width : request.height, tag: Self.tag(of: key), isFromCache: isFromCache)
    }
}

extension DocumentBytes {
    /// In a temporary file without a name. Throws ``DocSearchError``.
    package convenience init(unnamed bytes: [UInt8], tag: String) throws {
        let file = UnnamedFile.open()
        guard file >= 0 else { throw DocSearchError.system("Making a temporary file in", UnnamedFile.folder) }
        if let failure = bytes.withUnsafeBytes({ WholeWrite.failure(of: $0, to: file) }) {
            close(file)
            throw DocSearchError.system("Writing a temporary file in", UnnamedFile.folder, errno: failure)
        }
        self.init(descriptor: file, byteCount: Int64(bytes.count), tag: tag)
    }
}
