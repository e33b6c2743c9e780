import CPopplerGLib
import DocSearchTestSupport
import Foundation
import Testing

@testable import PageReading

@Suite("Words in pieces")
struct TextPiecesTests {
    private static let line = "reported that the stoneware pipes from the depot be replaced before the winter"

    /// The line four times.
    private static func page(angle: Double) throws -> PDFPage {
        var text = PlacedText()
        for index in 0..<4 {
            let words = line.split(separator: " ").map(String.init)
            text.add(line: words, left: 30, top: 300 + 40 * Double(index), size: 9, angle: angle)
        }
        return try text.page
    }

    @Test(arguments: [0.5, 1, 2, 3, 5, 8, -1, -2, -3, -6])
    func wordsOfCrookedLinesAreWhole(angle: Double) throws {
        let page = try Self.page(angle: angle)
        let expected = Array(repeating: Self.line.split(separator: " ").map(String.init), count: 4).flatMap { $0 }
        let read = page.textLayer().text.split(whereSeparator: \.isWhitespace).map(String.init)
        #expect(read.sorted() == expected.sorted())
        #expect(page.words(maximum: 1_000).map(\.text).sorted() == expected.sorted())
    }

    @Test(arguments: [2.0, 3, -2, -3])
    func linesThatRiseOrSinkKeepTheOrderOfTheirWords(angle: Double) throws {
        let words = try Self.page(angle: angle).textLayer().text.split(whereSeparator: \.isWhitespace)
        #expect(words.joined(separator: " ").components(separatedBy: Self.line).count == 5)
    }

    @Test(arguments: [88.0, 92, 178, 182, 268, 272])
    func wordsOfTurnedLinesAreWhole(angle: Double) throws {
        var text = PlacedText()
        let words = ["reported", "that", "the", "stoneware", "pipes"]
        text.add(line: words, left: 300, top: 400, size: 9, angle: angle)
        #expect(try text.page.textLayer().text.split(whereSeparator: \.isWhitespace).map(String.init) == words)
    }

    /// Cells of several lines, of which poppler puts one column behind the other.
    @Test func cellsOfATableAreNotOneWord() throws {
        var text = PlacedText()
        for row in 0..<6 {
            for (column, word) in ["alpha", "beta", "gamma", "delta"].enumerated() {
                let (left, top) = (60 + 110 * Double(column), 100 + 40 * Double(row))
                text.add(line: [word], left: left, top: top)
                text.add(line: ["second"], left: left, top: top + 13)
            }
        }
        let words = try text.page.textLayer().text.split(whereSeparator: \.isWhitespace).map(String.init)
        #expect(Set(words) == ["alpha", "beta", "gamma", "delta", "second"])
        #expect(words.count == 48)
    }

    @Test func wordsThatAreTwoAreNotJoined() throws {
        var text = PlacedText()
        // One letter above the other, and a word that begins where another ends, further down.
        text.pieces = [
            .init(text: "a", left: 72, top: 200), .init(text: "b", left: 72, top: 212),
            .init(text: "c", left: 72, top: 224), .init(text: "left", left: 72, top: 300),
            .init(text: "right", left: 72 + 4 * 7.2, top: 309),
        ]
        let words = Set(try text.page.words(maximum: 100).map(\.text))
        #expect(words == ["a", "b", "c", "left", "right"])
    }

    private struct Line {
        var text: String
        var left: Double
        var top: Double
    }

    /// The letters of lines; behind each line but the last comes a line feed.
    private func layout(_ lines: [Line]) -> TextLayout {
        var layout = TextLayout()
        for line in lines {
            if !layout.scalars.isEmpty { layout.append("\n") }
            for (index, letter) in line.text.unicodeScalars.enumerated() {
                let left = line.left + 5 * Double(index)
                layout.append(letter, PopplerRectangle(x1: left, y1: line.top, x2: left + 5, y2: line.top + 10))
            }
        }
        return layout
    }

    private func joined(_ layout: TextLayout) -> TextLayout? {
        layout.boxes.withUnsafeBufferPointer { TextPieces.joined({ layout.scalars }, $0) }
    }

    @Test(arguments: [10, 500, 3000])
    func wordsAreWholeHoweverManyLinesThereAre(count: Int) throws {
        let beginnings: [Line] = (0..<count).map { number in
            let (column, row) = (Double(number % 10), Double(number / 10))
            return Line(text: "meetin", left: 100 * column, top: 20 * row)
        }
        let ends: [Line] = beginnings.map { Line(text: "g", left: $0.left + 30, top: $0.top - 0.5) }
        let whole = try #require(joined(layout(ends + beginnings)))
        let text = String(String.UnicodeScalarView(whole.scalars))
        let words = text.split(separator: "\n").map(String.init)
        let expected: [String] = Array(repeating: "meeting", count: count)
        #expect(words == expected)
    }

    @Test func linesThatLieUponEachOtherAreSoonDoneWith() throws {
        let lines: [Line] = (0..<20_000).map { Line(text: "a", left: 100, top: 0.5 * Double($0 % 3)) }
        let all = layout(lines)
        #expect(try processorTime { _ = joined(all) } < .seconds(5))
    }
}
