/// A PDF of one page that says 日本 in Shift JIS, with a font that is not embedded: what its codes mean stands in files of
/// poppler-data.
public enum JapanesePDF {
    public static let bytes: [UInt8] = {
        let content = "BT /F 24 Tf 72 700 Td <93FA967B> Tj ET"
        let objects = [
            "<< /Type /Catalog /Pages 2 0 R >>",
            "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R "
                + "/Resources << /Font << /F 5 0 R >> >> >>",
            "<< /Length \(content.utf8.count) >>\nstream\n\(content)\nendstream",
            "<< /Type /Font /Subtype /Type0 /BaseFont /HeiseiMin-W3 /Encoding /90ms-RKSJ-H "
                + "/DescendantFonts [6 0 R] >>",
            "<< /Type /Font /Subtype /CIDFontType0 /BaseFont /HeiseiMin-W3 /FontDescriptor 7 0 R "
                + "/CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> >>",
            "<< /Type /FontDescriptor /FontName /HeiseiMin-W3 /Flags 6 /FontBBox [0 0 1000 1000] /ItalicAngle 0 "
                + "/Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>",
        ]
        // Without a table of places, which readers make for themselves.
        let body = objects.enumerated().map { "\($0.offset + 1) 0 obj\n\($0.element)\nendobj\n" }.joined()
        return Array("%PDF-1.4\n\(body)trailer\n<< /Root 1 0 R /Size 8 >>\n%%EOF\n".utf8)
    }()
}
