extension PageExport {
    /// The page as hOCR 1.2 in an XHTML document. Boxes are `bbox` in whole pixels, confidence `x_wconf` in percent.
    public func hocr() -> String { hocrBeginning() + hocrPage() + Self.hocrEnd }

    /// The text before the first page of a file.
    func hocrBeginning() -> String {
        let language = languageCode.map { " xml:lang=\"\($0)\" lang=\"\($0)\"" } ?? ""
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" \
            "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
            <html xmlns="http://www.w3.org/1999/xhtml"\(language)>
            <head>
            <title>\(Self.xml(title))</title>
            <meta http-equiv="Content-Type" content="text/html;charset=utf-8"/>
            <meta name="ocr-system" content="docsearch \(DocSearchVersion.current)"/>
            <meta name="ocr-capabilities" content="ocr_page ocr_carea ocr_par ocr_line ocrx_word ocrp_wconf"/>
            </head>
            <body>

            """
    }

    static let hocrEnd = "</body>\n</html>\n"

    func hocrPage() -> String {
        let (width, height) = pixels
        var text = """
            <div class="ocr_page" id="page_\(page.page)" title="\(Self.xml("image \"\(quoted(imageName))\"")); \
            bbox 0 0 \(width) \(height); ppageno \(page.page - 1)\(label)">

            """
        for (number, block) in blocks().enumerated() {
            let (id, box) = ("\(page.page)_\(number + 1)", bbox(block.box))
            text += "<div id=\"block_\(id)\"\(kind("ocr_carea", box))>\n"
            text += "<p id=\"par_\(id)\"\(kind("ocr_par", box))>\n"
            for (line, row) in block.lines.enumerated() {
                text += "<span id=\"line_\(id)_\(line + 1)\"\(kind("ocr_line", bbox(row.box)))>"
                text += row.words.enumerated().map { position, word in
                    let confidence = word.confidence.map { "x_wconf \(percent($0))" }
                    let properties = [bbox(word.box), confidence].compactMap { $0 }.joined(separator: "; ")
                    return "<span id=\"word_\(id)_\(line + 1)_\(position + 1)\""
                        + kind("ocrx_word", word.box == nil ? nil : properties) + ">\(Self.xml(word.text))</span>"
                }.joined(separator: " ")
                text += "</span>\n"
            }
            text += "</p>\n</div>\n"
        }
        return text + "</div>\n"
    }

    /// hOCR 1.2 allows other labels than numbers, and programs that read it do not.
    private var label: String { page.label.flatMap { Int($0) }.map { "; lpageno \($0)" } ?? "" }

    /// In a title (hOCR 1.2, 4).
    private func quoted(_ text: String) -> String { String(text.map { $0 == "\"" || $0 == ";" ? "_" : $0 }) }

    private func bbox(_ box: PageBox?) -> String? {
        box.map(edges).map { "bbox \($0.left) \($0.top) \($0.right) \($0.bottom)" }
    }

    /// An element of a kind needs a box (hOCR 1.2, 5); without one it is plain text.
    private func kind(_ name: String, _ properties: String?) -> String {
        properties.map { " class=\"\(name)\" title=\"\($0)\"" } ?? ""
    }

    private func percent(_ confidence: Double) -> Int { Int((max(0, min(1, confidence)) * 100).rounded()) }
}
