import BundleReading
import ExtractionProtocol
import PageReading
import PictureReading

final class DocumentPages {
    let pageCount: Int
    /// Nil for images. Computed on each access from all pages.
    var information: DocumentInformation? { if case .pdf(let pdf) = source { pdf.information } else { nil } }
    /// SHA-256 of the PDF, or of the hashes of all images.
    let contentHash: String
    let byteCount: Int64
    let openingWarnings: HeardWarnings
    private let source: Source
    private let limits: ExtractionLimits
    private let keepsColors: Bool

    private enum Source {
        case pdf(PDFDocument)
        /// Pages of an image count from 1.
        case images(PageImages, pages: [(image: Int, page: Int)])
    }

    /// The last opened image, because a TIFF's pages are requested one after the other.
    private var opened: (index: Int, picture: PictureFile)?

    /// `knownHash` is the document's own if it was computed already. With `keepsColors` images are for display.
    init(
        _ content: OpenedBundle.Content, knownHash: String? = nil, keepsColors: Bool = false,
        passwords: PasswordSource, limits: ExtractionLimits
    ) throws {
        self.limits = limits
        self.keepsColors = keepsColors
        switch content {
        case .pdf(let content):
            contentHash = try knownHash ?? ContentHash.sha256(content)
            byteCount = content.byteCount
            let pdf = try PDFDocument.opened(content, passwords: passwords)
            pageCount = pdf.pageCount
            openingWarnings = pdf.openingWarnings
            guard pageCount > 0 || pdf.hasEmbeddedFiles else {
                let words = openingWarnings.summary.map { " (\($0))" } ?? ""
                throw PageReadingError(.damaged, "no pages can be found in the PDF\(words)")
            }
            source = .pdf(pdf)
        case .images(let images):
            var pages: [(image: Int, page: Int)] = []
            var hashes: [String] = []
            var bytes: Int64 = 0
            for index in 0..<images.count {
                let content = try images.content(index)
                if knownHash == nil { hashes.append(try ContentHash.sha256(content)) }
                bytes += content.byteCount
                pages += (1...Self.pageCount(of: content, limits)).map { (index, $0) }
            }
            let joined = Array(hashes.joined().utf8)
            contentHash =
                knownHash ?? (hashes.count == 1 ? hashes[0] : joined.withUnsafeBytes { ContentHash.sha256($0) })
            byteCount = bytes
            pageCount = pages.count
            openingWarnings = HeardWarnings()
            source = .images(images, pages: pages)
        }
    }

    func page(_ number: Int) throws -> PDFPage {
        switch source {
        case .pdf(let pdf): return try pdf.page(number)
        case .images:
            let bytes = try pdf(ofImage: number)
            let page = try PDFDocument(bytes: bytes.buffer, owner: bytes).page(1)
            if let picture = opened?.picture, picture.hasNoEnd, isLastOfImage(number) {
                HeardWarnings.add("its list of pages leads out of the file", from: "tiff")
            }
            return page
        }
    }

    private func isLastOfImage(_ number: Int) -> Bool {
        guard case .images(_, let pages) = source else { return false }
        return number == pages.count || pages[number].image != pages[number - 1].image
    }

    func outline(most: Int, deepest: Int) -> [ContentsFrame.Heading] {
        if case .pdf(let pdf) = source { pdf.outline(most: most, deepest: deepest) } else { [] }
    }

    var hasEmbeddedFiles: Bool { if case .pdf(let pdf) = source { pdf.hasEmbeddedFiles } else { false } }

    func pdf(ofImage number: Int) throws -> PagePDF {
        guard case .images(let images, let pages) = source, pages.indices.contains(number - 1) else {
            throw PageReadingError(.damaged, "the document has no page image \(number)")
        }
        let position = pages[number - 1]
        do {
            return try picture(position.image, of: images).page(position.page)
        } catch let error as any ReadingFailure {
            throw PageReadingError(error.code == .limit ? .limit : .damaged, error.reason)
        }
    }

    /// An unreadable image must not hide others: it counts as a page that reports the problem.
    private static func pageCount(of content: DocumentContent, _ limits: ExtractionLimits) -> Int {
        (try? PictureFile(content, limits: limits).pageCount) ?? 1
    }

    private func picture(_ index: Int, of images: PageImages) throws -> PictureFile {
        if let opened, opened.index == index { return opened.picture }
        // Releases the old one first: it may hold the only temporary file.
        opened = nil
        let picture = try PictureFile(images.content(index), limits: limits, keepsColors: keepsColors)
        opened = (index, picture)
        return picture
    }
}

extension PDFDocument {
    static func opened(_ content: DocumentContent, passwords: PasswordSource) throws -> PDFDocument {
        do {
            return try PDFDocument(content, password: nil)
        } catch let error as PageReadingError where error.code == .locked {
            let candidates = try passwords()
            guard !candidates.isEmpty else { throw error }
            for password in candidates {
                do {
                    return try PDFDocument(content, password: password)
                } catch let error as PageReadingError where error.code == .locked {
                    continue
                }
            }
            throw PageReadingError(.locked, "the PDF is encrypted, and none of the passwords opens it")
        }
    }

    private convenience init(_ content: DocumentContent, password: String?) throws {
        switch content {
        case .bytes(let bytes): try self.init(bytes: bytes.buffer, owner: bytes, password: password)
        case .file(let descriptor, _): try self.init(descriptor: descriptor.rawValue, password: password)
        }
    }
}

extension PictureFile {
    convenience init(_ content: DocumentContent, limits: ExtractionLimits, keepsColors: Bool = false) throws {
        switch content {
        case .bytes(let bytes):
            try self.init(bytes: bytes.buffer, owner: bytes, limits: limits, keepsColors: keepsColors)
        case .file(let descriptor, let byteCount):
            let file = try MappedContent(descriptor, byteCount: byteCount)
            try self.init(bytes: file.buffer, owner: file, limits: limits, keepsColors: keepsColors)
        }
    }
}
