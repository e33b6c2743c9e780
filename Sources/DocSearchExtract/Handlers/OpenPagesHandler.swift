import BundleReading
import ExtractionProtocol
import Foundation
import PageReading
import TextNormalization

/// Opens a document and answers the requests that follow about its pages, until there are none.
final class OpenPagesHandler {
    let request: OpenPagesRequest
    private let descriptor: Int32
    let channel: Channel
    /// The page of the last request: of images, making one decodes the image.
    private var opened: (number: Int, page: PDFPage)?
    private var looked: (number: Int, isScan: Bool)?
    /// The whole of a page that parts were asked of: each part would decode the page's images again.
    private var kept: (number: Int, scale: (x: Double, y: Double), raster: PageRaster)?

    /// Pixels a point in which scans are drawn: 288 dots per inch, the size of canvases of IIIF.
    private static let fullScale = 4.0
    /// Pixels of a page that is kept: A4 in four pixels a point has eight million, and each takes four bytes.
    private static let keptPixels = 12_000_000.0

    init(request: OpenPagesRequest, descriptor: Int32, channel: Channel) {
        self.request = request
        self.descriptor = descriptor
        self.channel = channel
    }

    /// Throws only when the coordinator cannot be reached, or asks for something else.
    func run() throws {
        let whole = PageAddress(entry: request.entry, page: 0)
        try channel.begin(.document, of: whole, request.limits)
        let (bundle, pages): (OpenedBundle, DocumentPages)
        do {
            (bundle, pages) = try openDocument()
            try channel.send(.finished(FinishedFrame(outcome: .complete)))
        } catch let error as any ReadingFailure {
            return try channel.fail(error, of: whole, in: .document)
        }
        for _ in 0..<request.requests {
            guard let work = try channel.nextRequest() else { return }
            defer { close(work.descriptor) }
            switch work.request {
            case .drawPage(let drawing): try draw(drawing, of: pages, to: work.descriptor)
            case .measurePages(let wanted): try measure(wanted, of: pages)
            case .listContents(let wanted): try list(wanted, of: pages, in: bundle)
            case .copyFile(let wanted): try copy(wanted, from: bundle, to: work.descriptor)
            default: throw FrameError.notAFrame
            }
        }
    }

    private func openDocument() throws -> (OpenedBundle, DocumentPages) {
        let bundle = try BundleReader(limits: request.limits).open(
            descriptor: descriptor, path: request.path, access: request.access,
            passwords: channel.passwords, openFile: channel.openFile)
        guard let document = bundle.documents.first(where: { $0.entry == request.entry }), document.hasContent else {
            throw BundleError(.changed, "the document is no longer in the bundle; run docsearch index")
        }
        let pages = try DocumentPages(
            bundle.content(of: document), knownHash: request.contentHash, keepsColors: true,
            passwords: channel.passwords, limits: request.limits)
        return (bundle, pages)
    }

    private func page(_ number: Int, of pages: DocumentPages) throws -> PDFPage {
        if let opened, opened.number == number { return opened.page }
        (opened, kept) = (nil, nil)
        let page = try pages.page(number)
        opened = (number, page)
        return page
    }

    // MARK: - Images

    private func draw(_ drawing: DrawPageRequest, of pages: DocumentPages, to output: Int32) throws {
        let address = PageAddress(entry: request.entry, page: drawing.page)
        try channel.begin(.render, of: address, drawing.limits)
        do {
            let bytes = try image(drawing, of: try page(drawing.page, of: pages))
            guard bytes.count <= drawing.maximumBytes else {
                throw PageReadingError(
                    .tooLarge, "the image has \(bytes.count) bytes; the limit is \(drawing.maximumBytes)")
            }
            try CopyRequestHandler.copy(bytes, to: output)
            try channel.send(.drawn(DrawnFrame(byteCount: bytes.count)))
            try channel.send(.finished(FinishedFrame(outcome: .complete)))
        } catch let error as PageReadingError where error.kind == .compromised {
            CompromisedProcess.leave(error)
        } catch let error as any ReadingFailure {
            try channel.fail(error, of: address, in: .render)
        }
    }

    private func image(_ drawing: DrawPageRequest, of page: PDFPage) throws -> [UInt8] {
        let (pixels, isHuge) = drawing.width.multipliedReportingOverflow(by: drawing.height)
        guard !isHuge, pixels <= drawing.limits.pagePixels else {
            throw PageReadingError(
                .tooLarge,
                "an image of \(drawing.width) by \(drawing.height) pixels; the limit is "
                    + "\(drawing.limits.pagePixels) (pagePixels)")
        }
        let raster = try raster(drawing, of: page).turned(by: drawing.rotation, isMirrored: drawing.isMirrored)
        let colors: PageRaster.Colors =
            switch drawing.colors {
            case .color: .color
            case .gray: .grey
            case .bitonal: .bitonal
            }
        return switch drawing.format {
        case .jpeg: try raster.jpeg(quality: drawing.quality, colors: colors)
        case .png: try raster.png(colors: colors)
        }
    }

    private func raster(_ drawing: DrawPageRequest, of page: PDFPage) throws -> PageRaster {
        let (width, height) = (drawing.width, drawing.height)
        var area = PageRectangle(left: 0, top: 0, right: page.width, bottom: page.height)
        if let region = drawing.region, region.count == 4 {
            area = PageRectangle(
                left: region[0], top: region[1], right: region[0] + region[2], bottom: region[1] + region[3])
        }
        let scale = (x: Double(width) / area.width, y: Double(height) / area.height)
        if let reduced = try reduced(area, of: page, scale, to: (width, height)) { return reduced }
        guard drawing.region != nil, let kept = try kept(page, scale, of: area) else {
            return try page.raster(of: area, width: width, height: height)
        }
        return try kept.raster.cropped(
            left: Int((area.left * kept.scale.x).rounded()), top: Int((area.top * kept.scale.y).rounded()),
            width: width, height: height)
    }

    /// Taken from the whole page in ``fullScale``: cairo takes three times as long for a scan that it makes smaller, and every
    /// other size and part of the page comes from the same pixels. Nil where that does not help.
    private func reduced(
        _ area: PageRectangle, of page: PDFPage, _ scale: (x: Double, y: Double), to size: (width: Int, height: Int)
    ) throws -> PageRaster? {
        let full = Self.fullScale
        guard max(scale.x, scale.y) < full * 1.01, isKept(page, in: full) || isScan(page),
            let kept = try kept(page, (full, full), of: area)
        else { return nil }
        let part = PageRectangle(
            left: area.left * full, top: area.top * full, right: area.right * full, bottom: area.bottom * full)
        return try kept.raster.reduced(from: part, to: size.width, height: size.height)
    }

    /// Looked up once: it reads the page's content.
    private func isScan(_ page: PDFPage) -> Bool {
        if let looked, looked.number == page.number { return looked.isScan }
        let isScan = page.isScan
        looked = (page.number, isScan)
        return isScan
    }

    private func isKept(_ page: PDFPage, in scale: Double) -> Bool {
        kept.map { $0.number == page.number && $0.scale == (scale, scale) } ?? false
    }

    /// The whole page in nearly this scale, in pixels a point; nil for one that would be too large.
    private func kept(
        _ page: PDFPage, _ scale: (x: Double, y: Double), of area: PageRectangle
    ) throws -> (scale: (x: Double, y: Double), raster: PageRaster)? {
        // Tiles at a page's edges are rounded to whole pixels and have scales a little apart from the others.
        if let kept, kept.number == page.number, abs(kept.scale.x - scale.x) * area.width <= 1,
            abs(kept.scale.y - scale.y) * area.height <= 1
        {
            return (kept.scale, kept.raster)
        }
        let (width, height) = ((page.width * scale.x).rounded(), (page.height * scale.y).rounded())
        guard width >= 1, height >= 1, max(width, height) < 32_000, width * height <= Self.keptPixels else {
            return nil
        }
        kept = nil
        let all = PageRectangle(left: 0, top: 0, right: width / scale.x, bottom: height / scale.y)
        let raster = try page.raster(of: all, width: Int(width), height: Int(height))
        kept = (page.number, scale, raster)
        return (scale, raster)
    }

    // MARK: - Sizes and words

    private func measure(_ wanted: MeasurePagesRequest, of pages: DocumentPages) throws {
        for number in wanted.pages {
            let address = PageAddress(entry: request.entry, page: number)
            try channel.begin(.textLayer, of: address, wanted.limits)
            do {
                let page = try page(number, of: pages)
                try channel.send(
                    .page(
                        PageFrame(
                            entry: request.entry, page: number, label: page.label, width: page.width,
                            height: page.height, text: "", origin: .textLayer, verdict: .missing,
                            words: wanted.wantsWords ? words(of: page, wanted.limits) : [])))
            } catch let error as any ReadingFailure {
                try channel.report(error, of: address, in: .textLayer)
            }
        }
        try channel.send(.finished(FinishedFrame(outcome: .complete)))
    }

    private func words(of page: PDFPage, _ limits: ExtractionLimits) -> [PageWord] {
        let normalizer = TextNormalizer(maximumBytes: limits.pageTextBytes)
        return page.words(maximum: limits.pageWords).compactMap { word in
            let text = normalizer.normalize(word.text).text
            guard !text.isEmpty else { return nil }
            return PageWord(
                text: text,
                box: [word.area.left, word.area.top, word.area.width, word.area.height].map {
                    ($0 * 100).rounded() / 100
                }, confidence: 1)
        }
    }
}
