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
        let scalars = Array(Set(pieces.flatMap { Array($0.text.unicodeScalars) })).sorted()
        let codes = Dictionary(uniqueKeysWithValues: scalars.enumerated().map { ($1, $0 + 1) })
        func hex(_ number: Int, digits: Int) -> String { String(format: "%0\(digits)X", number) }
        var content = ""
        for piece in pieces {
            let (sine, cosine) = (sin(piece.angle * .pi / 180), cos(piece.angle * .pi / 180))
            let code = piece.text.unicodeScalars.map { hex(codes[$0] ?? 0, digits: 2) }.joined()
            content +=
                "BT /F \(piece.size) Tf \(cosine) \(sine) \(-sine) \(cosine) \(piece.left) \(842 - piece.top) Tm "
            content += "<\(code)> Tj ET\n"
        }
        let map = scalars.map { scalar in
            let letters = (glyphs[scalar] ?? String(scalar)).utf16.map { hex(Int($0), digits: 4) }.joined()
            return "<\(hex(codes[scalar] ?? 0, digits: 2))> <\(letters)>"
        }
        let unicode =
            "1 begincodespacerange <00> <FF> endcodespacerange "
            + map.map { "1 beginbfchar \($0) endbfchar\n" }.joined()
        let widths = [String](repeating: "600", count: 255).joined(separator: " ")
        let font = "<</Type/Font/Subtype/Type1/BaseFont/Courier/FirstChar 1/LastChar 255/Widths[\(widths)]"
        let objects = [
            "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F 4 0 R>>>>/Contents 5 0 R>>",
            "\(font)/ToUnicode 6 0 R>>",
            "<</Length \(content.utf8.count)>>stream\n\(content)\nendstream",
            "<</Length \(unicode.utf8.count)>>stream\n\(unicode)\nendstream",
        ]
        let body = objects.enumerated().map { "\($0 + 1) 0 obj\n\($1)\nendobj\n" }.joined()
        return Array("%PDF-1.4\n\(body)trailer<</Root 1 0 R>>\n%%EOF\n".utf8)
    }
}
