internal import CPopplerGLib
import Foundation

package struct TextBox: Sendable, Equatable {
    package var text: String
    package var area: PageRectangle
}

extension PDFPage {
    /// Without what viewers neither show nor print. The text layer does not contain them.
    package func fieldTexts() -> [TextBox] { formTexts(areHidden: false) + noteTexts() }

    func hiddenFieldTexts() -> [String] { formTexts(areHidden: true).map(\.text).filter { !$0.isEmpty } }

    /// The texts that the words of the text layer do not repeat in the same place. On a right-to-left page the layer
    /// contains the appearance of fields and notes. On others some programs print their text on the page as well.
    package func unsaid(_ texts: [TextBox]) -> [TextBox] {
        guard !texts.isEmpty else { return [] }
        let layer = words(maximum: Self.mostComparedWords)
        var left = Self.mostComparisons
        return texts.filter { text in
            left -= layer.count
            guard left >= 0 else { return true }
            let said = Set(layer.filter { text.area.holdsCentre(of: $0.area) }.map { Self.compared($0.text) })
            return !Self.words(of: text).allSatisfy(said.contains)
        }
    }

    /// For comparisons.
    static func words(of text: TextBox) -> [String] { text.text.split(whereSeparator: \.isWhitespace).map(compared) }

    /// Fonts have presentation forms of letters.
    private static func compared(_ word: some StringProtocol) -> String {
        word.precomposedStringWithCompatibilityMapping
    }

    private static let mostComparedWords = 10_000
    static let mostComparisons = 10_000_000

    var hasFields: Bool {
        let mapping = poppler_page_get_form_field_mapping(page)
        defer { poppler_page_free_form_field_mapping(mapping) }
        return mapping != nil
    }

    private func formTexts(areHidden: Bool) -> [TextBox] {
        guard hasFields else { return [] }
        let hidden = hiddenWidgets()
        return GLibList.take(
            poppler_page_get_form_field_mapping(page), freedBy: poppler_page_free_form_field_mapping
        ) { (mapping: PopplerFormFieldMapping) in
            guard let field = mapping.field, let text = text(of: field), let area = onPage(mapping.area),
                Self.rectangle(mapping.area).map(hidden.contains) == areHidden
            else { return nil }
            return TextBox(text: text, area: area)
        }
    }

    /// Rectangles in which no widget is seen. Poppler tells whether a widget is hidden, but not its field.
    private func hiddenWidgets() -> Set<PageRectangle> {
        let widgets = GLibList.take(
            poppler_page_get_annot_mapping(page), freedBy: poppler_page_free_annot_mapping
        ) { (mapping: PopplerAnnotMapping) -> (area: PageRectangle, isSeen: Bool)? in
            guard let widget = mapping.annot, poppler_annot_get_annot_type(widget) == POPPLER_ANNOT_WIDGET else {
                return nil
            }
            var area = PopplerRectangle()
            poppler_annot_get_rectangle(widget, &area)
            return Self.rectangle(area).map { ($0, Self.isSeen(widget)) }
        }
        return Set(widgets.filter { !$0.isSeen }.map(\.area)).subtracting(widgets.filter(\.isSeen).map(\.area))
    }

    func text(of field: OpaquePointer) -> String? {
        switch poppler_form_field_get_field_type(field) {
        case POPPLER_FORM_FIELD_TEXT:
            return poppler_form_field_text_is_password(field) != 0
                ? nil : PDFText.take(poppler_form_field_text_get_text(field))
        case POPPLER_FORM_FIELD_CHOICE:
            // Poppler complains when it is asked for a text where none can be typed.
            if poppler_form_field_choice_is_editable(field) != 0,
                let text = PDFText.take(poppler_form_field_choice_get_text(field))
            {
                return text
            }
            let chosen = (0..<max(0, poppler_form_field_choice_get_n_items(field))).filter {
                poppler_form_field_choice_is_item_selected(field, $0) != 0
            }
            return chosen.compactMap { PDFText.take(poppler_form_field_choice_get_item(field, $0)) }
                .joined(separator: "\n")
        default: return nil
        }
    }

    private func noteTexts() -> [TextBox] {
        GLibList.take(poppler_page_get_annot_mapping(page), freedBy: poppler_page_free_annot_mapping) {
            (mapping: PopplerAnnotMapping) in
            guard let note = mapping.annot, poppler_annot_get_annot_type(note) == POPPLER_ANNOT_FREE_TEXT,
                Self.isSeen(note), let text = PDFText.take(poppler_annot_get_contents(note)),
                let area = onPage(mapping.area)
            else { return nil }
            return TextBox(text: text, area: area)
        }
    }

    /// Poppler's areas count from the lower left corner.
    func onPage(_ area: PopplerRectangle) -> PageRectangle? {
        Self.rectangle(PopplerRectangle(x1: area.x1, y1: height - area.y2, x2: area.x2, y2: height - area.y1))
    }
}
