import DocSearch
import DocSearchTestSupport
import Foundation
import Testing

@Suite("What a query finds")
struct MatchingTests {
    @Test(
        "Words are found in all their forms",
        arguments: [
            ("searched", "searching"), ("search", "searching"), ("generality", "searching"),
            ("SEARCHES", "searching"),
            ("cafe", "accents"), ("CAFE", "accents"), ("caf\u{E9}", "accents"), ("cafe\u{301}", "accents"),
            ("Zu\u{308}rich", "accents"), ("zurich", "accents"), ("alesund", "accents"),
            ("\"cafe zurich\"", "accents"),
            ("r\u{E9}sum\u{E9}", "plain"), ("re\u{301}sume\u{301}", "plain"), ("fa\u{E7}ade", "plain"),
        ])
    func aQueryFindsOtherFormsOfItsWords(query: String, name: String) async throws {
        #expect(try await SearchArchive.shared().names(query) == [name])
    }

    @Test(
        "Fields look only where they say",
        arguments: [
            ("title:annual", ["fields"]), ("title:\"annual report\"", ["fields"]),
            ("author:marrowby", ["fields"]),
            ("author:\"leopold orme\"", ["fields"]),
            ("tag:committee", ["fields"]),
            ("tag:\"street lamps\"", ["fields"]), ("tag:annual", []), ("title:committee", []),
            ("report -author:orme", ["body"]), ("annual title:report", ["fields"]),
        ])
    func aQueryLooksIntoFields(query: String, expected: [String]) async throws {
        #expect(try await SearchArchive.shared().names(query) { $0.match = .all } == expected)
    }

    @Test func aNoteWithoutWordBreaksIsCutWhereItIsShown() async throws {
        let archive = try TestArchive()
        try archive.write(["the heron stands in the reeds"], to: "a.pdf")
        try await archive.update()
        let document = try archive.document("a.pdf")
        _ = try archive.index.addNote(String(repeating: "a", count: 500_000), to: document, by: "ada")
        let hit = try #require(try archive.index.search(SearchRequest("aaa*")).hits.first)
        let note = try #require(hit.fields.first { $0.field == .note })
        #expect(note.text.count < 5_000)
        #expect(note.text.hasSuffix("a…"))
        #expect(note.marks == [0..<note.text.unicodeScalars.count - 1])
    }

    @Test func aQueryFindsOneWordOrTheOther() async throws {
        let archive = try TestArchive()
        for (name, text) in [
            ("a", "the heron stands in the reeds"), ("b", "the plover runs over the moor"),
            ("c", "a plover in the reeds"),
            ("d", "a heron and a plover in the reeds"), ("e", "a kestrel over the reeds"),
        ] { try archive.write([text], to: "\(name).pdf") }
        // Words that every second document has say nothing.
        for number in 1...12 { try archive.write(["minutes of meeting \(number)"], to: "minutes-\(number).pdf") }
        try archive.write([TestDocument("f", pages: ["nothing"], title: "Kestrels", authors: ["Orme"])], to: "f.zip")
        try await archive.update()
        func all(_ query: String) throws -> [String] { try archive.find(query) { $0.match = .all }.sorted() }
        #expect(try all("heron OR plover") == ["a.pdf", "b.pdf", "c.pdf", "d.pdf"])
        #expect(try archive.find("heron OR plover").first == "d.pdf", "both are better than one")
        #expect(try all("reeds heron OR plover") == ["a.pdf", "c.pdf", "d.pdf"])
        #expect(try all("(heron OR plover) reeds -heron") == ["c.pdf"])
        #expect(try all("\"over the moor\" OR \"over the reeds\"") == ["b.pdf", "e.pdf"])
        #expect(try all("author:orme OR heron") == ["a.pdf", "d.pdf", "f.zip!/f.pdf"])
        #expect(try all("title:kestrels OR author:nobody") == ["f.zip!/f.pdf"])
        let hit = try #require(try archive.index.search(SearchRequest("reeds heron OR curlew")).hits.first)
        let page = try #require(hit.pages.first)
        #expect(Set(page.markedTexts) == ["heron", "reeds"], "each that is there is marked")
    }

    @Test(arguments: ["author:\"marrowby leopold\"", "tag:\"lamps committee\""])
    func noPhraseIsFoundAcrossTwoAuthorsOrTags(query: String) async throws {
        #expect(try await SearchArchive.shared().names(query).isEmpty)
    }

    @Test(
        "Dates count by the start of what is known",
        arguments: [
            ("date:1931", ["1931", "1931-03", "1931-03-05", "1931-12-31"]),
            ("date:1931-03", ["1931-03", "1931-03-05"]),
            ("date:1931-03-05", ["1931-03-05"]), ("before:1931", ["1930-12-31"]), ("after:1931", ["1932"]),
            ("1931-12..1932", ["1931-12-31", "1932"]), ("..1930", ["1930-12-31"]), ("date:1929", []),
            ("-date:1931", ["1930-12-31", "1932", nil]), ("date:1931 -date:1931-03", ["1931", "1931-12-31"]),
        ] as [(String, [String?])])
    func aQueryFiltersByDate(query: String, expected: [String?]) async throws {
        let archive = try await SearchArchive.shared()
        for word in ["almanac ", "tag:dated "] {
            var request = SearchRequest(word + query)
            request.limit = 100
            let hits = try archive.index.search(request).hits
            #expect(Set(hits.map { $0.document.date?.description }) == Set(expected), "\(word)\(query)")
        }
    }

    @Test func aQueryWithoutAWordListsTheNewestFirst() async throws {
        let archive = try await SearchArchive.shared()
        let results = try archive.index.search(SearchRequest("1930..1932"))
        let dates = results.hits.compactMap(\.document.date?.description)
        #expect(dates == Array(SearchArchive.dates.reversed()))
        #expect(results.total == SearchArchive.dates.count)
        #expect(results.hits.allSatisfy { $0.pages.isEmpty && $0.hasAllWords })
    }

    @Test(arguments: SearchRequest.Sort.allCases)
    func hitsAreSortedAsAskedFor(sort: SearchRequest.Sort) async throws {
        let archive = try await SearchArchive.shared()
        var request = SearchRequest("almanac")
        request.sort = sort
        let hits = try archive.index.search(request).hits.map(\.document)
        #expect(hits.count == 7)
        switch sort {
        case .relevance: break
        case .date:
            #expect(hits.compactMap(\.date?.description) == Array(SearchArchive.dates.reversed()))
            #expect(hits.last?.date == nil)
        case .title:
            #expect(hits.map { $0.title.lowercased() } == hits.map { $0.title.lowercased() }.sorted())
        case .path:
            let paths = hits.map(\.path)
            #expect(paths == paths.sorted())
        case .modified, .indexed:
            let times = try hits.map { try #require(sort == .modified ? $0.modified : $0.indexed) }
            #expect(times == times.sorted(by: >))
        }
    }

    @Test(arguments: ["", " ", "\t\n", "-", "()", "\"\"", "...", "title:", "NOT", "AND", "\u{0}"])
    func aQueryNeedsSomethingToLookFor(query: String) async throws {
        let archive = try await SearchArchive.shared()
        let error = #expect(throws: DocSearchError.self) { try archive.index.search(SearchRequest(query)) }
        #expect(error?.code == .usage)
    }

    @Test func wordsOfTheQueryAreMarkedInTheWholePage() async throws {
        let archive = try await SearchArchive.shared()
        let page = try #require(
            try archive.index.pages(of: archive.index.document("all.zip!/accents.pdf")).first)
        let scalars = Array(page.text.unicodeScalars)
        let marked = try archive.index.marks(of: "ZURICH cafe", in: page).map { range in
            String(scalars[range].map { Character($0) })
        }
        #expect(marked == ["Caf\u{E9}", "Z\u{FC}rich"])
        #expect(try archive.index.marks(of: "heron", in: page).isEmpty)
    }

    @Test func snippetsArePlainTextOnOneLine() async throws {
        let archive = try TestArchive()
        let text =
            "left\u{1B}[31m heron\u{7}\u{0}\ttab \u{9B}x\r\nnext\u{85}line\u{2028}end <b>heron</b> \u{1}\u{2}"
        try archive.write(
            ZipWriter([
                ZipWriter.Entry("a.pdf", PDFWriter([PDFWriter.Page()]).bytes),
                ZipWriter.Entry("a.txt", text + "\u{C}"),
            ]).bytes, to: "a.zip")
        try await archive.update()
        let page = try #require(try archive.index.search(SearchRequest("heron")).hits.first?.pages.first)
        #expect(page.origin == .sidecar)
        #expect(!page.snippet.unicodeScalars.contains { $0.properties.generalCategory == .control })
        #expect(!page.snippet.contains { $0.isNewline })
        #expect(page.markedTexts == ["heron", "heron"])
    }

    @Test("Marks lie inside the snippet and on a word of the query", arguments: [1, 5, 32, 64])
    func wordsOfTheQueryAreMarkedInSnippets(words: Int) async throws {
        let archive = try await SearchArchive.shared()
        let queries = [
            ("kestrel", ["kestrel"]), ("searched", ["search"]), ("cafe zurich", ["caf", "z"]),
            ("lighthouse keeper wages", ["lighthous", "keep", "wage"]),
            ("\"copper kettle\"", ["copper kettle"]),
            ("tramline viaduct", ["tramlin", "viaduct"]), ("pelican filler3", ["pelican", "filler3"]),
        ]
        for (query, stems) in queries {
            var request = SearchRequest(query)
            request.snippetWords = words
            for hit in try archive.index.search(request).hits {
                for page in hit.pages {
                    let count = page.snippet.unicodeScalars.count
                    #expect(
                        page.marks.allSatisfy { $0.lowerBound >= 0 && !$0.isEmpty && $0.upperBound <= count })
                    #expect(
                        zip(page.marks, page.marks.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound })
                    #expect(!page.marks.isEmpty || words == 1, "\(query): \(page.snippet)")
                    for text in page.markedTexts {
                        #expect(stems.contains { text.lowercased().hasPrefix($0) }, "\(query) marked \(text)")
                    }
                }
            }
        }
    }
}
