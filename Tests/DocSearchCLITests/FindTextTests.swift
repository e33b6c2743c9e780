import Foundation
import Testing

@Suite struct FindTextTests {
    private func find(_ arguments: String...) throws -> Outcome {
        try SampleArchive.program().run(["find"] + arguments)
    }

    private func paths(_ arguments: String...) throws -> [String] {
        try SampleArchive.program().run(["find", "--json", "--limit", "50"] + arguments).json()["hits"]?
            .elements
            .compactMap { $0["path"]?.string } ?? []
    }

    @Test func findCommandFindsWhatTheSamplesPromise() throws {
        let finds = try SampleArchive.expected()["finds"]?.elements ?? []
        #expect(finds.count >= 5)
        for promise in finds {
            let query = try #require(promise["query"]?.string)
            let hits = try find(query, "--json").json()["hits"]?.elements ?? []
            for expected in promise["hits"]?.elements ?? [] {
                let hit = hits.first { $0["path"] == expected["path"] }
                #expect(hit != nil, "\(query): \(expected)")
                if expected["page"] != .null {
                    #expect(hit?["pages"]?[0]?["page"] == expected["page"], "\(query): \(expected)")
                }
            }
        }
    }

    @Test func findCommandMarksWithBracketsAndNamesPageAndLabel() throws {
        let outcome = try find("water", "board")
        #expect(outcome.output.contains("[water]"))
        #expect(outcome.output.contains("[Water] [Board]"))
        #expect(outcome.output.contains("page 3 (\"1\"): "))
        #expect(outcome.output.contains("page 2, OCR 9"))
        #expect(outcome.output.contains("minutes/1931-council-minutes.pdf"))
    }

    @Test func findCommandLeavesOutWhatAMinusExcludes() throws {
        let all = try paths("water")
        let some = try paths("water", "-goat")
        #expect(all.contains("minutes/1931-council-minutes.pdf"))
        #expect(!some.isEmpty)
        #expect(Set(some).isStrictSubset(of: all))
        #expect(!some.contains("minutes/1931-council-minutes.pdf"))
        #expect(try paths("--", "water", "-goat") == some)
        #expect(try paths("water", "--", "-goat") == some)
    }

    @Test(arguments: [["--", "--limit"], ["--", "--zzzqqq"]])
    func findCommandTakesWordsWithDashesBehindTheTerminator(words: [String]) throws {
        // The message for an unknown option says: To search for it, put -- before the words. No sample has them.
        let outcome = try SampleArchive.program().run(["find"] + words)
        #expect(outcome.exitCode == 1, "\(outcome.output)")
    }

    @Test func findCommandTakesOptionsBehindTheTerminatorForWords() throws {
        let outcome = try find("goat", "--", "--json")
        #expect(!outcome.output.hasPrefix("{"))
        #expect(outcome.output.contains("[goat]"))
    }

    @Test func findsPhrasesInQuotes() throws {
        #expect(try paths("\"tramway extension\"") == ["letters/1936-tramway-company.pdf"])
        #expect(try paths("tramway", "extension").count > 1)
        #expect(try find("\"extension tramway\"").exitCode == 1)
    }

    @Test func findCommandLimitsHitsAndTheirPages() throws {
        let first = try find("water", "--json", "--limit", "1", "--pages", "1").json()
        let second = try find("water", "--json", "--limit", "1", "--offset", "1", "--pages", "0").json()
        #expect(first["hits"]?.elements.count == 1)
        #expect(second["hits"]?.elements.count == 1)
        #expect(first["hits"]?[0]?["id"] != second["hits"]?[0]?["id"])
        #expect(first["total"] == second["total"])
        #expect(first["hits"]?[0]?["pages"]?.elements.count == 1)
        #expect(second["hits"]?[0]?["pages"] == .array([]))
    }

    @Test func findCommandSortsByDateTitleAndPath() throws {
        #expect(
            try paths("the", "water", "--sort", "path") == paths("the", "water", "--sort", "path").sorted())
        let answer = try find("water", "--sort", "date", "--json").json()
        let dates = answer["hits"]?.elements.compactMap { $0["date"]?.string } ?? []
        #expect(dates.count > 1)
        #expect(dates == dates.sorted(by: >))
    }

    @Test(
        arguments: [
            [0xFF, 0xFE], [0x77, 0x61, 0xC3], [0x22, 0x80], [0x1B, 0x5B, 0x33], [0xED, 0xA0, 0x80], [0x2D],
            [0x2D, 0x80],
            [0x22], [0x28, 0x28], [0x2A], [0x3A], [0x61, 0x3A], [0xC0, 0x80], [0xF4, 0x90, 0x80, 0x80],
            [0x0A], [0x09, 0x07],
            [0xE2, 0x80, 0xAE], [0x4E, 0x45, 0x41, 0x52, 0x28], [0x7E], [0x5E, 0x61], [0x7B, 0x7D],
            [0x2D, 0x2D, 0xFF],
        ] as [[UInt8]])
    func findCommandTakesAnyBytesForAQuery(bytes: [UInt8]) throws {
        let program = try SampleArchive.program()
        for arguments in [[bytes], [Array("--".utf8), bytes], [Array("water".utf8) + bytes]] {
            let outcome = try program.run(bytes: [Array("find".utf8)] + arguments)
            #expect([0, 1, 64].contains(outcome.exitCode), "\(outcome.exitCode): \(outcome.errors)")
            #expect(harmfulScalars(in: outcome.output).isEmpty)
        }
    }

    @Test(arguments: [
        ("Tanner's Row", "minutes/1931-council-minutes.pdf"), ("goat: animal", "minutes/1931-council-minutes.pdf"),
        ("Weaver's Steps?", "minutes/1934-committees.zip!/lighting-visit.pdf"),
        ("well-kept plots (goat)", "minutes/1931-council-minutes.pdf"),
        ("C++ goat", "minutes/1931-council-minutes.pdf"),
        ("goat & animal; canal!", "minutes/1931-council-minutes.pdf"),
    ])
    func findsWordsWithPunctuation(query: String, path: String) throws {
        let outcome = try find(query, "--json")
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("\"path\":\"\(path)\""))
    }

    @Test func findCommandTakesAVeryLongQuery() throws {
        let outcome = try find(String(repeating: "goat ", count: 4000))
        #expect([0, 1, 64].contains(outcome.exitCode))
    }
}
