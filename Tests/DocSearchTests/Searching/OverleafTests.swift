import DocSearchTestSupport
import Foundation
import Testing

@testable import DocSearch

@Suite("What goes on overleaf")
struct OverleafTests {
    private static func marked(_ archive: TestArchive, _ query: String) throws -> [String] {
        var request = SearchRequest(query)
        request.match = .all
        return try archive.index.search(request).hits.flatMap(\.pages).flatMap { page in
            page.markedTexts.map { "\(page.page): \($0)" }
        }
    }

    private static func found(_ archive: TestArchive, _ query: String) throws -> [String] {
        try archive.find(query) { $0.match = .all }
    }

    @Test func aPhraseThatGoesOnOverleafIsFoundAndMarkedWhereItBegins() async throws {
        let archive = try TestArchive()
        try archive.write(
            [
                "the tender of Messrs. Harkness and", "Bellweather was accepted by the coun-",
                "cil in the summer\n12", "months that followed",
            ], to: "minutes.pdf")
        try archive.write(["Bellweather wrote to Harkness", "and nobody answered"], to: "other.pdf")
        try await archive.update()
        #expect(try Self.found(archive, "\"Harkness and Bellweather\"") == ["minutes.pdf"])
        #expect(try Self.marked(archive, "\"Harkness and Bellweather\"") == ["1: Harkness and"])
        #expect(try Self.found(archive, "council") == ["minutes.pdf"])
        #expect(try Self.marked(archive, "council") == ["2: coun"])
        #expect(try Self.found(archive, "=council") == ["minutes.pdf"])
        #expect(try Self.found(archive, "\"the council\"") == ["minutes.pdf"])
        #expect(try Self.found(archive, "Harkness NEAR/3 accepted") == ["minutes.pdf"])
        #expect(try Self.found(archive, "Harkness NEAR/1 accepted") == [])
        // A page's number is no word of the sentence.
        #expect(try Self.found(archive, "\"summer months\"") == ["minutes.pdf"])
        #expect(try Self.found(archive, "\"months that Harkness\"") == [])
        #expect(try Self.found(archive, "\"and nobody\" bellweather") == ["other.pdf"])
    }

    @Test(arguments: [
        (["MINUTES"], [String]()), (["Minutes of the Council"], ["1"]), (["1   Minutes of the Council"], []),
        (["Minutes of the Council", "Page 1 of 20"], []), ([], ["Page 1 of 20"]), ([], ["Seite 1"]), ([], ["- xiv -"]),
        (["[1]"], ["The Grassington Water Board", "1"]),
    ])
    func runningHeadsAndFeetAreNoPartOfASentence(_ head: [String], _ foot: [String]) async throws {
        let archive = try TestArchive()
        let pages = ["Read: the tender of Harkness and", "Bellweather, which was accepted in the", "summer."]
            .enumerated().map { place, body in
                func numbered(_ lines: [String]) -> [String] {
                    lines.map {
                        $0.replacing("xiv", with: ["xiv", "xv", "xvi"][place]).replacing("1", with: "\(place + 9)")
                    }
                }
                return (numbered(head) + [body] + numbered(foot)).joined(separator: "\n")
            }
        try archive.write(pages, to: "minutes.pdf")
        try await archive.update()
        #expect(try Self.found(archive, "\"Harkness and Bellweather\"") == ["minutes.pdf"])
        #expect(try Self.marked(archive, "\"Harkness and Bellweather\"") == ["1: Harkness and"])
        #expect(try Self.marked(archive, "\"in the summer\"") == ["2: in the"])
        #expect(try archive.index.verify().isEmpty)
    }

    @Test func headsOfLeftAndRightPagesAreNoPartOfASentence() async throws {
        let archive = try TestArchive()
        try archive.write(
            [
                "56 HISTORY OF THE TOWN\nread the tender of Harkness and", "CHAPTER III 57\nBellweather, accepted",
                "58 HISTORY OF THE TOWN\nin the summer",
            ],
            to: "book.pdf")
        try await archive.update()
        #expect(try Self.marked(archive, "\"Harkness and Bellweather\"") == ["1: Harkness and"])
        #expect(try Self.found(archive, "\"accepted in the summer\"") == ["book.pdf"])
        try archive.write(["\(Int.max) heron\nby the", "\(Int.min) heron\nweir"], to: "book.pdf")
        try await archive.update()
        #expect(try archive.find("weir") == ["book.pdf"])
    }

    @Test func aWordDividedUnderARunningHeadIsWhole() async throws {
        let archive = try TestArchive()
        try archive.write(
            ["Minutes 9\nread by the coun-\n- 9 -", "Minutes 10\ncil in the summer\n- 10 -"], to: "a.pdf")
        try await archive.update()
        #expect(try Self.marked(archive, "=council") == ["1: coun"])
        #expect(try Self.marked(archive, "\"by the council in\"") == ["1: by the coun"])
    }

    @Test func aLineThatIsOnBothPagesByChanceIsPartOfTheSentence() async throws {
        let archive = try TestArchive()
        try archive.write(["mill\nthe old", "mill\nby the weir"], to: "a.pdf")
        try await archive.update()
        #expect(try Self.found(archive, "\"the old mill by\"") == ["a.pdf"])
    }

    @Test func whatGoesOnOverleafFollowsTheDocument() async throws {
        let archive = try TestArchive()
        try archive.write(["one has the grey", "heron by the weir", "and more"], to: "a.pdf")
        try await archive.update()
        #expect(try Self.found(archive, "\"grey heron\"") == ["a.pdf"])
        try archive.write(["one has the grey", "plover by the wa-", "ter"], to: "a.pdf")
        try await archive.update()
        #expect(try Self.found(archive, "\"grey heron\"") == [])
        #expect(try Self.found(archive, "\"grey plover\" water") == ["a.pdf"])
        try archive.remove("a.pdf")
        try archive.write(["nothing of the kind"], to: "b.pdf")
        try await archive.update()
        #expect(try Self.found(archive, "\"grey plover\"") == [])
        #expect(try Self.found(archive, "water") == [])
        #expect(try archive.index.verify().isEmpty)
    }

    @Test func aPhraseOfATextIsFoundWhereverItIsCutIntoPages() async throws {
        var generator = SeededGenerator(seed: 11)
        let words = ["mill", "weir", "sluice", "pond", "ditch", "bank", "reed", "ford"]
        let archive = try TestArchive()
        var texts: [String: [String]] = [:]
        for number in 0..<30 {
            let count = Int.random(in: 20...60, using: &generator)
            let text = (0..<count).map { _ in words[Int.random(in: 0..<words.count, using: &generator)] }
            var pages: [[String]] = [[]]
            for word in text {
                let isLongEnough = pages[pages.count - 1].count >= 4
                if isLongEnough, Int.random(in: 0..<4, using: &generator) == 0 { pages.append([]) }
                pages[pages.count - 1].append(word)
            }
            try archive.write(pages.map { $0.joined(separator: "\n") }, to: "\(number).pdf")
            texts["\(number).pdf"] = text
        }
        try await archive.update()
        for _ in 0..<150 {
            let count = Int.random(in: 2...4, using: &generator)
            let phrase = (0..<count).map { _ in words[Int.random(in: 0..<words.count, using: &generator)] }
            let expected = texts.filter { _, text in
                text.indices.contains { $0 + count <= text.count && Array(text[$0..<$0 + count]) == phrase }
            }.map(\.key)
            let found = Set(try Self.found(archive, "\"\(phrase.joined(separator: " "))\""))
            #expect(found == Set(expected), "\(phrase)")
        }
    }
}
