/// A text that is kept of a page: what a program has read, what came with the bundle, or what people have made of it.
public struct TextVersion: Sendable, Hashable {
    /// From 1.
    public var page: Int
    /// Nil for a text that people have corrected.
    public var origin: PageText.Origin?
    /// Name and version of what read it; empty for a bundle's own text and for what people have made of one.
    public var engine: String
    /// Tesseract's codes; empty where nothing was recognised.
    public var languages: [String]
    /// When somebody asked for it, in seconds since 1970; nil for what a run has read.
    public var asked: Int64?
    /// 0 to 1; nil where nothing was recognised.
    public var confidence: Double?
    /// What is known of it besides, such as why a layer is no good, or why a program had no answer.
    public var reasons: [String]
    /// Empty where there is none, or where it cannot be read any more.
    public var text: String
    /// Whether searches find the page by it.
    public var isTaken: Bool
}

extension ArchiveIndex {
    /// The texts that are kept of a document's pages, or of the page `page` (from 1), in page order, and of a page the oldest
    /// first.
    ///
    /// - Throws: ``DocSearchError`` with code `notFound` for a missing page.
    public func textVersions(of document: ArchiveDocument, page: Int? = nil) throws -> [TextVersion] {
        let current = try pages(of: document, page: page, withLayouts: false)
        let stores = try IndexStores(reading: folder)
        guard let source = try stores.index.pageSource(document: document.id) else { return [] }
        let rows = try stores.index.pages(document: document.id, page.map { $0...$0 })
        let taken = Set(rows.compactMap { $0.page.readTextID == nil ? $0.page.textID : nil })
        let kept = try stores.pages.pages(of: stores.scope(of: source)).filter { row in
            row.page > 0 && page.map { $0 == row.page } != false
                // Another bundle with the same document has its own.
                && (row.source.origin != .sidecar || row.source == source.sidecar)
        }
        let texts = try stores.pages.texts(kept.map(\.id))
        let versions = kept.map { row in
            let isRead = row.source.origin == .ocr
            return TextVersion(
                page: row.page, origin: PageText.Origin(rawValue: row.source.origin.rawValue),
                engine: row.source.engine ?? "",
                languages: isRead ? row.source.languages : [], asked: row.source.askedAt,
                confidence: isRead ? row.confidence : nil, reasons: row.reasons, text: texts[row.id] ?? "",
                isTaken: taken.contains(row.id))
        }
        let corrected = current.filter { $0.originalText != nil }.map { page in
            TextVersion(
                page: page.page, origin: nil, engine: "", languages: [], asked: nil, confidence: nil, reasons: [],
                text: page.text, isTaken: true)
        }
        return (versions + corrected).enumerated()
            .sorted { ($0.element.page, $0.offset) < ($1.element.page, $1.offset) }.map(\.element)
    }
}
