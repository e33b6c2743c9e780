internal import CPopplerGLib

extension PDFPage {
    /// The text layer in reading order, as it is, with the boxes of its characters. U+FFFD stands for invalid UTF-8.
    package func textLayer() -> PageTextLayer {
        withLayout { text, rectangles in
            guard let rectangles else { return PageTextLayer(text: text) }
            let boxes = Self.runs(of: rectangles)
            guard text.unicodeScalars.count == rectangles.count else {
                return PageTextLayer(text: wholeLines() ?? text, boxes: boxes)
            }
            let gaps = Self.gaps(in: rectangles)
            return PageTextLayer(text: gaps.isEmpty ? text : Self.divided(text, at: gaps), boxes: boxes)
        } ?? PageTextLayer()
    }

    /// Lends the text and its boxes: one a character, unless poppler has lost some, as in text from right to left.
    func withLayout<Result>(_ body: (String, UnsafeBufferPointer<PopplerRectangle>?) -> Result) -> Result? {
        guard let text = GLibText.take(poppler_page_get_text(page)) else { return nil }
        var rectangles: UnsafeMutablePointer<PopplerRectangle>?
        var count: guint = 0
        guard poppler_page_get_text_layout(page, &rectangles, &count) != 0, let rectangles else {
            return body(text, nil)
        }
        defer { g_free(rectangles) }
        return body(text, UnsafeBufferPointer(start: rectangles, count: Int(count)))
    }

    /// The text by whole lines, which has the first and last line of text that runs from right to left too.
    private func wholeLines() -> String? {
        var area = PopplerRectangle(x1: -1, y1: -1, x2: width + 1, y2: height + 1)
        return GLibText.take(poppler_page_get_selected_text(page, POPPLER_SELECTION_LINE, &area))
    }

    /// The boxes of characters that follow each other on a line, as one rectangle.
    static func runs(of rectangles: UnsafeBufferPointer<PopplerRectangle>) -> [PageRectangle] {
        var runs: [PageRectangle] = []
        for rectangle in rectangles.lazy.compactMap(Self.rectangle) {
            guard let run = runs.last, run.top == rectangle.top, run.bottom == rectangle.bottom,
                rectangle.left >= run.left, rectangle.left - run.right <= 0.2 * rectangle.height
            else {
                runs.append(rectangle)
                continue
            }
            runs[runs.count - 1].right = max(run.right, rectangle.right)
        }
        return runs
    }

    /// Poppler puts no space between the cells of a table that stand on one line: where there is a gap as wide as half
    /// the height of the letters, a space belongs. Letters that are spaced for looks are less far apart. These are the
    /// numbers of the characters that such a gap comes before, in ascending order.
    static func gaps(in rectangles: UnsafeBufferPointer<PopplerRectangle>) -> [Int] {
        var gaps: [Int] = []
        for index in rectangles.indices.dropFirst() {
            let (before, rectangle) = (rectangles[index - 1], rectangles[index])
            guard rectangle.x1 > before.x2 else { continue }
            let height = max(before.y2 - before.y1, rectangle.y2 - rectangle.y1)
            let isOneLine = abs(before.y1 - rectangle.y1) < height / 2
            if isOneLine, rectangle.x1 - before.x2 > height / 2 { gaps.append(index) }
        }
        return gaps
    }

    private static func divided(_ text: String, at gaps: [Int]) -> String {
        let scalars = Array(text.unicodeScalars)
        var result = String.UnicodeScalarView()
        result.reserveCapacity(scalars.count + gaps.count)
        var next = 0
        for gap in gaps {
            result.append(contentsOf: scalars[next..<gap])
            if !scalars[gap - 1].properties.isWhitespace, !scalars[gap].properties.isWhitespace { result.append(" ") }
            next = gap
        }
        result.append(contentsOf: scalars[next...])
        return String(result)
    }

    /// The names of the fonts that the text layer's characters are in, sorted. A name tells nothing by itself; the same
    /// set of names on two pages says that their layers came about in the same way.
    package func fontNames() -> [String] {
        let names = GLibList.take(poppler_page_get_text_attributes(page), freedBy: poppler_page_free_text_attributes) {
            (attributes: PopplerTextAttributes) in attributes.font_name.map { String(cString: $0) } ?? ""
        }
        return Set(names).sorted()
    }

    /// Where raster images are. Reads the page's content once more.
    package func images() -> [ImageBox] {
        GLibList.take(poppler_page_get_image_mapping(page), freedBy: poppler_page_free_image_mapping) {
            (mapping: PopplerImageMapping) in
            Self.rectangle(mapping.area).map { fitted(ImageBox(area: $0, id: mapping.image_id)) }
        }
    }

    /// On turned pages poppler gives boxes beside the page. An image that is as large as the page is the page's.
    private func fitted(_ image: ImageBox) -> ImageBox {
        guard image.isOutside(self), image.squarePoints >= 0.5 * width * height else { return image }
        var image = image
        let isTurned = (image.area.width > image.area.height) != (width > height)
        let (wide, high) = isTurned ? (image.area.height, image.area.width) : (image.area.width, image.area.height)
        image.area = PageRectangle(left: 0, top: 0, right: min(width, wide), bottom: min(height, high))
        return image
    }

    /// Nil for a rectangle without an extent.
    static func rectangle(_ area: PopplerRectangle) -> PageRectangle? {
        guard area.x1.isFinite, area.x2.isFinite, area.y1.isFinite, area.y2.isFinite else { return nil }
        let rectangle = PageRectangle(
            left: min(area.x1, area.x2), top: min(area.y1, area.y2), right: max(area.x1, area.x2),
            bottom: max(area.y1, area.y2))
        return rectangle.width > 0 && rectangle.height > 0 ? rectangle : nil
    }

    /// Words of the text layer in reading order that have an extent, and their boxes. U+FFFD is invalid UTF-8.
    package func words(maximum: Int) -> [TextBox] {
        withLayout { text, rectangles in
            guard let rectangles else { return [] }
            let scalars = Array(text.unicodeScalars)
            let words =
                scalars.count == rectangles.count
                ? Self.words(scalars, rectangles) : runs(of: rectangles, maximum: maximum)
            return Array(words.prefix(maximum))
        } ?? []
    }

    private static func words(
        _ scalars: [Unicode.Scalar], _ rectangles: UnsafeBufferPointer<PopplerRectangle>
    ) -> [TextBox] {
        var words: [TextBox] = []
        var text = String.UnicodeScalarView()
        var area: PageRectangle?
        func end() {
            if let area, !text.isEmpty { words.append(TextBox(text: String(text), area: area)) }
            text = String.UnicodeScalarView()
            area = nil
        }
        let gaps = Set(gaps(in: rectangles))
        for (index, scalar) in scalars.enumerated() {
            if scalar.properties.isWhitespace {
                end()
                continue
            }
            if gaps.contains(index) { end() }
            text.append(scalar)
            guard let rectangle = rectangle(rectangles[index]) else { continue }
            area = area.map { $0.union(rectangle) } ?? rectangle
        }
        end()
        return words
    }

    /// What stands where characters follow each other.
    private func runs(of rectangles: UnsafeBufferPointer<PopplerRectangle>, maximum: Int) -> [TextBox] {
        Self.runs(of: rectangles).prefix(maximum).flatMap { run -> [TextBox] in
            var area = PopplerRectangle(
                x1: run.left + 0.1, y1: run.top + 0.1, x2: run.right - 0.1, y2: run.bottom - 0.1)
            guard let text = GLibText.take(poppler_page_get_selected_text(page, POPPLER_SELECTION_WORD, &area)) else {
                return []
            }
            return text.split { $0.isWhitespace }.map { TextBox(text: String($0), area: run) }
        }
    }
}

/// A page's own text.
package struct PageTextLayer: Sendable, Equatable {
    package var text = ""
    /// Where its characters are: a rectangle for a run of them, a word as a rule. Those without an extent are left out.
    package var boxes: [PageRectangle] = []
}
