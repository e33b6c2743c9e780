internal import CPopplerGLib

package struct PageComment: Sendable, Hashable {
    package var page: Int
    package var author: String?
    package var text: String

    package init(page: Int, author: String? = nil, text: String) {
        (self.page, self.author, self.text) = (page, author, text)
    }
}

extension PDFDocument {
    /// A PDF may claim any number.
    private static let mostComments = 10_000
    private static let mostPages = 100_000

    func annotations() -> (comments: [PageComment], formValues: [String], files: [String]) {
        var comments: [PageComment] = []
        var files: [String] = []
        var fields: Set<String> = []
        var hidden: [String] = []
        var hasFields = false
        for number in 1...max(1, min(pageCount, Self.mostPages)) where comments.count < Self.mostComments {
            // An unreadable page is reported when its text is read.
            guard let page = try? page(number) else { continue }
            let written = page.written(most: Self.mostComments - comments.count)
            comments += written.comments
            if files.count < Self.mostNames { files += written.fileNames }
            guard page.hasFields else { continue }
            hasFields = true
            fields.formUnion(page.fieldTexts().map(\.text))
            let unseen = page.hiddenFieldTexts().filter { fields.insert($0).inserted }
            hidden += unseen.prefix(max(0, Self.mostNames - hidden.count))
        }
        return (comments, hasFields ? formValues(besides: fields) + hidden : [], files)
    }
}

extension PDFPage {
    func written(most: Int) -> (comments: [PageComment], fileNames: [String]) {
        var left = most
        var fileNames: [String] = []
        let comments = GLibList.take(
            poppler_page_get_annot_mapping(page), freedBy: poppler_page_free_annot_mapping
        ) { (mapping: PopplerAnnotMapping) -> PageComment? in
            guard let annotation = mapping.annot, Self.isWrittenIn(annotation) else { return nil }
            if let name = Self.fileName(of: annotation) { fileNames.append(name) }
            guard left > 0, let text = PDFText.take(poppler_annot_get_contents(annotation)),
                text.contains(where: { !$0.isWhitespace })
            else { return nil }
            left -= 1
            return PageComment(page: number, author: Self.author(of: annotation), text: text)
        }
        return (comments, fileNames)
    }

    /// False for links, form fields and the like, whose contents describe what they do.
    private static func isWrittenIn(_ annotation: OpaquePointer) -> Bool {
        switch poppler_annot_get_annot_type(annotation) {
        case POPPLER_ANNOT_LINK, POPPLER_ANNOT_WIDGET, POPPLER_ANNOT_SCREEN, POPPLER_ANNOT_PRINTER_MARK,
            POPPLER_ANNOT_TRAP_NET, POPPLER_ANNOT_WATERMARK, POPPLER_ANNOT_3D:
            false
        default: true
        }
    }

    private static func author(of annotation: OpaquePointer) -> String? {
        let instance = UnsafeMutableRawPointer(annotation).assumingMemoryBound(to: GTypeInstance.self)
        guard g_type_check_instance_is_a(instance, poppler_annot_markup_get_type()) != 0 else { return nil }
        return PDFText.take(poppler_annot_markup_get_label(annotation))
    }

    /// False for an annotation that viewers neither show nor print (ISO 32000-1, 12.5.3).
    static func isSeen(_ annotation: OpaquePointer) -> Bool {
        let flags = poppler_annot_get_flags(annotation).rawValue
        func has(_ flag: PopplerAnnotFlag) -> Bool { flags & flag.rawValue != 0 }
        return !has(POPPLER_ANNOT_FLAG_HIDDEN) && (!has(POPPLER_ANNOT_FLAG_NO_VIEW) || has(POPPLER_ANNOT_FLAG_PRINT))
    }

    /// Areas of annotations that may be drawn with other text than their own: stamps, drawings, signatures, buttons,
    /// lists, and texts typed on the page. The texts of notes and other form fields are known without drawing.
    private func drawnAreas() -> [PageRectangle] {
        let stamps = GLibList.take(
            poppler_page_get_annot_mapping(page), freedBy: poppler_page_free_annot_mapping
        ) { (mapping: PopplerAnnotMapping) -> PageRectangle? in
            guard let annotation = mapping.annot, Self.isSeen(annotation) else { return nil }
            switch poppler_annot_get_annot_type(annotation) {
            case POPPLER_ANNOT_LINK, POPPLER_ANNOT_TEXT, POPPLER_ANNOT_POPUP, POPPLER_ANNOT_HIGHLIGHT,
                POPPLER_ANNOT_UNDERLINE, POPPLER_ANNOT_SQUIGGLY, POPPLER_ANNOT_STRIKE_OUT, POPPLER_ANNOT_WIDGET:
                return nil
            default: return onPage(mapping.area)
            }
        }
        let fields = GLibList.take(
            poppler_page_get_form_field_mapping(page), freedBy: poppler_page_free_form_field_mapping
        ) { (mapping: PopplerFormFieldMapping) -> PageRectangle? in
            guard let field = mapping.field, Self.isList(field) || text(of: field)?.isEmpty != false else {
                return nil
            }
            let isSwitch =
                poppler_form_field_get_field_type(field) == POPPLER_FORM_FIELD_BUTTON
                && poppler_form_field_button_get_button_type(field) != POPPLER_FORM_BUTTON_PUSH
            let isSecret =
                poppler_form_field_get_field_type(field) == POPPLER_FORM_FIELD_TEXT
                && poppler_form_field_text_is_password(field) != 0
            return isSwitch || isSecret ? nil : onPage(mapping.area)
        }
        var seen: Set<PageRectangle> = []
        return Array((stamps + fields).filter { seen.insert($0).inserted }.prefix(Self.mostAreas))
    }

    /// A list draws more of its entries than the chosen ones.
    private static func isList(_ field: OpaquePointer) -> Bool {
        poppler_form_field_get_field_type(field) == POPPLER_FORM_FIELD_CHOICE
            && poppler_form_field_choice_get_choice_type(field) == POPPLER_FORM_CHOICE_LIST
    }

    /// For one page, because each word is compared with each area.
    private static let mostAreas = 10_000

    /// The lines in which the annotations draw another word than `texts` have there.
    package static func unsaid(_ drawn: [TextBox], besides texts: [TextBox]) -> [TextBox] {
        let said = texts.map { (area: $0.area, words: Set(Self.words(of: $0))) }
        var left = mostComparisons
        return drawn.filter { line in
            let words = Self.words(of: line)
            left -= said.count * words.count
            guard left >= 0 else { return true }
            let around = said.filter { $0.area.holdsCentre(of: line.area) }
            return !words.allSatisfy { word in around.contains { $0.words.contains(word) } }
        }
    }

    /// Poppler's text of a page has only its content, but includes annotations once the page was drawn: the new words
    /// belong to them.
    package func drawnAnnotationTexts() throws -> [TextBox] {
        let areas = drawnAreas()
        // A page that cannot be opened a second time is reported when its own text is read.
        guard !areas.isEmpty, let drawn = try? document.page(number) else { return [] }
        // A surface of one pixel: glyphs are placed, but hardly anything is painted.
        let surface = cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1)
        defer { cairo_surface_destroy(surface) }
        try drawn.render(on: surface) { _ in }
        var known: [DrawnWord: Int] = [:]
        for word in words(maximum: Self.mostWords) { known[DrawnWord(word), default: 0] += 1 }
        let own = drawn.words(maximum: Self.mostWords).filter { word in
            if let count = known[DrawnWord(word)], count > 0 {
                known[DrawnWord(word)] = count - 1
                return false
            }
            return areas.contains { $0.holdsCentre(of: word.area) }
        }
        return Self.lines(of: own)
    }

    private static let mostWords = 100_000

    private static func lines(of words: [TextBox]) -> [TextBox] {
        var lines: [TextBox] = []
        for word in words {
            if let last = lines.last, abs(last.area.bottom - word.area.bottom) < word.area.height / 2,
                word.area.left > last.area.left
            {
                lines[lines.count - 1].text += " " + word.text
                lines[lines.count - 1].area = last.area.union(word.area)
            } else {
                lines.append(word)
            }
        }
        return lines
    }
}

/// To half a point.
private struct DrawnWord: Hashable {
    var text: String
    var place: [Int]

    init(_ word: TextBox) {
        text = word.text
        place = [word.area.left, word.area.top].map { Int(max(-1e6, min(1e6, ($0 * 2).rounded()))) }
    }
}

extension PageRectangle {
    func holdsCentre(of other: PageRectangle) -> Bool {
        let (x, y) = ((other.left + other.right) / 2, (other.top + other.bottom) / 2)
        return left <= x && x <= right && top <= y && y <= bottom
    }
}
