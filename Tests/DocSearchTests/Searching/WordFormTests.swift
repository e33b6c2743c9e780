import DocSearch
import DocSearchTestSupport
import Foundation
import Testing

@Suite("How a word is looked for")
struct WordFormTests {
    private static let archived = Task {
        let archive = try TestArchive()
        for (name, text) in [
            ("run", "the run of the river"), ("running", "running water in the ditch"), ("runs", "it runs dry"),
            ("waterboard", "the water board and the gas company met"),
            ("waterfall", "a waterfall above the mill and its board"),
            ("apart", "water was scarce and nobody asked any member of the parish or county board"),
            ("turned", "board of the water company"), ("receive", "they receive a letter"),
            ("modern", "modem modern moderns"), ("email", "an e-mail from the clerk"),
        ] { try archive.write([TestDocument("x", pages: [text], title: "Untitled")], to: "\(name).zip") }
        try archive.write(
            [TestDocument("titled", pages: ["nothing"], title: "Running Costs", authors: ["Watkin"], tags: ["runs"])],
            to: "titled.zip")
        try archive.write(["first page has the heron", "second page has the plover"], to: "two.pdf")
        try await archive.update()
        return archive
    }

    @Test(arguments: [
        ("run river", ["run"]), ("=running", ["running", "titled"]), ("=runs", ["runs", "titled"]), ("=run", ["run"]),
        ("text:=running", ["running"]), ("title:=running", ["titled"]), ("title:=run", []), ("tag:=runs", ["titled"]),
        ("author:wat*", ["titled"]), ("title:cos*", ["titled"]), ("tag:cos*", []),
        ("=\"water board\"", ["waterboard"]), ("=\"waters board\"", []), ("\"waters boards\"", ["waterboard"]),
        ("waterf*", ["waterfall"]), ("wat* -author:watkin", ["apart", "running", "turned", "waterboard", "waterfall"]),
        ("e-mai*", ["email"]), ("mod*", ["modern"]), ("w* scarce", ["apart"]),
        ("~recieve", ["receive"]), ("~rnodern", ["modern"]), ("~modrn", ["modern"]), ("~xyzzyx", []),
        ("water NEAR/1 board", ["waterboard"]), ("water NEAR/2 board", ["turned", "waterboard"]),
        ("water NEAR/20 board", ["apart", "turned", "waterboard"]), ("\"gas company\" NEAR/3 board", ["waterboard"]),
        ("heron NEAR/3 plover", []), ("heron NEAR/50 plover", ["two"]), ("heron plover", ["two"]),
        ("(heron plover) OR scarce", ["apart", "two"]), ("water -(board company)", ["apart", "running"]),
        ("title:(running costs)", ["titled"]), ("(author:watkin OR pages:2) -heron", ["titled"]),
    ])
    func modifiersOfWordsFindWhatTheySay(query: String, expected: [String]) async throws {
        let archive = try await Self.archived.value
        let found = try archive.find(query) { $0.match = .all }.map { path in
            String(path.prefix { $0 != "." })
        }
        #expect(found.sorted() == expected.sorted(), "\(query)")
    }

    @Test(arguments: [
        ("waterf*", ["waterfall"]), ("=running", ["running"]), ("~recieve", ["receive"]),
        ("gas NEAR/5 water", ["water", "gas"]), ("run river", ["run", "river"]), ("=\"water board\"", ["water board"]),
        ("\"water board\" gas", ["water board", "gas"]),
    ])
    func theFormsThatAWordFindsAreMarked(query: String, words: [String]) async throws {
        let archive = try await Self.archived.value
        let pages = try archive.index.search(SearchRequest(query)).hits.flatMap(\.pages)
        let page = try #require(pages.first)
        #expect(page.markedTexts == words, "\(page.snippet)")
    }

    @Test func theFormOfAWordThatWasTypedIsPreferred() async throws {
        let archive = try TestArchive()
        for (name, word) in [("a", "settles"), ("b", "settled"), ("c", "settle"), ("d", "settling")] {
            try archive.write(["the clerk \(word) every account of the parish"], to: "\(name).pdf")
        }
        for number in 1...12 { try archive.write(["minutes of meeting \(number)"], to: "\(number).pdf") }
        try await archive.update()
        #expect(try archive.find("settled").count == 4)
        #expect(try archive.find("settled").first == "b.pdf")
        #expect(try archive.find("settling").first == "d.pdf")
        #expect(try archive.find("settling account").first == "d.pdf")
    }

    @Test func wordsSideBySideArePreferred() async throws {
        let archive = try TestArchive()
        let filler = "of the parish and its several officers in the year"
        try archive.write(["the tithe \(filler) was put into the barn \(filler)"], to: "far.pdf")
        try archive.write(["the tithe barn \(filler) was put into \(filler) order"], to: "near.pdf")
        try archive.write(["the barn \(filler) was put into \(filler) tithe order"], to: "farther.pdf")
        for number in 1...12 { try archive.write(["minutes of meeting \(number)"], to: "\(number).pdf") }
        try await archive.update()
        #expect(try archive.find("tithe barn").first == "near.pdf")
        #expect(try archive.find("barn tithe").first == "near.pdf")
    }

    @Test func thePageWithAllWordsIsShownFirst() async throws {
        let archive = try TestArchive()
        let pages = [
            "quay quay quay quay quay", "crane crane crane crane", "one quay, one crane, and much else to say",
        ]
        try archive.write(pages, to: "harbour.pdf")
        try await archive.update()
        let hit = try #require(try archive.index.search(SearchRequest("quay crane")).hits.first)
        #expect(hit.pages.first?.page == 3)
    }
}
