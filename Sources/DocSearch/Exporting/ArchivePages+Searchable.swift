import ExtractionProtocol
import Foundation

/// A document as a searchable PDF, see ``ArchivePages/writeSearchablePDF(of:to:options:)``.
public struct SearchablePDF: Sendable, Hashable {
    /// Pages that got their recognised words as invisible text.
    public var pages = 0
    /// Words in them.
    public var words = 0
    /// Pages, from 1, that the index has a text for, and that got none: words of other origin have no places, the page has
    /// another size, or it has a good text layer, which people have corrected in the index.
    public var pagesWithoutWords: [Int] = []
    /// Pages, from 1, whose text is damaged in the index, so that they got none.
    public var unreadPages: [Int] = []
    /// Pages, from 1, that offer their garbled or partial text beside the recognised one: their content is too
    /// damaged to hide it.
    public var pagesWithOldText: [Int] = []
    /// The damage of the original that is repaired in the copy; nil without any.
    public var repair: String?
}

/// Which PDFs are copied although the copy loses a signature or its encryption.
public struct SearchablePDFOptions: Sendable, Hashable {
    /// Signed PDFs are copied as well. Their signatures are not valid for the copy. Without it they are refused.
    public var allowsSigned = false
    /// Encrypted PDFs that a password opens are copied as well, without encryption. Without it they are refused.
    public var removesEncryption = false
    /// PDFs with other documents within them, such as portfolios, are copied whatever becomes of those. Without it they are
    /// refused unless all these are exported as well: somebody may have left them out because they are closed.
    public var allowsDocumentsWithin = false

    /// The defaults.
    public init() {}
}

extension ArchivePages {
    /// Writes a document as a PDF whose recognised pages have their words as invisible text. Pages look as before, and their
    /// content is as before; pages whose own text counts are left alone, and a text layer that the recognised text takes the
    /// place of is hidden from programs. Nothing is recognised. The same document and words give the same bytes. Returns what
    /// was added.
    ///
    /// `descriptor` is a file open for writing, which the caller empties after an error.
    ///
    /// - Throws: As ``image(_:of:)`` does; `unreadable` for a PDF that is signed, encrypted or cannot be read, unless
    ///   `options` allow it, and `environment` when the file cannot be written.
    public func writeSearchablePDF(
        of document: ArchiveDocument, to descriptor: Int32, options: SearchablePDFOptions = SearchablePDFOptions()
    ) async throws -> SearchablePDF {
        let index = index
        let viewed = try await lookups.run { try ViewedDocument(document, in: index) }
        return try await answer(.export, about: viewed, page: nil) { desk, stop in
            let texts = try TextLayerFile(of: document, in: index)
            return try Self.addText(texts, to: viewed, descriptor, options, desk, stop)
        }
    }

    /// The same as a file without a name, which is kept for further requests.
    ///
    /// - Throws: As ``writeSearchablePDF(of:to:options:)`` does.
    package func searchablePDF(
        of document: ArchiveDocument, options: SearchablePDFOptions = SearchablePDFOptions()
    ) async throws -> DocumentBytes {
        let index = index
        let state = try await lookups.run { try index.exportState(of: document, .searchablePDF) }
        return try await copied(.export, " searchable \(state)", of: document) { desk, viewed, stop in
            let file = try OpenFile.temporary()
            let texts = try TextLayerFile(of: document, in: index)
            _ = try Self.addText(texts, to: viewed, file.descriptor, options, desk, stop)
            guard let status = FileStatus(descriptor: file.descriptor), let tag = FileHash.sha256(file.descriptor)
            else {
                throw DocSearchError.system("Reading the copy of", document.path)
            }
            return DocumentBytes(descriptor: file.handedOn(), byteCount: status.byteCount, tag: tag)
        }
    }

    private static func addText(
        _ texts: TextLayerFile, to viewed: ViewedDocument, _ output: Int32, _ options: SearchablePDFOptions,
        _ desk: ReadingDesk, _ stop: StopFlag
    ) throws -> SearchablePDF {
        let document = viewed.document
        let bundle = try desk.bundle(of: viewed, stop: stop)
        var request = AddTextRequest(
            path: viewed.row.relativePath, entry: document.entry, contentHash: document.contentHash,
            pageCount: document.pageCount, access: bundle.access, limits: desk.conversation.options.limits.extraction)
        (request.pages, request.font) = (texts.pages, texts.font)
        request.allowsSigned = options.allowsSigned
        request.removesEncryption = options.removesEncryption
        var result = texts.summary
        let answer = try desk.conversation.addText(request, of: bundle, texts: texts.descriptor, to: output, stop: stop)
        result.repair = answer.repair
        for page in answer.leftOut {
            result.pages -= 1
            result.words -= texts.words[page] ?? 0
        }
        result.pagesWithoutWords = (result.pagesWithoutWords + answer.leftOut).sorted()
        result.pagesWithOldText = answer.notHidden
        guard bundle.isUnchanged else { throw DocSearchError.changed(viewed) }
        return result
    }
}

/// The texts of a request, in a file without a name: a book's words are not held in memory.
final class TextLayerFile: Sendable {
    let descriptor: Int32
    let pages: [AddTextRequest.Page]
    let font: AddTextRequest.Font
    let summary: SearchablePDF
    /// By page.
    let words: [Int: Int]

    /// Only recognised words have places. The origin of the text decides that counts for the page: a person may prefer the
    /// recognised one to a good layer.
    init(of document: ArchiveDocument, in index: ArchiveIndex) throws {
        var pages: [AddTextRequest.Page] = []
        var font = TextLayerFont(of: document.contentHash)
        var summary = SearchablePDF()
        var words: [Int: Int] = [:]
        let file = try OpenFile.temporary()
        let output = file.descriptor
        func append(_ bytes: [UInt8]) throws {
            if let number = bytes.withUnsafeBytes({ WholeWrite.failure(of: $0, to: output) }) {
                throw DocSearchError.system("Writing a temporary file in", UnnamedFile.folder, errno: number)
            }
        }
        for number in stride(from: 1, through: document.pageCount, by: 1) {
            guard let page = try index.page(number, of: document) else { continue }
            if page.damage != nil, page.origin != .textLayer { summary.unreadPages.append(number) }
            if page.origin == .textLayer, page.originalText != nil { summary.pagesWithoutWords.append(number) }
            guard page.origin != .textLayer, !page.text.isEmpty else { continue }
            guard let size = page.size, !page.words.isEmpty else {
                // A good layer has the places that a sidecar lacks.
                if page.verdict != .good { summary.pagesWithoutWords.append(number) }
                continue
            }
            let layer = TextLayer(page.words, on: size, font: &font)
            guard layer.wordCount > 0 else { continue }
            try append(layer.content)
            pages.append(
                AddTextRequest.Page(
                    page: number, width: size.width, height: size.height, hidesLayer: page.layer != nil,
                    byteCount: layer.content.count, turns: layer.turns))
            words[number] = layer.wordCount
            summary.words += layer.wordCount
        }
        summary.pages = pages.count
        let parts = font.parts
        for part in parts { try append(part) }
        self.font = AddTextRequest.Font(
            name: font.name, variants: font.variants, byteCounts: parts.map(\.count), narrowCodes: font.narrowCodes,
            lastCode: font.lastCode)
        (self.pages, self.summary, self.words) = (pages, summary, words)
        descriptor = file.handedOn()
    }

    deinit { close(descriptor) }
}
