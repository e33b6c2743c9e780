/// Which of two recognised texts of a page is taken (decision 0254). A pure function of what `pages.sqlite` has of them.
enum SecondText {
    /// `first` is tesseract's text, and `rows` are those of the page, oldest first.
    static func better(among rows: [PageTextRow], than first: PageTextRow?) -> PageTextRow? {
        guard let first, let second = rows.last(where: { $0.source.isSecond && !$0.source.isAskedFor && $0.hasText })
        else { return first }
        return isBetter(second, than: first) ? second : first
    }

    /// A text that is much shorter has lost words, whatever its confidence.
    private static func isBetter(_ second: PageTextRow, than first: PageTextRow) -> Bool {
        (second.confidence ?? 0) > (first.confidence ?? 0) && second.byteCount * 100 >= first.byteCount * 95
    }
}
