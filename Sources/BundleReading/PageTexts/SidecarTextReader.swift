internal import BundleConventions
internal import ExtractionProtocol
internal import Markup

package struct SidecarDocumentText: Sendable {
    /// From the first page; nil for a page without text. There may be fewer or more pages than the document has.
    package internal(set) var pages: [SidecarPage?] = []
    package internal(set) var unpaged: String?
    /// From the first page, also for pages without text.
    package internal(set) var labels: [String?] = []
    /// The pages belong to the document only if their number is the same.
    package internal(set) var isCounted = false
    package internal(set) var problems: [BundleError] = []
    /// Why text may be missing that was there before; no fault in itself.
    package internal(set) var warning: String?
    /// It is plain text without a final line end, as if cut off.
    package internal(set) var hasOpenEnd = false

    package init() {}
}

struct SidecarTextReader {
    private let session: ReadingSession
    private var result = SidecarDocumentText()

    static func text(_ source: SidecarText, in session: ReadingSession) -> SidecarDocumentText {
        var reader = SidecarTextReader(session: session)
        reader.read(source)
        // Damage from before may be worse now.
        reader.result.warning = reader.result.warning ?? reader.result.problems.first?.reason
        return reader.result
    }

    private mutating func read(_ source: SidecarText) {
        switch source {
        case .none: break
        case .lost(let reference): warn(of: reference, "there is no text of pages in it")
        case .unpaged(let text): result.unpaged = text
        case .file(let reference, .plain): readPlain(reference)
        case .file(let reference, let format): result.pages = pages(of: reference, as: format) ?? []
        case .files(let references, let format):
            // A file named for several pages is only used for the first, to avoid repeating its text.
            var named: Set<FileReference> = []
            result.pages = references.map { reference in
                guard let reference, named.insert(reference).inserted else { return nil }
                return pages(of: reference, as: self.format(of: reference) ?? format).flatMap(Self.joined)
            }
        case .candidates(let pages, _): result.pages = pages.map { best(of: $0) }
        case .searchText(let text, let index): readSearchText(text, index)
        case .labelled(let inner, let labels):
            read(inner)
            result.labels = labels
            for (number, label) in labels.enumerated() where number < result.pages.count {
                result.pages[number]?.label = label
            }
        }
    }

    /// The first text among the files, some of which may have none: page layouts, failed steps.
    private mutating func best(of files: [FileReference]) -> SidecarPage? {
        var known: [(file: FileReference, format: SidecarTextForm)] = []
        for file in files.prefix(Self.mostCandidates) {
            if let format = format(of: file) {
                known.append((file, format))
            } else if let lack = BundleMarkup.lack(in: session.textHead(of: file)) {
                result.problems.append(BundleError(.damaged, lack, entry: file.entry?.name))
            }
        }
        for (file, format) in known {
            guard let page = pages(of: file, as: format).flatMap(Self.joined), !page.text.isEmpty else { continue }
            return page
        }
        return nil
    }

    /// Pages of one document may have texts in several formats.
    private func format(of file: FileReference) -> SidecarTextForm? {
        if let path = file.entry?.path, FileType(path: path) == .txt { return .plain }
        return SidecarTextForm(ofMarkup: session.textHead(of: file))
    }

    /// Steps of a workflow, each of which leaves a file for each page.
    private static let mostCandidates = 32

    private mutating func pages(of reference: FileReference, as format: SidecarTextForm) -> [SidecarPage?]? {
        do {
            switch format {
            case .plain:
                let bytes = try session.bytes(of: reference, limit: short)
                if bytes.isEmpty { warn(of: reference, "it is empty") }
                if let last = bytes.last, ![0x0A, 0x0C, 0x0D].contains(last) { result.hasOpenEnd = true }
                return [SidecarPage(text: try Self.plainText(bytes))]
            case .yianaResults:
                return try YianaResults.pages(session.bytes(of: reference, limit: short), limits: session.limits)
            case .page: return try PAGEReader.pages(unpacked(reference, limit: long), limits: session.limits)
            // Neither is in a file of its own.
            case .metadata, .searchText: return nil
            case .alto:
                return try ALTOReader.pages(limits: session.limits) { try readUnpacked(reference, limit: long, $0) }
            case .djvu:
                return try DjVuXMLReader.pages(limits: session.limits) { try session.read(reference, limit: long, $0) }
            case .hocr:
                let document = try HOCRReader.document(limits: session.limits) {
                    try readUnpacked(reference, limit: long, $0)
                }
                if let flaw = document.flaw {
                    result.problems.append(BundleError(.damaged, flaw, entry: reference.entry?.name))
                }
                if document.hasOpenEnd { warn(of: reference, "it does not say where it ends") }
                return document.pages.map(\.page)
            }
        } catch let partial as PartialText {
            result.problems.append(partial.reason.naming(reference.entry?.name ?? ""))
            return [SidecarPage(text: partial.text)]
        } catch {
            result.problems.append(BundleError(error, reading: reference.entry?.name))
            return nil
        }
    }

    private static func plainText(_ bytes: [UInt8]) throws -> String {
        if let flaw = MarkupWholeness.flaw(ofPlain: bytes) { throw BundleError(.damaged, flaw) }
        return TextDecoding.text(of: bytes)
    }

    private mutating func warn(of reference: FileReference, _ what: String) {
        result.warning = result.warning ?? "\(reference.entry?.name ?? "the text"): \(what)"
    }

    private mutating func readSearchText(_ text: FileReference, _ index: FileReference) {
        do {
            result.pages = try SearchTextReader.pages(
                text: unpacked(text, limit: long), index: unpacked(index, limit: short), limits: session.limits)
            if result.pages.last??.text.isEmpty == true { warn(of: text, "its last page has no text") }
        } catch {
            result.problems.append(BundleError(error, reading: text.entry?.name))
        }
    }

    private var short: ByteLimit { .metadata(session.limits) }
    private var long: ByteLimit { .markup(session.limits) }

    private func unpacked(_ reference: FileReference, limit: ByteLimit) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try readUnpacked(reference, limit: limit) { bytes.append(contentsOf: $0) }
        return bytes
    }

    private func readUnpacked(_ reference: FileReference, limit: ByteLimit, _ consume: ByteConsumer) throws {
        guard session.head(of: reference).starts(with: Gzip.mark)
        else { return try session.read(reference, limit: limit, consume) }
        let gzip = try Gzip(limit: limit, ratio: session.limits.compressionRatio)
        try session.read(reference, limit: limit) { try gzip.feed($0, consume) }
        try gzip.finish()
    }

    /// Text by page when the file has form feeds. Without them nothing assigns it to pages.
    private mutating func readPlain(_ reference: FileReference) {
        guard let text = pages(of: reference, as: .plain)?.first??.text, !text.isEmpty else { return }
        // By scalars: a form feed never joins the next one, and this is much faster.
        var pages = text.unicodeScalars.split(separator: "\u{C}", omittingEmptySubsequences: false).map { String($0) }
        guard pages.count > 1 else {
            result.unpaged = text
            return
        }
        // `pdftotext` and its like end every page with a form feed, including the last.
        if pages.last == "" { pages.removeLast() }
        result.pages = pages.map { SidecarPage(text: $0) }
        result.isCounted = true
    }

    /// A file for one page may hold several, if an image was split.
    private static func joined(_ pages: [SidecarPage?]) -> SidecarPage? {
        let pages = pages.compactMap { $0 }
        guard pages.count > 1 else { return pages.first }
        return SidecarPage(text: pages.map(\.text).joined(separator: "\n\n"), label: pages[0].label)
    }
}

extension SidecarTextForm {
    init?(ofMarkup head: [UInt8]) {
        let text = TextDecoding.text(of: head)
        if text.contains("<alto") || text.contains(":alto") {
            self = .alto
        } else if text.contains("PcGts") {
            self = .page
        } else if text.contains("ocr_page") || text.contains("ocrx_page") || text.contains("ocr-system") {
            self = .hocr
        } else if text.contains("<DjVuXML") {
            self = .djvu
        } else {
            return nil
        }
    }
}
