import BundleReading
internal import CTextLayer
import ExtractionProtocol
import Foundation

/// A document as a PDF to which text is added. Owns libqpdf's objects.
final class LayeredPDF {
    private let pdf: OpaquePointer
    /// Keeps the bytes valid that libqpdf reads.
    private let content: OpenedBundle.Content
    private var images: Images?

    private final class Images {
        let pages: DocumentPages
        var current: AnyObject?
        var failure: (any Error)?

        init(_ pages: DocumentPages) { self.pages = pages }
    }

    init(_ content: OpenedBundle.Content, passwords: PasswordSource, limits: ExtractionLimits) throws {
        guard let pdf = docsearch_layer_new() else { throw Self.outOfMemory }
        (self.pdf, self.content) = (pdf, content)
        switch content {
        case .pdf(let content):
            guard try read(content, password: "") == DOCSEARCH_LAYER_LOCKED else { return }
            let candidates = try passwords()
            guard try candidates.contains(where: { try read(content, password: $0) == DOCSEARCH_LAYER_DONE }) else {
                throw BundleError(
                    .locked,
                    candidates.isEmpty
                        ? "the PDF is encrypted" : "the PDF is encrypted, and none of the passwords opens it")
            }
        case .images:
            let images = Images(
                try DocumentPages(content, knownHash: "", keepsColors: true, passwords: { [] }, limits: limits))
            self.images = images
            try check(
                docsearch_layer_read_images(
                    pdf, Int32(images.pages.pageCount), Self.image, Unmanaged.passUnretained(images).toOpaque()))
        }
    }

    deinit { docsearch_layer_close(pdf) }

    var pageCount: Int { Int(docsearch_layer_page_count(pdf)) }
    var isEncrypted: Bool { docsearch_layer_is_encrypted(pdf) }
    var isSigned: Bool { docsearch_layer_is_signed(pdf) }
    /// The first damage of the PDF; nil without any.
    var repair: String? {
        let text = String(cString: docsearch_layer_repair(pdf))
        return text.isEmpty ? nil : text
    }

    func setFont(
        named name: String, variants: [[Int]], file: [UInt8], characters: [UInt8], encoding: [UInt8],
        narrowCodes: [Int], lastCode: Int
    ) throws {
        let edges = variants.joined().map { Int32(clamping: $0) }
        let narrow = narrowCodes.map { Int32(clamping: $0) }
        try check(
            docsearch_layer_set_font(
                pdf, name, edges, variants.count, file, file.count, characters, characters.count, encoding,
                encoding.count, narrow, narrow.count, Int32(lastCode)))
    }

    /// The problem of a page that gets no text, `changed`, or keeps its own text beside it, `unsupported`.
    func add(_ text: [UInt8], to page: AddTextRequest.Page) throws -> BundleError? {
        var (isAsShown, isHidden) = (false, false)
        try check(
            docsearch_layer_add(
                pdf, Int32(page.page - 1), page.width, page.height, Int32(page.turns), page.hidesLayer, text,
                text.count, &isAsShown, &isHidden))
        if !isAsShown {
            return BundleError(.changed, "libqpdf finds another size of the page than poppler, so it gets no text")
        }
        guard page.hidesLayer, !isHidden else { return nil }
        return BundleError(.unsupported, "the page's content is damaged, so its own text cannot be hidden")
    }

    func write(to output: Int32) throws { try check(docsearch_layer_write(pdf, output)) }

    private func read(_ content: DocumentContent, password: String) throws -> docsearch_layer_status {
        let status =
            switch content {
            case .bytes(let bytes):
                docsearch_layer_read_bytes(pdf, bytes.buffer.baseAddress, bytes.buffer.count, password)
            case .file(let file, let byteCount):
                docsearch_layer_read_file(pdf, file.rawValue, byteCount, password)
            }
        if status != DOCSEARCH_LAYER_LOCKED { try check(status) }
        return status
    }

    private static let image: docsearch_layer_image = { context, page, bytes, count in
        guard let context, let bytes, let count else { return false }
        let images = Unmanaged<Images>.fromOpaque(context).takeUnretainedValue()
        do {
            let pdf = try images.pages.pdf(ofImage: Int(page) + 1)
            images.current = pdf
            (bytes.pointee, count.pointee) = (pdf.buffer.baseAddress, pdf.buffer.count)
            return true
        } catch {
            images.failure = images.failure ?? error
            return false
        }
    }

    private func check(_ status: docsearch_layer_status) throws {
        guard status != DOCSEARCH_LAYER_DONE else { return }
        if let failure = images?.failure { throw failure }
        let reason = String(cString: docsearch_layer_reason(pdf))
        switch status {
        case DOCSEARCH_LAYER_OUTPUT: throw BundleError(.environment, "\(AddTextRequest.isNotWritten): \(reason)")
        case DOCSEARCH_LAYER_MEMORY: throw Self.outOfMemory
        case DOCSEARCH_LAYER_LOCKED: throw BundleError(.locked, "the PDF is encrypted")
        default: throw BundleError(.damaged, "libqpdf cannot read the PDF: \(reason)")
        }
    }

    private static let outOfMemory = BundleError(.limit, "there is not enough memory for the PDF (addressSpaceBytes)")
}
