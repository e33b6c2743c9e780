internal import CPopplerGLib

extension PDFPage {
    /// In reading order, not normalised. U+FFFD replaces invalid UTF-8.
    package func textLayer() -> PageTextLayer {
        withLayout { text, rectangles, gaps in
            guard let rectangles else { return PageTextLayer(text: text) }
            return PageTextLayer(
                text: gaps.isEmpty ? text : TextPieces.divided(text, at: gaps), boxes: Self.runs(of: rectangles))
        } ?? PageTextLayer()
    }

    /// The text of the page and its annotations outside the crop box (ISO 32000-1, 14.11.2), in lines; not
    /// normalised. No viewer shows it, so it has no boxes. A line that the border cuts is whole. Nil without such text,
    /// or where the file cannot be opened a second time. `shown` is the text layer.
    package func textOutsideCropBox(besides shown: String) -> String? {
        // Warnings about the page are heard when its text is read.
        HeardWarnings.unheard { document.wordSource?.textOutsideCropBox(page: number, besides: shown) }
    }

    /// Lends the text, one box for each character, and the characters before which spaces belong
    /// (``TextPieces/gaps(in:)``). The boxes are nil where poppler does not have all of them.
    private func withLayout<Result>(
        _ body: (String, UnsafeBufferPointer<PopplerRectangle>?, [Int]) -> Result
    ) -> Result? {
        // Text may start and end outside the page.
        var area = PopplerRectangle(x1: -Self.farAway, y1: -Self.farAway, x2: Self.farAway, y2: Self.farAway)
        let text = GLibText.take(poppler_page_get_text_for_area(page, &area))
        if runsFromRightToLeft(text) {
            if let layout = document.wordSource?.layout(page: number) {
                let text = String(String.UnicodeScalarView(layout.scalars))
                // Its lines are in order and have their spaces.
                return layout.boxes.withUnsafeBufferPointer { body(text, $0, []) }
            }
            // Poppler-glib's text lacks the first and last lines of the page's blocks.
            HeardWarnings.add(Self.lossyText, from: "poppler")
        }
        guard let text else { return nil }
        var rectangles: UnsafeMutablePointer<PopplerRectangle>?
        var count: guint = 0
        guard poppler_page_get_text_layout_for_area(page, &area, &rectangles, &count) != 0, let rectangles else {
            return body(text, nil, [])
        }
        defer { g_free(rectangles) }
        let boxes = UnsafeBufferPointer(start: rectangles, count: Int(count))
        guard text.unicodeScalars.count == boxes.count else { return body(text, nil, []) }
        if let layout = TextPieces.joined({ Array(text.unicodeScalars) }, boxes) {
            let text = String(String.UnicodeScalarView(layout.scalars))
            return layout.boxes.withUnsafeBufferPointer { body(text, $0, TextPieces.gaps(in: $0)) }
        }
        return body(text, boxes, TextPieces.gaps(in: boxes))
    }

    private static let lossyText =
        "The PDF is too large, or there is too little memory, to read all lines of text from right to left"

    /// In points; further away than the end of any page.
    private static let farAway = 1e7

    /// True when the page has right-to-left text, around which poppler puts direction marks. On a mostly right-to-left
    /// page, poppler may select only such text between other corners.
    private func runsFromRightToLeft(_ text: String?) -> Bool {
        if let text { return text.utf8.count > 2 && text.unicodeScalars.contains { $0 == "\u{202B}" } }
        var area = PopplerRectangle(x1: Self.farAway, y1: -Self.farAway, x2: -Self.farAway, y2: Self.farAway)
        return GLibText.take(poppler_page_get_text_for_area(page, &area)) != nil
    }

    static func runs(of rectangles: UnsafeBufferPointer<PopplerRectangle>) -> [PageRectangle] {
        var runs: [PageRectangle] = []
        var last: PageRectangle?
        for box in rectangles {
            guard let rectangle = rectangle(box) else { continue }
            guard var run = last, run.top == rectangle.top, run.bottom == rectangle.bottom,
                rectangle.left >= run.left && rectangle.left - run.right <= 0.2 * rectangle.height
                    || rectangle.right <= run.right && run.left - rectangle.right <= 0.2 * rectangle.height
            else {
                if let last { runs.append(last) }
                last = rectangle
                continue
            }
            run.left = min(run.left, rectangle.left)
            run.right = max(run.right, rectangle.right)
            last = run
        }
        if let last { runs.append(last) }
        return runs
    }

    /// A name means nothing by itself, but the same set on two pages shows that their layers have the same origin.
    package func fontNames() -> [String] {
        let names = GLibList.take(poppler_page_get_text_attributes(page), freedBy: poppler_page_free_text_attributes) {
            (attributes: PopplerTextAttributes) in attributes.font_name.map { String(cString: $0) } ?? ""
        }
        return Set(names).sorted()
    }

    /// Reads the page's content once more.
    package func images() -> [ImageBox] {
        GLibList.take(poppler_page_get_image_mapping(page), freedBy: poppler_page_free_image_mapping) {
            (mapping: PopplerImageMapping) in
            Self.rectangle(mapping.area).map { fitted(ImageBox(area: $0, id: mapping.image_id)) }
        }
    }

    /// On rotated pages poppler gives boxes beside the page. An image as large as the page is moved onto it.
    private func fitted(_ image: ImageBox) -> ImageBox {
        guard image.isOutside(self), image.squarePoints >= 0.5 * width * height else { return image }
        var image = image
        let isTurned = (image.area.width > image.area.height) != (width > height)
        let (wide, high) = isTurned ? (image.area.height, image.area.width) : (image.area.width, image.area.height)
        image.area = PageRectangle(left: 0, top: 0, right: min(width, wide), bottom: min(height, high))
        return image
    }

    static func rectangle(_ area: PopplerRectangle) -> PageRectangle? {
        guard area.x1.isFinite, area.x2.isFinite, area.y1.isFinite, area.y2.isFinite else { return nil }
        let rectangle = PageRectangle(
            left: min(area.x1, area.x2), top: min(area.y1, area.y2), right: max(area.x1, area.x2),
            bottom: max(area.y1, area.y2))
        return rectangle.width > 0 && rectangle.height > 0 ? rectangle : nil
    }

    /// In reading order. Words without an extent are dropped.
    package func words(maximum: Int) -> [TextBox] {
        withLayout { text, rectangles, gaps in
            guard let rectangles else { return [] }
            return Array(Self.words(Array(text.unicodeScalars), rectangles, gaps).prefix(maximum))
        } ?? []
    }

    private static func words(
        _ scalars: [Unicode.Scalar], _ rectangles: UnsafeBufferPointer<PopplerRectangle>, _ gaps: [Int]
    ) -> [TextBox] {
        var words: [TextBox] = []
        var text = String.UnicodeScalarView()
        var area: PageRectangle?
        func end() {
            if let area, !text.isEmpty { words.append(TextBox(text: String(text), area: area)) }
            text = String.UnicodeScalarView()
            area = nil
        }
        let gaps = Set(gaps)
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
}

package struct PageTextLayer: Sendable, Equatable {
    package var text = ""
    /// Places of its characters: one rectangle for each run, usually a word. Characters without an extent are dropped.
    package var boxes: [PageRectangle] = []
}
