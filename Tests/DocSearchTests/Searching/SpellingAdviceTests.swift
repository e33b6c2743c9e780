import DocSearchTestSupport
import Testing

@testable import DocSearch

/// "Did you mean" offers what a person may have meant, as it is spelt in the archive.
@Suite("Spelling advice")
struct SpellingAdviceTests {
    private static let archived = Task {
        let archive = try TestArchive()
        for number in 1...30 {
            try archive.write(["the store was opened in 1807, day \(number)"], to: "store-\(number).pdf")
        }
        try archive.write(["he stole a goat"], to: "stole.pdf")
        for number in 1...9 {
            let words = "in der Mark at the road by the hall, house \(number), boaxd for a committee of councils"
            try archive.write(
                [TestDocument("x", pages: [words], title: "Untitled", tags: ["council"])], to: "house-\(number).zip")
        }
        try archive.write(["die Br\u{FC}cke \u{FC}ber den Flu\u{DF}", "N\u{E4}herinnen"], to: "bridge.pdf")
        try archive.write(["urnberg and Regensburg"], to: "castle.pdf")
        try archive.write(["the harbour rnaster"], to: "misread.pdf")
        try archive.write(["the rnouth of the river in the clistrict, by the old vveir"], to: "layer.pdf")
        try archive.write(["a modern pumping statian"], to: "old-layer.pdf")
        try archive.write([TestDocument("x", pages: ["gulls"], title: "The Se\u{E1}n Ledger")], to: "title.zip")
        try await archive.update()
        let database = try archive.database("index.sqlite")
        try await database.write { db in
            try db.execute(
                sql: """
                    UPDATE page SET origin = 'ocr' WHERE id >> 20 IN (SELECT id FROM document WHERE path = 'misread.pdf');
                    UPDATE page SET layer = 'earlier-ocr' WHERE id >> 20 IN
                        (SELECT id FROM document WHERE path = 'old-layer.pdf')
                    """)
        }
        try database.close()
        return archive
    }

    private func offer(_ query: String) async throws -> String? {
        try await Self.archived.value.index.search(SearchRequest(query)).suggestion
    }

    @Test(arguments: [
        ("stoer", "store"), ("goat stoer", "goat store"), ("br\u{FC}kce", "br\u{FC}cke"),
        ("Br\u{FC}kce", "Br\u{FC}cke"),
        ("brukce", "br\u{FC}cke"), ("n\u{E4}herinen", "n\u{E4}herinnen"), ("regensbrug", "regensburg"),
        ("legder", "ledger"), ("store 180", "store 180*"),
        ("regens", "regensburg"), ("sto", nil), ("raod", "road"), ("rooad", "road"), ("commitee", "committee"),
        ("tag:counsil", "tag:council"), ("commitee -hall", nil), ("title:commitee", nil), ("author:counsil", nil),
    ])
    func theSpellingOfThePageIsOffered(query: String, offered: String?) async throws {
        #expect(try await offer(query) == offered)
    }

    @Test(arguments: [("unlocked stoer", "unlocked store"), ("IN stoer", "IN store")])
    func aSpellingIsOfferedThatFindsBySynonymsOrByWordsApart(query: String, offered: String) async throws {
        var request = SearchRequest(query)
        request.match = .all
        request.synonyms = Synonyms(lines: "unlocked, opened")
        #expect(try await Self.archived.value.index.search(request).suggestion == offered)
    }

    @Test(arguments: [
        // It is there, however rare it is.
        "stole author:nobody", "title:goat", "stole nowherexyz",
        // A number is no misspelt number.
        "1887", "store 1887",
        // Recognition lost the first letter, or took "m" for "rn".
        "N\u{FC}rnberg", "harbour master",
        // So did whoever made the text layer, which is all that docsearch knows of it.
        "mouth", "river mouth", "mouht", "district", "weir", "modem",
        // A scan that had been recognised before it came.
        "station",
        // Short words, of which many are like others.
        "horse thief", "hill", "board", "5. M\u{E4}rz 1931", "in den 1930er Jahren", "modified:last 7 days",
    ])
    func nothingIsOfferedForWordsThatAreRight(query: String) async throws {
        #expect(try await offer(query) == nil)
    }
}
