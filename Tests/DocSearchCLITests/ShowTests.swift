import Foundation
import Testing

@Suite struct ShowTests {
    private func show(_ arguments: String...) throws -> Outcome {
        try SampleArchive.program().run(["show"] + arguments)
    }

    private static let pageMembers = [
        ("page", "integer"), ("label", "string|null"), ("text", "string"), ("origin", "string|null"),
        ("verdict", "string"), ("confidence", "number|null"),
    ]

    @Test func showsEveryDocumentOfTheSamplesAsJSON() throws {
        let documents = try SampleArchive.expected()["documents"]?.elements ?? []
        #expect(documents.count == 19)
        for expected in documents {
            let path = try #require(expected["path"]?.string)
            let document = try show(path, "--json").json()
            for (key, types) in FindJSONTests.documentMembers {
                #expect(document.has(key, types), "\(path): \(key)")
            }
            #expect(document["score"] == nil)
            #expect(document["path"]?.string == path)
            #expect(document["title"] == expected["title"], "\(path)")
            #expect(document["author"] == expected["authors"], "\(path)")
            #expect(document["tags"] == expected["tags"], "\(path)")
            #expect(document["page_count"] == expected["page_count"], "\(path)")
            #expect(document["identifier"] ?? .null == expected["identifier"] ?? .null, "\(path)")
            let date = document["date"]?.string ?? ""
            #expect(date.hasPrefix(expected["date"]?.string ?? ""), "\(path)")
            let pages = document["pages"]?.elements ?? []
            #expect(pages.map { $0["page"]?.int } == (1...max(1, pages.count)).map { $0 }, "\(path)")
            for page in pages {
                for (key, types) in Self.pageMembers { #expect(page.has(key, types), "\(path): \(key)") }
            }
            let recognized = pages.filter { $0["origin"]?.string == "ocr" }
            #expect(recognized.compactMap { $0["page"] } == expected["ocr_pages"]?.elements, "\(path)")
            #expect(recognized.allSatisfy { (0.5...1).contains($0["confidence"]?.number ?? 0) }, "\(path)")
        }
    }

    @Test func showsTheTextThatTheSamplesPromise() throws {
        for expected in try SampleArchive.expected()["documents"]?.elements ?? [] {
            let pages = try show(expected["path"]?.string ?? "", "--json").json()["pages"]
            for phrase in expected["phrases"]?.elements ?? [] {
                let page = try #require(phrase["page"]?.int)
                let text = (pages?[page - 1]?["text"]?.string ?? "").split(whereSeparator: \.isWhitespace)
                // The layer of the Arabic letter has shaped letters.
                let plain = text.joined(separator: " ").precomposedStringWithCompatibilityMapping
                #expect(plain.contains(phrase["text"]?.string ?? "?"), "\(phrase)")
            }
        }
    }

    @Test(arguments: [
        "minutes/1931-council-minutes.pdf", "minutes/1958-tramway-enquiry.yianazip!/content.pdf",
    ])
    func showsOnePageOfADocument(path: String) throws {
        let document = try show(path, "--page", "2", "--json").json()
        #expect(document["pages"]?.elements.map { $0["page"]?.int } == [2])
        let text = try show(path, "--page", "2").output
        #expect(text.contains("--- page 2"))
        #expect(!text.contains("--- page 1"))
        #expect(!text.contains("Title:"))
    }

    @Test func showKnowsADocumentByNumberPathAndIdentifier() throws {
        let byIdentifier = try show("D06F76AC-9FBE-5F1D-93C0-70E1E8855431", "--json").json()
        let number = try #require(byIdentifier["id"]?.int)
        #expect(try show(String(number), "--json").json() == byIdentifier)
        #expect(
            try show("minutes/1958-tramway-enquiry.yianazip!/content.pdf", "--json").json() == byIdentifier)
    }

    @Test(arguments: [
        (["999999"], "999999"), (["no/such.pdf"], "no/such.pdf"), ([""], "no document"), (["-1"], "argument"),
        (["99999999999999999999"], "99999999999999999999"),
        (["minutes/1931-council-minutes.pdf", "--page", "6"], "1 to 5"),
        (["minutes/1931-council-minutes.pdf", "--page", "0"], "1 to 5"),
        (["minutes/1931-council-minutes.pdf", "--raw"], "no metadata of its own"),
    ])
    func showSaysWhatThereIsNot(arguments: [String], words: String) throws {
        let outcome = try SampleArchive.program().run(["show"] + arguments)
        // A number below zero looks like an option.
        #expect(outcome.exitCode == (arguments == ["-1"] ? 64 : 2))
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains(words))
    }

    @Test func showsTheMetadataOfADocumentAsItWasFound() throws {
        let raw = try show("minutes/1934-committees.zip!/finance-march.pdf", "--raw").json()
        #expect(raw["author"]?.string == "Ottilie Harnwick")
        #expect(raw["date"]?.string == "1934-03")
        let bundle = try show("minutes/1958-tramway-enquiry.yianazip!/content.pdf", "--raw").json()
        #expect(bundle["created"]?.int == -1_335_614_400)
    }

    @Test func showMarksTheWordsOfAQuery() throws {
        let text = try show(
            "minutes/1931-council-minutes.pdf", "--page", "4", "--marks", "goat \"Easter Saturday\""
        ).output
        #expect(text.contains("was found to hold a [goat]") || text.contains("found to hold a [goat]"))
        #expect(text.contains("[Easter Saturday]") || text.contains("[Easter] [Saturday]"))
        let german = try show(
            "letters/Partnerstadt 1936.zip!/Straßenbahn und Wasserwerk.pdf", "--page", "1", "--marks",
            "Überprüfung")
        #expect(german.output.contains("Die jährliche [Überprüfung] der Gleise"))
    }
}
