import DocSearch
import Foundation

/// Pieces of pages around the words of a question.
extension Site {
    static var cropRoutes: [Route] {
        [
            Route("GET", "/documents/{id}/pages/{page}/crop.jpg", time: .drawing) { site, visit, values in
                let (document, number) = try await site.page(visit, values)
                let crop = try await site.crop(of: visit.query["q"] ?? "", document, number)
                return try await site.image(crop.request, of: document, for: visit)
            },
            Route("GET", "/documents/{id}/pages/{page}/crop.svg", time: .drawing) { site, visit, values in
                let (document, number) = try await site.page(visit, values)
                let crop = try await site.crop(of: visit.query["q"] ?? "", document, number)
                let image = try await site.drawn { try await $0.image(crop.request, of: document) }
                let text = crop.marked(image.bytes).source
                return Answer(200, type: "image/svg+xml; charset=utf-8", Array(text.utf8))
                    // The image is in it: an image that is shown in a page may not load another one.
                    .with("content-security-policy", "default-src 'none'; img-src data:")
                    .unless(visit, has: String(Secret.hash(text).prefix(32)))
            },
        ]
    }

    /// The piece of a page with the most of the words together.
    private func crop(of words: String, _ document: ArchiveDocument, _ number: Int) async throws -> Crop {
        guard words.unicodeScalars.count <= QueryItems.mostCharacters, !words.allSatisfy(\.isWhitespace) else {
            throw Problem.badParameter("q", "words of the page")
        }
        let page = try await drawn { try await $0.page(number, of: document) }
        let matches = try await desk.ask { try $0.matches(of: words, in: page) }
        // Where most of them stand together.
        let counts = Dictionary(grouping: matches.matches.compactMap(\.region)) { $0 }.mapValues(\.count)
        let best = counts.max { ($0.value, -$0.key) < ($1.value, -$1.key) }?.key
        let match = matches.matches.first { $0.region == best && !$0.boxes.isEmpty }
        guard let size = page.size, min(size.width, size.height) >= 0.1, let box = match?.boxes.first else {
            throw Problem(
                404, "These words cannot be located", "They are not on the page, or their position is unknown.")
        }
        return Crop(page: number, size: size, around: box, marks: matches.matches.flatMap(\.boxes))
    }
}

/// Three lines of a page or so, as wide as the page allows.
private struct Crop {
    var request: PageImageRequest
    /// Pixels of the piece.
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

    /// The piece with the words marked, as SVG 1.1.
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
