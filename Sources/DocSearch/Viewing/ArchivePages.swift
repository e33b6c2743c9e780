import ExtractionProtocol
import Foundation
import Synchronization

/// Documents of an index for viewing: images of pages, word boxes, and the documents' own bytes.
///
/// All untrusted data is read by reading programs in their sandbox. A few documents stay open, and drawn images are
/// kept in a folder; both are bounded. All functions can be called from any task, wait without blocking a thread, and
/// throw `CancellationError` soon after the task is cancelled.
public final class ArchivePages: Sendable {
    /// The index of the documents.
    public let index: ArchiveIndex
    /// The given settings.
    public let options: ArchivePagesOptions
    let pool: DeskPool
    let cache: PageCache?
    let copies = DocumentCopies()
    let lookups = DiskThreads()
    let failures: RecentFailures
    let measured = MeasuredSizes()
    private let hasNotedFolder = Mutex(false)

    /// Nothing is started or opened before it is needed. Throws ``DocSearchError`` with code `environment` when the
    /// cache folder cannot be used.
    public init(_ index: ArchiveIndex, options: ArchivePagesOptions = ArchivePagesOptions()) throws {
        (self.index, self.options) = (index, options)
        pool = DeskPool(options)
        cache = try options.cacheFolder.map { try PageCache(folder: $0, maximumBytes: options.cacheBytes) }
        failures = RecentFailures(time: options.failureTime)
    }

    deinit { pool.close() }

    /// Records the image folder in the index folder, so that forgetting a document removes its images there
    /// (``ArchiveIndex/forget(_:remains:)``). This happens automatically before the first image is kept; an earlier
    /// call shows whether it is possible.
    ///
    /// Throws ``DocSearchError`` when there is no index yet, or its folder is not writable. Images then stay until
    /// ``removeImages(of:)`` or ``removeAllImages()`` is called, or their folder is removed.
    public func noteCacheFolder() throws {
        guard let path = options.cacheFolder else { return }
        guard index.exists else { throw index.noIndex }
        try ImageFolders(folder: index.folder).note(URL(fileURLWithPath: path).standardizedFileURL.path)
        hasNotedFolder.withLock { $0 = true }
    }

    /// Retries until it succeeds: an image is shown even if the folder cannot be recorded.
    private func noteCacheFolderOnce() async throws {
        if hasNotedFolder.withLock({ $0 }) { return }
        try await lookups.run { [self] in
            do { try noteCacheFolder() } catch {
                // Users with only read access cannot; the next image tries again.
            }
        }
    }

    /// Removes all images of a document from the cache, for example before it is forgotten.
    ///
    /// Throws ``DocSearchError`` with code `notFound` when the index no longer has it.
    public func removeImages(of document: ArchiveDocument) throws {
        let viewed = try ViewedDocument(document, in: index)
        cache?.remove(document: viewed.key)
        copies.remove(viewed.key)
        measured.remove(viewed.key)
        failures.forget(viewed.key)
    }

    /// Empties the cache.
    public func removeAllImages() {
        cache?.removeAll()
        copies.removeAll()
    }

    /// Closes all documents and ends the reading programs. Later requests start them again.
    public func close() {
        pool.close()
        copies.removeAll()
    }

    /// Converts errors to those of the library. If a reader took too long or died, the work is not retried at once.
    /// `goesOn` is as in ``DeskPool``; `image` describes the requested image of a page.
    func answer<Value: Sendable>(
        _ kind: RecentFailures.Subject.Work, about viewed: ViewedDocument, page: Int?, image: String? = nil,
        goesOn: Bool = false, _ work: @escaping @Sendable (ReadingDesk, StopFlag) throws -> Value
    ) async throws -> Value {
        try await noteCacheFolderOnce()
        let subject = RecentFailures.Subject(document: viewed.key, page: page, work: kind)
        let narrow = RecentFailures.Subject(document: viewed.key, page: page, work: kind, image: image)
        let failures = failures
        @Sendable func check() throws {
            try failures.check(subject)
            if image != nil { try failures.check(narrow) }
        }
        try check()
        do {
            return try await pool.run(about: viewed.key, goesOn: goesOn) { desk, stop in
                // It may have failed for another request meanwhile.
                try check()
                return try work(desk, stop)
            }
        } catch {
            let shown = DocSearchError.viewing(error, viewed, page: page, kind)
            if error is ReaderProcess.Failure, let shown = shown as? DocSearchError, shown.code != .interrupted {
                failures.remember(shown, of: shown.code == .tooSlow ? subject : narrow)
            }
            throw shown
        }
    }
}

extension PageImageRequest {
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
            guard max(Double(width) / region.width, Double(height) / region.height) <= Self.largestScale else {
                let message = "A part of a page is drawn with up to \(Int(Self.largestScale)) pixels a point."
                throw DocSearchError(.limit, message, page: page)
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

    private static let longestSide = 32_000
    /// For each point. The drawing library uses fixed-point numbers, and crashes for pages that would be several
    /// million pixels wide.
    package static let largestScale = 64.0

    var turnedSize: (width: Int, height: Int) { rotation % 180 == 90 ? (height, width) : (width, height) }

    func description(quality jpegQuality: Int) -> String {
        let part = region.map { "\($0.left),\($0.top),\($0.width),\($0.height)" } ?? "all"
        let coding = format == .jpeg ? "jpeg \(jpegQuality)" : "png"
        return "image \(ProtocolVersion.drawing) page \(page) \(part) \(width)x\(height) "
            + "\(isMirrored ? "!" : "")\(rotation) \(quality.rawValue) \(coding)"
    }
}
