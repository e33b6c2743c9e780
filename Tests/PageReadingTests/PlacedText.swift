import DocSearchTestSupport
import Foundation

@testable import PageReading

/// A page of A4 whose letters stand where a test wants them, in a font whose letters are all as wide as 0.6 of its size.
struct PlacedText {
    struct Piece {
        /// As it stands, from left to right, whichever way it is read.
        var text: String
        /// Points from the upper left corner of the page, to the beginning of the baseline.
        var left: Double
        var top: Double
        var size = 12.0
        /// Degrees counterclockwise that the line rises by.
        var angle = 0.0

        var width: Double { Self.width(text, size) }

        static func width(_ text: String, _ size: Double) -> Double { 0.6 * size * Double(text.unicodeScalars.count) }
    }

    var pieces: [Piece] = []
    /// Degrees clockwise that a viewer turns the page by.
    var rotation = 0
    /// Form fields with their values, whose appearance is such a piece.
    var fields: [(value: String, looks: Piece)] = []
    /// Bytes that are nothing, before the table at the end of the file; nil for a file without one.
    var hole: Int?
    /// What glyphs stand for that are several letters.
    var glyphs: [Unicode.Scalar: String] = [:]

    /// A line of words with one space each between them, as they stand from left to right; it ends at `right` when given.
    mutating func add(
        line words: [String], left: Double = 72, right: Double? = nil, top: Double, size: Double = 12, angle: Double = 0
    ) {
        var (left, top) = (left, top)
        if let right { left = right - Piece.width(words.joined(separator: " "), size) }
        for word in words {
            pieces.append(Piece(text: word, left: left, top: top, size: size, angle: angle))
            let advance = Piece.width(word + " ", size)
            left += advance * cos(angle * .pi / 180)
            top -= advance * sin(angle * .pi / 180)
        }
    }

    /// Each word of a line that is read from right to left as it stands, backwards, and the last one first.
    static func standing(_ line: String) -> [String] {
        line.split(separator: " ").reversed().map { String(String.UnicodeScalarView($0.unicodeScalars.reversed())) }
    }

    var page: PDFPage { get throws { try PDFDocument(bytes).page(1) } }

    /// Without a cross-reference table, which poppler then makes itself.
    var bytes: [UInt8] {
        let (body, trailer) = parts
        return body + trailer
    }

    /// What stands before and behind the hole.
    var parts: (body: [UInt8], trailer: [UInt8]) {
        let all = pieces + fields.map(\.looks)
        let scalars = Array(Set(all.flatMap { Array($0.text.unicodeScalars) })).sorted()
        let codes = Dictionary(uniqueKeysWithValues: scalars.enumerated().map { ($1, $0 + 1) })
        func hex(_ number: Int, digits: Int) -> String { String(format: "%0\(digits)X", number) }
        func draw(_ piece: Piece) -> String {
            let (sine, cosine) = (sin(piece.angle * .pi / 180), cos(piece.angle * .pi / 180))
            let code = piece.text.unicodeScalars.map { hex(codes[$0] ?? 0, digits: 2) }.joined()
            return "BT /F \(piece.size) Tf \(cosine) \(sine) \(-sine) \(cosine) \(piece.left) \(842 - piece.top) Tm "
                + "<\(code)> Tj ET\n"
        }
        let content = pieces.map(draw).joined()
        let map = scalars.map { scalar in
            let letters = (glyphs[scalar] ?? String(scalar)).utf16.map { hex(Int($0), digits: 4) }.joined()
            return "<\(hex(codes[scalar] ?? 0, digits: 2))> <\(letters)>"
        }
        let unicode =
            "1 begincodespacerange <00> <FF> endcodespacerange "
            + map.map { "1 beginbfchar \($0) endbfchar\n" }.joined()
        let widths = [String](repeating: "600", count: 255).joined(separator: " ")
        let font = "<</Type/Font/Subtype/Type1/BaseFont/Courier/FirstChar 1/LastChar 255/Widths[\(widths)]"
        let widgets = fields.indices.map { "\(7 + 2 * $0) 0 R" }.joined(separator: " ")
        var objects = [
            "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[\(widgets)]>>>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Rotate \(rotation)/Resources<</Font<</F 4 0 R>>>>/Contents 5 0 R"
                + "/Annots[\(widgets)]>>",
            "\(font)/ToUnicode 6 0 R>>",
            "<</Length \(content.utf8.count)>>stream\n\(content)\nendstream",
            "<</Length \(unicode.utf8.count)>>stream\n\(unicode)\nendstream",
        ]
        for (index, field) in fields.enumerated() {
            let (left, bottom) = (field.looks.left - 2, 842 - field.looks.top - 4)
            let box = "[\(left) \(bottom) \(left + field.looks.width + 4) \(bottom + field.looks.size + 6)]"
            let value = field.value.utf16.map { hex(Int($0), digits: 4) }.joined()
            let looks = draw(field.looks)
            objects.append(
                "<</Type/Annot/Subtype/Widget/FT/Tx/T(field\(index))/F 4/Rect\(box)/V<FEFF\(value)>"
                    + "/AP<</N \(8 + 2 * index) 0 R>>>>")
            objects.append(
                "<</Type/XObject/Subtype/Form/BBox\(box)/Resources<</Font<</F 4 0 R>>>>/Length \(looks.utf8.count)>>stream\n"
                    + "\(looks)\nendstream")
        }
        var body = Array("%PDF-1.4\n".utf8)
        var offsets: [Int] = []
        for (index, object) in objects.enumerated() {
            offsets.append(body.count)
            body += Array("\(index + 1) 0 obj\n\(object)\nendobj\n".utf8)
        }
        guard let hole else { return (body, Array("trailer<</Root 1 0 R>>\n%%EOF\n".utf8)) }
        let table = offsets.map { String(format: "%010d 00000 n \n", $0) }.joined()
        let trailer =
            "xref\n0 \(offsets.count + 1)\n0000000000 65535 f \n\(table)trailer<</Size \(offsets.count + 1)/Root 1 0 R>>\n"
            + "startxref\n\(body.count + hole)\n%%EOF\n"
        return (body, Array(trailer.utf8))
    }
}
