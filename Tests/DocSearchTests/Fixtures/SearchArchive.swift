import DocSearch

/// Small documents for the tests of searching, indexed once. Each test has words of its own.
enum SearchArchive {
    static func shared() async throws -> TestArchive { try await indexed.value }

    private static let indexed = Task {
        let archive = try TestArchive()
        try archive.write(documents, to: "all.zip")
        try await archive.update()
        return archive
    }

    /// `word`, and so many other words that say nothing.
    static func text(_ word: String, _ fillers: Int) -> String {
        ([word] + (0..<fillers).map { "filler\($0 % 7)" }).joined(separator: " ")
    }

    private static let documents: [TestDocument] =
        [
            TestDocument("title-hit", pages: [text("nothing", 40)], title: "Pelican"),
            TestDocument(
                "six-hits", pages: [text("pelican pelican pelican pelican pelican pelican", 35)],
                title: "Harbour log"),
            TestDocument("often", pages: [text("kestrel kestrel kestrel", 40)]),
            TestDocument("once", pages: [text("kestrel", 42)]),
            TestDocument("short", pages: [text("merlin", 10)]),
            TestDocument("long", pages: [text("merlin", 300)]),
            TestDocument("rare", pages: [text("quixotic", 40)]),
            TestDocument("common", pages: [text("ordinary", 40)]),
            TestDocument("searching", pages: ["they were searching the generalities of universities"]),
            TestDocument("accents", pages: ["the Caf\u{E9} Z\u{FC}rich near \u{C5}lesund"]),
            TestDocument("plain", pages: ["a resume of the facade"]),
            TestDocument("together", pages: [text("x", 60), text("lighthouse keeper wages", 20)]),
            TestDocument(
                "scattered",
                pages: ["lighthouse", "keeper", "wages"].map { word in
                    text("\(word) \(word) \(word) \(word)", 4)
                }),
            TestDocument("both-words", pages: ["a tramline over the viaduct"]),
            TestDocument("one-word", pages: ["tramline tramline tramline"]),
            TestDocument("in-order", pages: ["the copper kettle sang"]),
            TestDocument("turned", pages: ["the kettle of copper sang"]),
            TestDocument("oil", pages: ["a lantern filled with oil"]),
            TestDocument("gas", pages: ["a lantern fed by gas"]),
            TestDocument(
                "fields", pages: ["nothing of note"], title: "Annual Report",
                authors: ["Edith Marrowby", "Leopold Orme"],
                tags: ["street lamps", "committee"]),
            TestDocument("body", pages: ["an annual report by marrowby on street lamps for a committee"]),
        ] + dates.map { TestDocument("date \($0)", pages: ["almanac"], tags: ["dated"], date: $0) }
        + [TestDocument("undated", pages: ["almanac"], tags: ["dated"])]
        + (0..<20).map { TestDocument("other \($0)", pages: [text("ordinary", 40)]) }

    static let dates = ["1930-12-31", "1931", "1931-03", "1931-03-05", "1931-12-31", "1932"]
}

extension TestArchive {
    /// The names of the documents that answer, best first, of an archive that is one zip.
    func names(_ query: String, _ change: (inout SearchRequest) -> Void = { _ in }) throws -> [String] {
        try find(query, change).map { path in
            String(path.split(separator: "/").last?.dropLast(4) ?? "")
        }
    }
}
