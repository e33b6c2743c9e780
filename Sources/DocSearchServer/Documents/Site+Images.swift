import AnswerForms
import DocSearch
import Foundation

extension Site {
    static var imageRoutes: [Route] {
        [
            Route("GET", "/documents/{id}/pages/{page}/crop.jpg", time: .drawing) { site, visit, values in
                let (document, number) = try await site.page(visit, values)
                let crop = try await site.crop(document, number, visit)
                return try await site.image(crop.request, of: document, for: visit)
            },
            Route("GET", "/documents/{id}/pages/{page}/crop.svg", time: .drawing) { site, visit, values in
                let (document, number) = try await site.page(visit, values)
                let crop = try await site.crop(document, number, visit)
                let image = try await site.drawn { try await $0.image(crop.request, of: document) }
                let text = crop.marked(image.bytes).source
                return Answer(200, type: "image/svg+xml; charset=utf-8", Array(text.utf8))
                    // The image is embedded, because an image in a page may not load others.
                    .with("content-security-policy", "default-src 'none'; img-src data:")
                    .unless(visit, has: String(Secret.hash(text).prefix(32)))
            },
            Route("GET", "/documents/{id}/pages/{page}.jpg", time: .drawing) { site, visit, values in
                let (document, number) = try await site.page(visit, values)
                let width = try visit.query.number("width", 16...4000, usually: 1000)
                let size = try await site.size(of: document, number)
                let height = max(1, Int((Double(width) * size.height / size.width).rounded()))
                guard height <= 12_000, width * height <= ImageParameters.maxArea
                else { throw ProblemDetails.badParameter("width", "less for a page so long") }
                return try await site.image(
                    PageImageRequest(page: number, width: width, height: height), of: document, for: visit)
            },
            Route("GET", "/files/{id}.pdf", time: .copying) { site, visit, values in
                let document = try await site.document(visit, values)
                return try await site.file(of: document, visit) { try await $0.file(of: document) }
            },
            Route("GET", "/documents/{id}/searchable.pdf", time: .copying) { site, visit, values in
                let document = try await site.document(visit, values)
                return try await site.file(of: document, visit, named: document.exportName + ".pdf") {
                    try await $0.searchablePDF(of: document)
                }
            },
        ]
    }

    func size(of document: ArchiveDocument, _ number: Int) async throws -> PageText.Size {
        let found = try await drawn { try await $0.size(of: document, page: number) }
        guard let size = found, size.isDrawable else {
            throw ProblemDetails(404, "This page cannot be drawn", "It is damaged, or the document has no such page.")
        }
        return size
    }

    func image(_ request: PageImageRequest, of document: ArchiveDocument, for visit: Visit) async throws -> Answer {
        let file = try await drawn { try await $0.imageFile(request, of: document) }
        // Revalidated each time: the next person at the browser may not be allowed to see it.
        var answer = Answer(200, type: request.format.mediaType, []).unless(visit, has: file.tag)
        if answer.status == 200 { answer.body = try await FilePieces(file).body }
        return answer
    }

    func drawn<Value: Sendable>(
        _ body: @escaping @Sendable (ArchivePages) async throws -> Value
    ) async throws -> Value {
        guard let pages
        else { throw ProblemDetails(503, "Pages cannot be drawn", "The log of the server says what is missing.") }
        do {
            return try await Deadline.keep { try await body(pages) }
        } catch is Deadline.Passed {
            throw ProblemDetails.tooLate
        } catch let error as DocSearchError {
            let (status, title, retryAfter): (Int, String, Int?) =
                switch error.code {
                // The parameters were checked before; these limits concern the document.
                case .missingFile, .changedFile, .unreadable, .limit: (404, "This cannot be shown", nil)
                case .notFound: throw ProblemDetails.noDocument
                case .tooSlow: (503, "This took too long", 120)
                case .interrupted: (503, "This was interrupted", 2)
                case .busy: (503, "The server is busy", 2)
                default: (503, "This cannot be shown", nil)
                }
            throw ProblemDetails(status, title, error.sentenceOfViewing, retryAfter: retryAfter, cause: error.message)
        }
    }

    private func crop(_ document: ArchiveDocument, _ number: Int, _ visit: Visit) async throws -> Crop {
        guard let words = try visit.query.text("q"), !words.allSatisfy(\.isWhitespace)
        else { throw ProblemDetails.badParameter("q", "words of the page") }
        let page = try await drawn { try await $0.page(number, of: document) }
        var question = SearchQuestion(words: words)
        question.isLiteral = try visit.query.flag("literal")
        let (visitor, asked) = (visit.visitor, question)
        let (marks, shown) = try await desk.ask { index -> ([Range<Int>], [Range<Int>]) in
            guard let request = try visitor.request(for: asked, in: index) else { return ([], []) }
            return (
                try index.marks(for: request, in: [page])[0], try index.snippetMarks(for: request, in: page)
            )
        }
        let matches = page.matches(at: marks)
        let match = matches.matches.first { shown.contains($0.range) && !$0.boxes.isEmpty }
        guard let size = page.size, min(size.width, size.height) >= 0.1, let box = match?.boxes.first else {
            throw ProblemDetails(
                404, "These words cannot be located", "They are not on the page, or their position is unknown.")
        }
        return Crop(page: number, size: size, around: box, marks: matches.matches.flatMap(\.boxes))
    }

    // MARK: - Documents

    private func file(
        of document: ArchiveDocument, _ visit: Visit, named given: String? = nil,
        _ body: @escaping @Sendable (ArchivePages) async throws -> DocumentBytes
    ) async throws -> Answer {
        guard try await desk.ask({ try Self.mayHandOutFile(of: document, to: visit.visitor, in: $0) }) else {
            throw ProblemDetails(
                404, "This file cannot be shown", "There are other documents within it that you may not see.")
        }
        let file = try await drawn(body)
        let path = document.entry.isEmpty ? document.bundlePath : document.entry
        let name = given ?? path.split(separator: "/").last.map(String.init) ?? "document.pdf"
        return try await download(file, as: name, type: file.mediaType, visit)
    }

    /// A file also contains its embedded documents, such as those of a portfolio, and each has its own rights.
    static func mayHandOutFile(
        of document: ArchiveDocument, to visitor: Visitor, in index: ArchiveIndex
    ) throws -> Bool {
        // A link covers one document.
        guard visitor.share == nil else { return try !index.hasDocuments(within: document) }
        return try visitor.sight.map { try index.permitsOthers(inBundleOf: document, isWithin: true, access: $0) }
            ?? true
    }

    /// Always as a download, because the content is untrusted.
    func download(_ file: DocumentBytes, as name: String, type: String, _ visit: Visit) async throws -> Answer {
        var answer = Answer(type: type, []).with("accept-ranges", "bytes").downloaded(as: name)
            .unless(visit, has: file.tag)
        guard answer.status == 200 else { return answer }
        var range = 0..<file.byteCount
        switch ByteRange.of(visit, count: file.byteCount, tag: file.tag) {
        case .all: break
        case .part(let part):
            range = part
            answer.status = 206
            answer = answer.with("content-range", "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(file.byteCount)")
        case .outside:
            return ProblemDetails(416, "Range not satisfiable", "The document has \(file.byteCount) bytes.").answer
                .with("content-range", "bytes */\(file.byteCount)")
        }
        answer.body = try await FilePieces(file, range).body
        return answer
    }
}

/// About three lines of a page, as wide as the page allows.
private struct Crop {
    var request: PageImageRequest
    private var marks: [PageBox]

    private static let width = 640.0

    init(page: Int, size: PageText.Size, around box: PageBox, marks: [PageBox]) {
        let height = min(size.height, max(box.height * 4.5, 60))
        let width = min(size.width, height * Self.width / 120)
        let region = PageBox(
            left: max(0, min(size.width - width, box.left + box.width / 2 - width / 2)),
            top: max(0, min(size.height - height, box.top + box.height / 2 - height / 2)), width: width, height: height)
        let scale = Self.width / width
        request = PageImageRequest(page: page, width: Int(Self.width), height: max(1, Int((height * scale).rounded())))
        request.region = region
        let (right, bottom) = (region.left + region.width, region.top + region.height)
        self.marks = marks.filter { mark in
            mark.left < right && mark.left + mark.width > region.left && mark.top < bottom
                && mark.top + mark.height > region.top
        }.map { mark in
            PageBox(
                left: (mark.left - region.left) * scale, top: (mark.top - region.top) * scale,
                width: mark.width * scale, height: mark.height * scale)
        }
    }

    func marked(_ jpeg: [UInt8]) -> HTML {
        let (width, height) = (request.width, request.height)
        let boxes: [HTML] = marks.map { mark in
            "<rect x=\"\(mark.left - 2)\" y=\"\(mark.top - 2)\" width=\"\(mark.width + 4)\" height=\"\(mark.height + 4)\" rx=\"3\" fill=\"#ffd23f\" fill-opacity=\"0.4\" stroke=\"#a86a00\"/>"
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)"><image width="\(width)" height="\(height)" xlink:href="data:image/jpeg;base64,\(Data(jpeg).base64EncodedString())"/>\(boxes)</svg>

            """
    }
}
