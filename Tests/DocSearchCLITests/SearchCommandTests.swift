import DocSearchTestSupport
import Foundation
import Testing

@Suite struct SearchCommandTests {
    private func find(_ arguments: String...) throws -> Outcome {
        try SampleArchive.program().run(["find"] + arguments)
    }

    @Test func findShowsWhatWasUnderstood() throws {
        let outcome = try find("water in 1931")
        #expect(outcome.exitCode == 0)
        #expect(outcome.errors.contains("Understood as date:1931; --literal searches for all words as words."))
        let literal = try find("--literal", "water in 1931")
        #expect(!literal.errors.contains("Understood"))
        #expect(try find("--json", "water in 1931").json()["inferences"]?[0]?.string == "date:1931")
        #expect(try find("--json", "water in 1931").json()["understood"]?.string == "water AND date:1931")
        #expect(try !find("--quiet", "water in 1931").errors.contains("Understood"))
    }

    @Test func findSaysWhichGuessWasDropped() throws {
        let outcome = try find("water board last week")
        #expect(outcome.exitCode == 0)
        #expect(!outcome.errors.contains("Understood"))
        #expect(outcome.errors.contains("Hint: No document was found with date:"))
        #expect(outcome.errors.contains("so “last week” was searched as words."))
        let answer = try find("--json", "water board last week").json()
        #expect(answer["inferences"]?.elements.isEmpty == true)
        #expect(answer["hints"]?.elements.count == 1)
        let explained = try find("--explain", "water board last week").errors
        #expect(
            explained.contains("words only for: water AND board AND last AND week, because nothing was found for: "))
        #expect(explained.contains("nothing was found for: water AND board AND date:"))
    }

    @Test func findOffersAnotherSpelling() throws {
        let outcome = try find("tramvvay")
        #expect(outcome.exitCode == 1)
        #expect(outcome.output.contains("[tramway]"), "it is run at once")
        #expect(outcome.output.hasPrefix("Nothing for tramvvay; showing tramway\n"))
        #expect(try find("--json", "tramvvay").json()["showing"]?.string == "tramway")
        #expect(try find("--jsonl", "tramvvay").output.isEmpty, "a line could not say so")
        #expect(try find("--json", "tramway").json()["suggestion"] == .null)
    }

    @Test func findCountsFacets() throws {
        let facets = try #require(try find("--json", "--facets", "water").json()["facets"])
        for name in ["tag", "author", "year", "format", "lang"] { #expect(facets.has(name, "array"), "\(name)") }
        #expect(facets["format"]?[0]?["documents"]?.int ?? 0 > 0)
        #expect(try find("--json", "water").json()["facets"] == nil)
        #expect(try find("--facets", "water").output.contains("format: "))
    }

    @Test func readsSynonymsFromTheFileThatIsNamed() throws {
        let program = try SampleArchive.program()
        let folder = try TemporaryFolder()
        let file = try folder.write("zzzqqq, tramway\n".utf8, to: "synonyms.txt")
        #expect(try program.run(["find", "zzzqqq"]).exitCode == 1)
        #expect(try program.run(["find", "--synonyms", file, "zzzqqq"]).exitCode == 0)
        let missing = try program.run(["find", "--synonyms", file + "x", "zzzqqq"])
        #expect(missing.exitCode == 2)
        #expect(missing.errors.contains("synonyms.txtx\" cannot be read"))
    }

    @Test(arguments: [
        "zzzqqq, tram\u{0}way, tramway\n", "zzzqqq, \u{0}, tramway\n", "zzzqqq, \"\u{0}\", tramway\u{1}\n",
    ])
    func readsSynonymsWithControlCharacters(lines: String) throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(lines.utf8, to: "synonyms.txt")
        let outcome = try SampleArchive.program().run(["find", "--synonyms", file, "zzzqqq"])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
    }

    @Test func answersABatchInTheOrderOfItsLines() throws {
        let program = try SampleArchive.program()
        let words = ["water", "tramway", "zzzqqq", "board", "mice", "council", "lamplighter"]
        let lines = (0..<200).map { "q\($0)\t\(words[$0 % words.count])" }
        let outcome = try program.run(
            ["find", "--json", "--queries", "-"], input: lines.joined(separator: "\n") + "\n")
        #expect(outcome.exitCode == 0)
        let answers = outcome.output.split(separator: "\n")
        #expect(answers.count == 200)
        for (number, answer) in answers.enumerated() {
            #expect(answer.hasPrefix("{\"id\":\"q\(number)\",\"query\":\"\(words[number % words.count])\""))
        }
    }

    @Test func suggestCommandCompletesWords() throws {
        let program = try SampleArchive.program()
        let outcome = try program.run(["suggest", "tramw"])
        #expect(outcome.exitCode == 0)
        #expect(outcome.output.split(separator: "\n").first?.hasPrefix("tramway\t") == true)
        let json = try program.run(["suggest", "--json", "--limit", "1", "the", "tramw"]).json()
        #expect(json["words"]?[0]?["text"]?.string == "the tramway")
        #expect(json["words"]?.elements.count == 1)
        #expect(try program.run(["suggest", "zzzqqq"]).exitCode == 1)
    }

    @Test func evalCommandMeasuresRankings() throws {
        let program = try SampleArchive.program()
        let folder = try TemporaryFolder()
        let path = try #require(try find("--json", "tramway extension").json()["hits"]?[0])
        let name = path["identifier"]?.string ?? path["path"]?.string ?? ""
        try folder.write(Array("1\ttramway extension\n2\tzzzqqq\n".utf8), to: "queries.tsv")
        try folder.write(Array("1 0 \(name) 1\n2 0 \(name) 1\n".utf8), to: "qrels.txt")
        let arguments = ["eval", "--queries", folder.path + "/queries.tsv", "--qrels"]
        let outcome = try program.run(arguments + [folder.path + "/qrels.txt"])
        #expect(outcome.exitCode == 0)
        #expect(
            outcome.output
                == "queries\t2\nnDCG@10\t0.5000\nMAP\t0.5000\nP@10\t0.0500\nrecall@100\t0.5000\nMRR\t0.5000\n")
        let json = try program.run(arguments + [folder.path + "/qrels.txt", "--json"]).json()
        #expect(json["nDCG@10"]?.number == 0.5)
        #expect(try program.run(arguments + [folder.path + "/none"]).exitCode == 2)
        try folder.write(Array("1 0 x\n".utf8), to: "broken.txt")
        let broken = try program.run(arguments + [folder.path + "/broken.txt"])
        #expect(broken.exitCode == 64)
        #expect(broken.errors.contains("Line 1 of the judgements"))
    }
}
