extension PageExport {
    /// The page as ALTO 4.4. Boxes are in whole pixels, confidence `WC` is 0 to 1.
    public func alto() -> String { altoBeginning() + altoPage() + Self.altoEnd }

    /// The text before the first page of a file.
    func altoBeginning() -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <alto xmlns="http://www.loc.gov/standards/alto/ns-v4#" xmlns:xlink="http://www.w3.org/1999/xlink" \
        xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" SCHEMAVERSION="4.4" \
        xsi:schemaLocation="http://www.loc.gov/standards/alto/ns-v4# \
        http://www.loc.gov/standards/alto/v4/alto-4-4.xsd">
        <Description>
        <MeasurementUnit>pixel</MeasurementUnit>
        <sourceImageInformation><fileName>\(Self.xml(imageName))</fileName></sourceImageInformation>
        <Processing ID="processing_1">
        <processingSoftware><softwareName>docsearch</softwareName>\
        <softwareVersion>\(DocSearchVersion.current)</softwareVersion></processingSoftware>
        </Processing>
        </Description>
        <Layout>

        """
    }

    static let altoEnd = "</Layout>\n</alto>\n"

    func altoPage() -> String {
        let (width, height) = pixels
        let language = languageCode.map { " LANG=\"\($0)\"" } ?? ""
        let printed = page.label.map { " PRINTED_IMG_NR=\"\(Self.xml($0))\"" } ?? ""
        var text = """
            <Page ID="page_\(page.page)" PHYSICAL_IMG_NR="\(page.page)"\(printed) WIDTH="\(width)" HEIGHT="\(height)"\(pageConfidence)>
            <PrintSpace HPOS="0" VPOS="0" WIDTH="\(width)" HEIGHT="\(height)">

            """
        for (number, block) in blocks().enumerated() {
            let id = "\(page.page)_\(number + 1)"
            text += "<TextBlock ID=\"block_\(id)\"\(sides(block.box))\(language)>\n"
            for (line, row) in block.lines.enumerated() {
                text += "<TextLine ID=\"line_\(id)_\(line + 1)\"\(sides(row.box))>"
                text += row.words.enumerated().map { position, word in
                    let confidence = word.confidence.map { " WC=\"\(rounded($0))\"" } ?? ""
                    return "<String ID=\"string_\(id)_\(line + 1)_\(position + 1)\" CONTENT=\"\(Self.xml(word.text))\""
                        + "\(sides(word.box))\(confidence)\(word.isCorrected ? " CS=\"true\"" : "")/>"
                }.joined(separator: "<SP/>")
                text += "</TextLine>\n"
            }
            text += "</TextBlock>\n"
        }
        return text + "</PrintSpace>\n</Page>\n"
    }

    private var pageConfidence: String { page.confidence.map { " PC=\"\(rounded($0))\"" } ?? "" }

    private func sides(_ box: PageBox?) -> String {
        guard let box else { return "" }
        let edges = edges(box)
        return " HPOS=\"\(edges.left)\" VPOS=\"\(edges.top)\" WIDTH=\"\(edges.right - edges.left)\""
            + " HEIGHT=\"\(edges.bottom - edges.top)\""
    }

    private func rounded(_ confidence: Double) -> Double { (max(0, min(1, confidence)) * 1000).rounded() / 1000 }
}
