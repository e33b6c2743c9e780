import ExtractionProtocol
import Foundation
import Synchronization

/// Documents of an index as people look at them: images of pages, the places of words, and the documents' own bytes.
///
/// Everything foreign is read by reading programs in their sandbox. A few documents stay open, what was drawn is kept in a
/// folder, and both are bounded. Everything can be called from any task, waits without blocking a thread, and throws
/// `CancellationError` soon after the task is cancelled.
public final class ArchivePages: Sendable {
    /// Whose documents these are.
    public let index: ArchiveIndex
    /// As they were given.
    public let options: ArchivePagesOptions
    let pool: DeskPool
    let cache: PageCache?
    let copies: DocumentCopies
    private let hasNotedFolder = Mutex(false)

    /// Nothing is started or opened before it is needed. Throws ``DocSearchError`` with code `environment` when the folder of
    /// the cache cannot be used.
    public init(_ index: ArchiveIndex, options: ArchivePagesOptions = ArchivePagesOptions()) throws {
        self.index = index
        self.options = options
        pool = DeskPool(options)
        cache = try options.cacheFolder.map { try PageCache(folder: $0, maximumBytes: options.cacheBytes) }
        copies = DocumentCopies()
    }

    deinit { pool.close() }

    /// Writes down beside the index where images are kept, so that forgetting a document removes its images there
    /// (``ArchiveIndex/forget(_:remains:)``). That happens by itself before the first image is kept; called earlier, it says
    /// whether it can be done.
    ///
    /// Throws ``DocSearchError`` when there is no index yet, or nothing can be written beside it: then images stay until
    /// ``removeImages(of:)`` or ``removeAllImages()`` is called, or their folder is removed.
    public func noteCacheFolder() throws {
        guard let path = options.cacheFolder else { return }
        guard index.exists else { throw index.noIndex }
        try ImageFolders(folder: index.folder).note(URL(fileURLWithPath: path).standardizedFileURL.path)
        hasNotedFolder.withLock { $0 = true }
    }

    /// Once: an image is shown whether the folder can be written down or not.
    private func noteCacheFolderOnce() {
        let isFirst = hasNotedFolder.withLock { hasNoted in
            defer { hasNoted = true }
            return !hasNoted
        }
        guard isFirst else { return }
        do { try noteCacheFolder() } catch {
            // Who may only read the index cannot; documents on forgetting say what follows from that.
        }
    }

    /// Draws a page, or takes what was drawn before of the same bytes.
    ///
    /// - Throws: ``DocSearchError``: `notFound` for a page that the document does not have and for documents without pages,
    ///   `usage` for a request that makes no sense, `limit` for more pixels, bytes or time than allowed, `missingFile` and
    ///   `changedFile` when the file is not there or not what was indexed, `unreadable` when the page cannot be drawn, `busy`,
    ///   `environment`.
    public func image(_ request: PageImageRequest, of document: ArchiveDocument) async throws -> PageImage {
        try request.check(pixels: options.imagePixels)
        let viewed = try ViewedDocument(document, in: index)
        try viewed.require(page: request.page)
        let key = PageCache.Key(document: viewed.key, request.description(quality: options.jpegQuality))
        if let known = cache?.bytes(key) { return PageImage(request, known, key, isFromCache: true) }
        let cache = cache
        return try await answer(about: viewed, page: request.page) { desk, stop in
            // Another request may have been for the same image.
            if let known = cache?.bytes(key) { return PageImage(request, known, key, isFromCache: true) }
            let bytes = try desk.use(viewed, stop: stop) { try $0.draw(request, stop: stop) }
            cache?.insert(bytes, key)
            return PageImage(request, bytes, key, isFromCache: false)
        }
    }

    /// Takes everything out of the cache that was drawn of a document, as before it is forgotten.
    ///
    /// Throws ``DocSearchError`` with code `notFound` when the index does not have it any more.
    public func removeImages(of document: ArchiveDocument) throws {
        let viewed = try ViewedDocument(document, in: index)
        cache?.remove(document: viewed.key)
        copies.remove(viewed.key)
    }

    /// Empties the cache.
    public func removeAllImages() {
        cache?.removeAll()
        copies.removeAll()
    }

    /// Closes all documents and ends the reading programs. What comes later starts them again.
    public func close() {
        pool.close()
        copies.removeAll()
    }

    /// Has a desk do something with a document; its errors are those of the library.
    func answer<Value: Sendable>(
        about viewed: ViewedDocument, page: Int?,
        _ work: @escaping @Sendable (ReadingDesk, StopFlag) throws -> Value
    ) async throws -> Value {
        noteCacheFolderOnce()
        do {
            return try await pool.run(about: viewed.key, work)
        } catch {
            throw DocSearchError.viewing(error, viewed, page: page)
        }
    }
}

extension PageImageRequest {
    /// Throws ``DocSearchError``: `usage`, `limit`.
    func check(pixels maximum: Int) throws {
        func usage(_ message: String) -> DocSearchError { DocSearchError(.usage, message, page: page) }
        guard width >= 1, height >= 1 else { throw usage("An image has at least one pixel in width and height.") }
        guard [0, 90, 180, 270].contains(rotation) else {
            throw usage("An image is turned by 0, 90, 180 or 270 degrees, not by \(rotation).")
        }
        if let region {
            let values = [region.left, region.top, region.width, region.height]
            guard values.allSatisfy({ abs($0) <= 1e6 }), region.width > 0, region.height > 0 else {
                throw usage("The part of the page has no size, or lies too far from the page.")
            }
        }
        let (pixels, isHuge) = width.multipliedReportingOverflow(by: height)
        guard !isHuge, pixels <= maximum, max(width, height) <= Self.longestSide else {
            throw DocSearchError(
                .limit,
                "An image of \(width) by \(height) pixels is larger than allowed: \(maximum) pixels, and "
                    + "\(Self.longestSide) on a side.", page: page)
        }
    }

    /// Pixels.
    private static let longestSide = 32_000

    /// In words that no other request has.
    func description(quality jpegQuality: Int) -> String {
        let place = region.map { "\($0.left),\($0.top),\($0.width),\($0.height)" } ?? "all"
        let coding = format == .jpeg ? "jpeg \(jpegQuality)" : "png"
        return "image \(ProtocolVersion.drawing) page \(page) \(place) \(width)x\(height) "
            + "\(isMirrored ? "!" : "")\(rotation) \(quality.rawValue) \(coding)"
    }
}

extension PageImage {
    init(_ request: PageImageRequest, _ bytes: [UInt8], _ key: PageCache.Key, isFromCache: Bool) {
        let isOnItsSide = request.rotation == 90 || request.rotation == 270
        self.init(
            bytes: bytes, format: request.format, width: isOnItsSide ? request.height : request.width,
            height: isOnItsSide ? request.width : request.height, tag: String(key.name.prefix(32)),
            isFromCache: isFromCache)
    }
}
