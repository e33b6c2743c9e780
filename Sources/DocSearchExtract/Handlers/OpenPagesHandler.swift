import BundleReading
import ExtractionProtocol
import Foundation
import PageReading
import TextNormalization

final class OpenPagesHandler {
    private let request: OpenPagesRequest
    private let descriptor: Int32
    private let channel: Channel
    /// Opening a page of images decodes its image.
    private var opened: OpenPage?

    private struct OpenPage {
        let number: Int
        let page: PDFPage
        /// Cached, because it reads the page's content.
        lazy var isScan = page.isScan
        /// The whole page, drawn once parts were requested: each part would decode the page's images again.
        var kept: Kept?
    }

    /// In pixels for each point.
    private typealias Kept = (scale: (x: Double, y: Double), raster: PageRaster)

    /// Pixels for each point at which scans are drawn: 288 dots per inch, the size of IIIF canvases.
    private static let fullScale = 4.0
    /// Most pixels of a cached page: A4 at four pixels for each point has eight million, and each takes four bytes.
    private static let keptPixels = 12_000_000.0

    init(request: OpenPagesRequest, descriptor: Int32, channel: Channel) {
        (self.request, self.descriptor, self.channel) = (request, descriptor, channel)
    }

    /// Throws only when the coordinator cannot be reached or sends an unexpected request.
    func run() throws {
        var document: (bundle: OpenedBundle, pages: DocumentPages)?
        try channel.answer(.document, of: address(0), within: request.limits) {
            let (bundle, content) = try channel.openDocument(of: request, in: descriptor)
            let pages = try DocumentPages(
                content, knownHash: request.contentHash, keepsColors: true, passwords: channel.passwords,
                limits: request.limits)
            document = (bundle, pages)
            return FinishedFrame(outcome: .complete)
        }
        guard let (bundle, pages) = document else { return }
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

    private func address(_ page: Int) -> PageAddress { PageAddress(entry: request.entry, page: page) }

    private func page(_ number: Int, of pages: DocumentPages) throws -> PDFPage {
        if let opened, opened.number == number { return opened.page }
        opened = nil
        let page = try pages.page(number)
        opened = OpenPage(number: number, page: page)
        return page
    }

    // MARK: - Images

    private func draw(_ drawing: DrawPageRequest, of pages: DocumentPages, to output: Int32) throws {
        try channel.answer(.render, of: address(drawing.page), within: drawing.limits) {
            let bytes = try image(drawing, of: try page(drawing.page, of: pages))
            guard bytes.count <= drawing.maximumBytes else {
                throw PageReadingError(
                    .limit, "the image has \(bytes.count) bytes; the limit is \(drawing.maximumBytes)")
            }
            try bytes.withUnsafeBytes { try CopyRequestHandler.copy($0, to: output) }
            try channel.send(.drawn(DrawnFrame(byteCount: bytes.count)))
            return FinishedFrame(outcome: .complete)
        }
    }

    private func image(_ drawing: DrawPageRequest, of page: PDFPage) throws -> [UInt8] {
        let (pixels, isHuge) = drawing.width.multipliedReportingOverflow(by: drawing.height)
        guard !isHuge, pixels <= drawing.limits.pagePixels else {
            throw PageReadingError(
                .limit,
                "an image of \(drawing.width) by \(drawing.height) pixels; the limit is "
                    + "\(drawing.limits.pagePixels) (pagePixels)")
        }
        let raster = try raster(drawing, of: page).turned(by: drawing.rotation, isMirrored: drawing.isMirrored)
        return switch drawing.format {
        case .jpeg: try raster.jpeg(quality: drawing.quality, colors: drawing.colors)
        case .png: try raster.png(colors: drawing.colors)
        }
    }

    private func raster(_ drawing: DrawPageRequest, of page: PDFPage) throws -> PageRaster {
        let (width, height) = (drawing.width, drawing.height)
        let area =
            drawing.region.flatMap(PageRectangle.init(box:))
            ?? PageRectangle(left: 0, top: 0, right: page.width, bottom: page.height)
        let scale = (x: Double(width) / area.width, y: Double(height) / area.height)
        if let reduced = try reduced(area, of: page, scale, to: (width, height)) { return reduced }
        guard drawing.region != nil, let kept = try kept(page, scale, of: area) else {
            return try page.raster(of: area, width: width, height: height)
        }
        return try kept.raster.cropped(
            left: Int((area.left * kept.scale.x).rounded()), top: Int((area.top * kept.scale.y).rounded()),
            width: width, height: height)
    }

    /// Cut from the whole page at ``fullScale``: cairo takes three times as long to scale down a scan, and every other
    /// size and part of the page comes from the same pixels. Nil where that does not help.
    private func reduced(
        _ area: PageRectangle, of page: PDFPage, _ scale: (x: Double, y: Double), to size: (width: Int, height: Int)
    ) throws -> PageRaster? {
        let full = Self.fullScale
        guard max(scale.x, scale.y) < full * 1.01, isKept(in: full) || opened?.isScan == true,
            let kept = try kept(page, (full, full), of: area)
        else { return nil }
        let part = PageRectangle(
            left: area.left * full, top: area.top * full, right: area.right * full, bottom: area.bottom * full)
        return try kept.raster.reduced(from: part, to: size.width, height: size.height)
    }

    private func isKept(in scale: Double) -> Bool { opened?.kept.map { $0.scale == (scale, scale) } ?? false }

    /// At nearly this scale, in pixels for each point. Nil for one that would be too large.
    private func kept(_ page: PDFPage, _ scale: (x: Double, y: Double), of area: PageRectangle) throws -> Kept? {
        // Tiles at a page's edges are rounded to whole pixels, so their scales differ slightly.
        if let kept = opened?.kept, abs(kept.scale.x - scale.x) * area.width <= 1,
            abs(kept.scale.y - scale.y) * area.height <= 1
        {
            return kept
        }
        let (width, height) = ((page.width * scale.x).rounded(), (page.height * scale.y).rounded())
        guard width >= 1, height >= 1, max(width, height) < 32_000, width * height <= Self.keptPixels else {
            return nil
        }
        opened?.kept = nil
        let all = PageRectangle(left: 0, top: 0, right: width / scale.x, bottom: height / scale.y)
        opened?.kept = (scale, try page.raster(of: all, width: Int(width), height: Int(height)))
        return opened?.kept
    }

    // MARK: - Sizes and words

    private func measure(_ wanted: MeasurePagesRequest, of pages: DocumentPages) throws {
        for number in wanted.pages {
            try channel.begin(.textLayer, of: address(number), wanted.limits)
            do {
                let page = try page(number, of: pages)
                try channel.send(
                    .page(
                        PageFrame(
                            entry: request.entry, page: number, label: page.label, width: page.width,
                            height: page.height, text: "", origin: .textLayer, verdict: .missing,
                            words: wanted.wantsWords ? page.pageWords(wanted.limits) : [])))
            } catch let error as any ReadingFailure {
                try channel.report(error, of: address(number), in: .textLayer)
            }
        }
        try channel.finish()
    }

    // MARK: - What the document has beside its pages

    private func list(_ wanted: ListContentsRequest, of pages: DocumentPages, in bundle: OpenedBundle) throws {
        try channel.begin(.document, of: address(0), wanted.limits)
        let normalizer = TextNormalizer(maximumBytes: ContentsFrame.titleBytes)
        var headings = pages.outline(most: ContentsFrame.mostHeadings, deepest: ContentsFrame.deepest)
        for index in headings.indices {
            let words = normalizer.normalize(headings[index].title).text.split(whereSeparator: \.isWhitespace)
            headings[index].title = words.joined(separator: " ")
        }
        try channel.send(.contents(ContentsFrame(outline: headings, files: bundle.attachments)))
        try channel.finish()
    }

    private func copy(_ wanted: CopyFileRequest, from bundle: OpenedBundle, to output: Int32) throws {
        try channel.answer(.document, of: address(0), within: wanted.limits) {
            try bundle.readAttachment(wanted.number) { try CopyRequestHandler.copy($0, to: output) }
            return FinishedFrame(outcome: .complete)
        }
    }
}

extension Double {
    func rounded(perUnit steps: Double) -> Double { (self * steps).rounded() / steps }
}

extension PageRectangle {
    /// `box` is left, top, width and height. Nil unless it has four numbers.
    init?(box: [Double]) {
        guard box.count == 4 else { return nil }
        self.init(left: box[0], top: box[1], right: box[0] + box[2], bottom: box[1] + box[3])
    }
}
