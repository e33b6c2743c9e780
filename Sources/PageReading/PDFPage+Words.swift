internal import CPopplerGLib

extension PDFPage {
    /// The words of the text layer in reading order, each with what encloses it; invalid UTF-8 in them is replaced by
    /// U+FFFD. Words without an extent are left out.
    package func words(maximum: Int) -> [TextBox] {
        guard let text = GLibText.take(poppler_page_get_text(page)) else { return [] }
        var rectangles: UnsafeMutablePointer<PopplerRectangle>?
        var count: guint = 0
        guard poppler_page_get_text_layout(page, &rectangles, &count) != 0, let rectangles else { return [] }
        defer { g_free(rectangles) }
        let places = UnsafeBufferPointer(start: rectangles, count: Int(count))
        let scalars = Array(text.unicodeScalars)
        // One place a character, unless poppler has lost some, as it does where text runs from right to left.
        let words = scalars.count == places.count ? Self.words(scalars, places) : runs(of: places, maximum: maximum)
        return Array(words.prefix(maximum))
    }

    private static func words(
        _ scalars: [Unicode.Scalar], _ places: UnsafeBufferPointer<PopplerRectangle>
    ) -> [TextBox] {
        var words: [TextBox] = []
        var text = String.UnicodeScalarView()
        var area: PageRectangle?
        func end() {
            if let area, !text.isEmpty { words.append(TextBox(text: String(text), area: area)) }
            text = String.UnicodeScalarView()
            area = nil
        }
        let gaps = Set(gaps(in: places))
        for (index, scalar) in scalars.enumerated() {
            if scalar.properties.isWhitespace {
                end()
                continue
            }
            if gaps.contains(index) { end() }
            text.append(scalar)
            guard let place = rectangle(places[index]) else { continue }
            area = area.map { $0.union(place) } ?? place
        }
        end()
        return words
    }

    /// What stands where characters follow each other.
    private func runs(of places: UnsafeBufferPointer<PopplerRectangle>, maximum: Int) -> [TextBox] {
        Self.runs(of: places).prefix(maximum).flatMap { run -> [TextBox] in
            var area = PopplerRectangle(
                x1: run.left + 0.1, y1: run.top + 0.1, x2: run.right - 0.1, y2: run.bottom - 0.1)
            guard let text = GLibText.take(poppler_page_get_selected_text(page, POPPLER_SELECTION_WORD, &area)) else {
                return []
            }
            return text.split { $0.isWhitespace }.map { TextBox(text: String($0), area: run) }
        }
    }
}

extension PageRectangle {
    func union(_ other: PageRectangle) -> PageRectangle {
        PageRectangle(
            left: min(left, other.left), top: min(top, other.top), right: max(right, other.right),
            bottom: max(bottom, other.bottom))
    }
}
