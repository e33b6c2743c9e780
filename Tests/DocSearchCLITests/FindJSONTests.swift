import DocSearchTestSupport
import Foundation
import Testing

@Suite struct FindJSONTests {
    private func find(_ arguments: String...) throws -> Outcome {
        try SampleArchive.program().run(["find"] + arguments)
    }

    static let documentMembers = [
        ("id", "integer"), ("path", "string"), ("file", "string|null"), ("identifier", "string|null"),
        ("title", "string"),
        ("author", "array"),
        ("date", "string|null"), ("modified", "string"), ("indexed", "string"), ("tags", "array"),
        ("page_count", "integer"),
    ]
    private static let hitMembers = documentMembers + [("score", "number"), ("pages", "array")]
    private static let pageMembers = [
        ("page", "integer"), ("label", "string|null"), ("score", "number"), ("origin", "string"),
        ("confidence", "number|null"), ("snippet", "string"), ("marks", "array"),
    ]

    @Test(arguments: ["water board", "lamplighter", "Überprüfung", "author:harnwick", "zzzqqq", "-water"])
    func jsonOfFindHasEveryMemberOfTheContract(query: String) throws {
        let answer = try find(query, "--json").json()
        for (key, types) in [
            ("query", "string"), ("total", "integer"), ("elapsed_ms", "number"),
            ("suggestion", "string|null"), ("showing", "string|null"),
            ("hits", "array"),
        ] { #expect(answer.has(key, types), "\(key)") }
        #expect(answer["query"]?.string == query)
        let hits = answer["hits"]?.elements ?? []
        #expect(answer["total"]?.int ?? -1 >= hits.count)
        for hit in hits {
            for (key, types) in Self.hitMembers { #expect(hit.has(key, types), "\(key)") }
            for page in hit["pages"]?.elements ?? [] {
                for (key, types) in Self.pageMembers { #expect(page.has(key, types), "\(key)") }
            }
        }
    }

    @Test func jsonOfFindHasNullForWhatIsAbsent() throws {
        let hit = try #require(try find("mice", "--json").json()["hits"]?[0])
        #expect(hit["path"]?.string == "letters/1949-library-gift.pdf")
        #expect(hit["identifier"] == .null)
        #expect(hit["date"]?.string == "1949")
        #expect(hit["author"] == .array([]))
        #expect(hit["tags"] == .array([]))
        #expect(hit["pages"]?[0]?["label"] == .null)
        #expect(hit["pages"]?[0]?["origin"]?.string == "ocr")
        #expect((0.5...1).contains(hit["pages"]?[0]?["confidence"]?.number ?? 0))
    }

    @Test func jsonOfFindNamesTheFileOnDisk() throws {
        let program = try SampleArchive.program()
        for option in ["--json", "--jsonl"] {
            let outcome = try program.run(["find", "water board", option])
            let hits = option == "--json" ? try outcome.json()["hits"]?.elements ?? [] : try outcome.jsonLines()
            #expect(hits.count == 3)
            for hit in hits {
                let file = try #require(hit["file"]?.string)
                let path = try #require(hit["path"]?.string)
                #expect(file.hasPrefix("/"))
                #expect(FileManager.default.fileExists(atPath: file))
                #expect(file.hasSuffix("/" + String(path.prefix { $0 != "!" })))
                // What is shown can be pasted.
                #expect(try program.run(["find", "--quiet", "path:\"\(file)\""]).exitCode == 0)
                let shown = try program.run(["show", "--json", try #require(hit["id"]?.int).description])
                #expect(try shown.json()["file"]?.string == file)
            }
        }
        let batch = try program.run(["find", "--queries", "-", "--json"], input: "1\tgoat\n")
        #expect(try batch.jsonLines().first?["hits"]?[0]?["file"]?.string?.hasPrefix("/") == true)
    }

    @Test(arguments: [
        ("Überprüfung Gleise", ["Überprüfung", "Gleise"]), ("Straßenbahn fährt", ["Straßenbahn", "fährt"]),
        ("goat", ["goat"]),
    ])
    func jsonOfFindHasMarksInUnicodeScalars(query: String, words: [String]) throws {
        let page = try #require(try find(query, "--json").json()["hits"]?[0]?["pages"]?[0])
        let snippet = Array((page["snippet"]?.string ?? "").unicodeScalars)
        let marks = page["marks"]?.elements ?? []
        #expect(marks.allSatisfy { $0.elements.count == 2 })
        let marked = try marks.map { mark in
            let (start, end) = try (#require(mark[0]?.int), #require(mark[1]?.int))
            try #require(0 <= start)
            try #require(start < end)
            try #require(end <= snippet.count)
            return String(String.UnicodeScalarView(snippet[start..<end]))
        }
        #expect(Set(marked).isSuperset(of: words))
    }

    @Test(arguments: ["water board", "lamplighter", "the council letter", "tramway"])
    func scoresFallWithRank(query: String) throws {
        let scores =
            try find(query, "--json").json()["hits"]?.elements.compactMap { $0["score"]?.number } ?? []
        #expect(scores.count > 1)
        #expect(scores == scores.sorted(by: >))
    }

    @Test func writesOneObjectALineWithJSONL() throws {
        let outcome = try find("lamplighter", "--jsonl")
        let hits = try outcome.jsonLines()
        #expect(hits.count == 3)
        for hit in hits {
            for (key, types) in Self.hitMembers { #expect(hit.has(key, types), "\(key)") }
        }
        let whole = try find("lamplighter", "--json").json()
        #expect(hits.map { $0["id"] } == whole["hits"]?.elements.map { $0["id"] })
    }

    @Test func writesSixFieldsALineWithTREC() throws {
        let outcome = try find("water", "board", "--trec")
        let lines = outcome.lines.map { $0.split(separator: " ").map(String.init) }
        #expect(lines.count == 3)
        for (position, fields) in lines.enumerated() {
            try #require(fields.count == 6)
            #expect(fields[1] == "Q0")
            #expect(fields[3] == "\(position + 1)")
            #expect(fields[5] == "docsearch")
            #expect(Double(fields[4]) != nil)
        }
        #expect(try find("bees", "--trec").output.contains(" D7E77DDD-B45B-5B69-A66F-9D59F8330A76 1 "))
    }

    @Test func findAnswersEachQueryOfAFile() throws {
        let program = try SampleArchive.program()
        let queries = "q1\twater board\nq2\tzzzqqq\n17\tgoat\n"
        let answers = try program.run(["find", "--queries", "-", "--json"], input: queries).jsonLines()
        #expect(answers.map { $0["id"]?.string } == ["q1", "q2", "17"])
        #expect(answers.map { $0["query"]?.string } == ["water board", "zzzqqq", "goat"])
        #expect(answers.map { $0["hits"]?.elements.isEmpty } == [false, true, false])
        let folder = try TemporaryFolder()
        let file = try folder.write(queries.utf8, to: "queries.tsv")
        let run = try program.run(["find", "--queries", file, "--trec"])
        #expect(run.exitCode == 0)
        #expect(run.lines.map { $0.split(separator: " ")[0] } == ["q1", "q1", "q1", "17"])
    }

    @Test func trecOfFindKeepsSixFieldsWhenTheIdHasABlank() throws {
        let outcome = try SampleArchive.program().run(
            ["find", "--queries", "-", "--trec"], input: "q 3\tgoat\n")
        #expect(outcome.lines.map { $0.split(separator: " ").count } == [6])
    }

    @Test(arguments: [("no tab here\n", Int32(64)), ("q1\tzzzqqq\n", 1), ("", 1), ("q1\t\nq2\tgoat\n", 0)])
    func exitCodeSaysHowAFileOfQueriesWent(queries: String, code: Int32) throws {
        let outcome = try SampleArchive.program().run(["find", "--queries", "-"], input: queries)
        #expect(outcome.exitCode == code)
    }
}
