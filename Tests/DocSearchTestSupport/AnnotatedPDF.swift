/// A PDF with what stands on a page beside its content.
public enum AnnotatedPDF {
    /// A page that says “Draft rules”, with these annotations, each a dictionary without its angle brackets. They are the
    /// objects from 6 on, and `others` those behind them. `catalog` is what that of the document has besides.
    public static func bytes(_ annotations: [String], others: [String] = [], catalog: String = "") -> [UInt8] {
        let first = 6
        let references = annotations.indices.map { "\(first + $0) 0 R" }.joined(separator: " ")
        return file(
            showing: "Draft rules", catalog: catalog, page: "/Annots [\(references)]",
            more: annotations.map { "<< /Type /Annot \($0) >>" } + others)
    }

    /// Content of an annotation's appearance, 200 by 60 points.
    public static func appearance(_ text: String) -> String {
        let content = "BT /F 12 Tf 10 20 Td (\(text)) Tj ET"
        return "<< /Type /XObject /Subtype /Form /BBox [0 0 200 60] /Resources << /Font << /F 5 0 R >> >> "
            + "/Length \(content.utf8.count) >>\nstream\n\(content)\nendstream"
    }

    /// A page that shows `text`, and a form in XML of which `values` are the data. `filter` is how they are packed.
    public static func form(showing text: String, values: String, filter: String = "") -> [UInt8] {
        func stream(_ text: String) -> String {
            "<< /Length \(text.utf8.count) \(filter) >>\nstream\n\(text)\nendstream"
        }
        let data =
            "<xfa:datasets xmlns:xfa='http://www.xfa.org/schema/xfa-data/1.0/'><xfa:data>\(values)</xfa:data></xfa:datasets>"
        return file(
            showing: text, catalog: "/AcroForm << /XFA [(template) 6 0 R (datasets) 7 0 R] /Fields [] >>",
            more: [stream("<template xmlns='http://www.xfa.org/schema/xfa-template/3.3/'/>"), stream(data)])
    }

    private static func file(
        showing text: String, catalog: String = "", page: String = "", more: [String]
    ) -> [UInt8] {
        let content = "BT /F 12 Tf 72 700 Td (\(text)) Tj ET"
        let objects =
            [
                "<< /Type /Catalog /Pages 2 0 R \(catalog) >>",
                "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
                "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 1595 842] /Contents 4 0 R \(page) "
                    + "/Resources << /Font << /F 5 0 R >> >> >>",
                "<< /Length \(content.utf8.count) >>\nstream\n\(content)\nendstream",
                "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
            ] + more
        let body = objects.enumerated().map { "\($0.offset + 1) 0 obj\n\($0.element)\nendobj\n" }.joined()
        return Array("%PDF-1.5\n\(body)trailer\n<< /Root 1 0 R /Size \(objects.count + 1) >>\n%%EOF\n".utf8)
    }
}
